// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/toggleswitch.h"

#include "ui/theme.h"

#include <QPainter>

namespace limno {

ToggleSwitch::ToggleSwitch(const Theme &theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize ToggleSwitch::sizeHint() const
{
    return {48, 24};
}

void ToggleSwitch::paintEvent(QPaintEvent *)
{
    const ThemeColors &c = m_theme.colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!isEnabled())
        painter.setOpacity(0.5);
    const QRectF groove(2, 2, 44, 20);
    const bool on = isChecked();
    painter.setPen(on ? QPen(Qt::NoPen) : QPen(c.secondary, 1));
    painter.setBrush(on ? c.accent : c.raised);
    painter.drawRoundedRect(on ? groove : groove.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(on ? c.onAccent : c.secondary);
    painter.drawEllipse(QPointF(on ? 36 : 12, 12), on ? 8 : 7, on ? 8 : 7);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(0.5, 0.5, 47, 23), 11.5, 11.5);
    }
}

} // namespace limno
