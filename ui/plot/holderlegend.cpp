// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/holderlegend.h"

#include <QPainter>
#include <QStringList>

namespace limno {

namespace {
constexpr int kSwatch = 16;
constexpr int kSwatchHeight = 10;
constexpr int kGap = 6;
constexpr int kBetween = 16;
} // namespace

HolderLegend::HolderLegend(QWidget *parent)
    : QWidget(parent)
    , m_colors(themeColors(Scheme::Light))
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void HolderLegend::setColors(const ThemeColors &colors, int textPixels)
{
    m_colors = colors;
    m_textPixels = textPixels;
    updateGeometry();
    update();
}

void HolderLegend::setEntries(std::vector<Entry> entries)
{
    if (m_entries == entries)
        return;
    m_entries = std::move(entries);
    QStringList words;
    for (const Entry &entry : m_entries)
        words += entry.text;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int HolderLegend::layOut(int width, QPainter *painter) const
{
    QFont textFont = font();
    textFont.setPixelSize(m_textPixels);
    const QFontMetrics metrics(textFont);
    const int rowHeight = metrics.height() + 2;
    int x = 0;
    int y = 0;
    for (const Entry &entry : m_entries) {
        const int textWidth = metrics.horizontalAdvance(entry.text);
        const int taken = kSwatch + kGap + textWidth;
        if (x > 0 && x + taken > width) {
            x = 0;
            y += rowHeight;
        }
        if (painter) {
            const QRect swatch(x, y + (rowHeight - kSwatchHeight) / 2, kSwatch, kSwatchHeight);
            if (entry.isOutline) {
                painter->setPen(QPen(m_colors.text, 1, Qt::DashLine));
                painter->setBrush(Qt::NoBrush);
                painter->drawRect(QRectF(swatch).adjusted(0.5, 0.5, -0.5, -0.5));
            } else {
                paintHolder(*painter, swatch, entry.holder, m_colors);
            }
            painter->setFont(textFont);
            painter->setPen(m_colors.secondary);
            painter->drawText(QRect(x + kSwatch + kGap, y, std::min(textWidth + 2, width - x - kSwatch - kGap), rowHeight),
                              Qt::AlignVCenter,
                              metrics.elidedText(entry.text, Qt::ElideRight, std::max(width - x - kSwatch - kGap, 0)));
        }
        x += taken + kBetween;
    }
    return m_entries.empty() ? 0 : y + rowHeight;
}

int HolderLegend::heightForWidth(int width) const
{
    return layOut(width, nullptr);
}

QSize HolderLegend::sizeHint() const
{
    const int wide = std::max(width(), 200);
    return {wide, layOut(wide, nullptr)};
}

QSize HolderLegend::minimumSizeHint() const
{
    return {120, layOut(std::max(width(), 120), nullptr)};
}

void HolderLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    layOut(width(), &painter);
}

} // namespace limno
