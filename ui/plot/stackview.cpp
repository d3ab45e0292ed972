// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/stackview.h"

#include "ui/text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <algorithm>

namespace limno {

namespace {

constexpr int kBar = 16;
constexpr int kBetween = 10;

QString partText(const StackView::Part &part)
{
    return holderTitle(part.holder) + QLatin1Char(' ') + bytesText(part.bytes);
}

} // namespace

int64_t StackView::Bar::bytes() const
{
    int64_t sum = 0;
    for (const Part &part : parts)
        sum += part.bytes;
    return sum;
}

StackView::StackView(QWidget *parent)
    : QWidget(parent)
    , m_colors(themeColors(Scheme::Light))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackView::setColors(const ThemeColors &colors, int textPixels)
{
    m_colors = colors;
    m_textPixels = textPixels;
    updateGeometry();
    update();
}

void StackView::setBars(std::vector<Bar> bars)
{
    if (m_bars == bars)
        return;
    if (bars.size() != m_bars.size())
        updateGeometry();
    m_bars = std::move(bars);
    QStringList words;
    for (const Bar &bar : m_bars) {
        QStringList parts;
        for (const Part &part : bar.parts)
            parts += partText(part);
        words += QStringLiteral("%1 %2: %3").arg(bar.title, bytesText(bar.bytes()), parts.join(QStringLiteral(", ")));
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

int StackView::textHeight() const
{
    QFont textFont = font();
    textFont.setPixelSize(m_textPixels);
    return QFontMetrics(textFont).height() + 2;
}

int StackView::barStep() const
{
    return textHeight() + kBar + kBetween;
}

QSize StackView::sizeHint() const
{
    return {260, std::max(static_cast<int>(m_bars.size()) * barStep() - kBetween, 0)};
}

QRectF StackView::rectOf(size_t bar, size_t part) const
{
    int64_t most = 1;
    for (const Bar &any : m_bars)
        most = std::max(most, any.bytes());
    const double scale = width() / static_cast<double>(most);
    double x = 0;
    for (size_t i = 0; i < part; ++i)
        x += static_cast<double>(m_bars[bar].parts[i].bytes) * scale;
    const double y = static_cast<double>(bar) * barStep() + textHeight();
    return {x, y, static_cast<double>(m_bars[bar].parts[part].bytes) * scale, double(kBar)};
}

void StackView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QFont textFont = font();
    textFont.setPixelSize(m_textPixels);
    QFont figureFont = textFont;
    figureFont.setWeight(QFont::DemiBold);
    for (size_t i = 0; i < m_bars.size(); ++i) {
        const Bar &bar = m_bars[i];
        const QRect line(0, static_cast<int>(i) * barStep(), width(), textHeight());
        painter.setFont(textFont);
        painter.setPen(m_colors.secondary);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, bar.title);
        painter.setFont(figureFont);
        painter.setPen(m_colors.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, bytesText(bar.bytes()));
        painter.fillRect(QRect(0, line.bottom() + 1, width(), kBar), m_colors.raised);
        for (size_t part = 0; part < bar.parts.size(); ++part) {
            QRectF rect = rectOf(i, part);
            if (rect.width() > 3)
                rect.setWidth(rect.width() - 1);
            paintHolder(painter, rect, bar.parts[part].holder, m_colors);
        }
    }
}

bool StackView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (size_t bar = 0; bar < m_bars.size(); ++bar) {
        for (size_t part = 0; part < m_bars[bar].parts.size(); ++part) {
            if (rectOf(bar, part).contains(help->pos())) {
                QToolTip::showText(help->globalPos(), partText(m_bars[bar].parts[part]), this);
                return true;
            }
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace limno
