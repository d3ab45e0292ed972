// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QFrame>

#include <cstdint>
#include <optional>

class QLabel;

namespace limno {

/// The quiet line at the bottom: device, permits, waiting, RSS, growth.
class StatusLine : public QFrame
{
    Q_OBJECT

public:
    explicit StatusLine(const Workbench &bench, QWidget *parent = nullptr);

    /// What the last verdict says a request leaves behind; nothing when it says that nothing grows.
    void showGrowth(std::optional<int64_t> bytesPerRequest);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Workbench m_bench;
    QLabel *m_left;
    QLabel *m_right;
    std::optional<int64_t> m_growth; ///< bytes a request, where the last verdict has one
};

} // namespace limno
