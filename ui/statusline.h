// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QFrame>

class QLabel;

namespace limno {

/// The quiet line at the bottom: device, permits, waiting, RSS, growth.
class StatusLine : public QFrame
{
    Q_OBJECT

public:
    explicit StatusLine(const Workbench &bench, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Workbench m_bench;
    QLabel *m_left;
    QLabel *m_right;
};

} // namespace limno
