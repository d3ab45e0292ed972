// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drophint.h"

#include "ui/theme.h"

#include <QPainter>

namespace limno {

DropHint::DropHint(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void DropHint::paintEvent(QPaintEvent *)
{
    const ThemeColors &c = m_theme.colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = c.background;
    veil.setAlphaF(0.85F);
    painter.fillRect(rect(), veil);
    QPen pen(c.accent, 2);
    pen.setDashPattern({4, 4});
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(rect()).adjusted(16, 16, -16, -16), 8, 8);

    QFont large = font();
    large.setPixelSize(m_theme.pixels(19));
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(c.text);
    painter.drawText(rect().adjusted(32, 0, -32, -24), Qt::AlignCenter, tr("Drop it anywhere"));
    painter.setFont(font());
    painter.setPen(c.secondary);
    painter.drawText(rect().adjusted(32, 40, -32, 0), Qt::AlignCenter,
                     tr("texts become prompts · .gguf files are loaded · .limno files are opened"));
}

} // namespace limno
