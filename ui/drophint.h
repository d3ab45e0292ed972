// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace limno {

class Theme;

/// Lies over the window while something is dragged across it and says what may be dropped.
class DropHint : public QWidget
{
    Q_OBJECT

public:
    explicit DropHint(const Theme &theme, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
};

} // namespace limno
