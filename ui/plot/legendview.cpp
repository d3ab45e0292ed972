// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/legendview.h"

#include "ui/text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>

namespace limno {

namespace {
constexpr int kLine = 20;
constexpr int kGap = 8;
constexpr int kBetween = 20;
constexpr int kRowGap = 4;
const QString kWidestValue = QStringLiteral("888.8 MiB");
} // namespace

QString metricTitle(Metric metric)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::Metric", text); };
    switch (metric) {
    case Metric::RssAnon:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "RSS anonymous"));
    case Metric::RssFile:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "RSS files (weights)"));
    case Metric::HeapInUse:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "heap in use"));
    case Metric::HostTensors:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "tensors"));
    case Metric::DeviceAllocated:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "card allocated"));
    case Metric::DeviceReserved:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "card reserved"));
    case Metric::DeviceUsed:
        return words(QT_TRANSLATE_NOOP("limno::Metric", "card used"));
    default:
        return fromUtf8(metricInfo(metric).name);
    }
}

LegendView::LegendView(std::vector<Metric> metrics, QWidget *parent)
    : QWidget(parent)
    , m_metrics(std::move(metrics))
    , m_colors(themeColors(Scheme::Light))
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LegendView::setColors(const ThemeColors &colors, int textPixels)
{
    m_colors = colors;
    m_textPixels = textPixels;
    updateGeometry();
    update();
}

void LegendView::setMetrics(std::vector<Metric> metrics)
{
    if (m_metrics == metrics)
        return;
    m_metrics = std::move(metrics);
    updateGeometry();
    update();
}

void LegendView::setValues(const Sample &sample)
{
    m_sample = sample;
    QStringList words;
    for (const Metric metric : m_metrics)
        words += metricTitle(metric) + QLatin1Char(' ') + valueText(metric);
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

void LegendView::setIndent(int pixels)
{
    if (pixels == m_indent)
        return;
    m_indent = pixels;
    updateGeometry();
    update();
}

QString LegendView::valueText(Metric metric) const
{
    const auto value = m_sample.value(metric);
    return value ? bytesText(*value) : QStringLiteral("–");
}

int LegendView::heightForWidth(int width) const
{
    return layOut(width, nullptr);
}

QSize LegendView::sizeHint() const
{
    return {400, layOut(std::max(width(), 400), nullptr)};
}

int LegendView::oneRowWidth(bool withValues) const
{
    QFont figureFont = font();
    figureFont.setPixelSize(m_textPixels);
    const QFontMetrics metrics(figureFont);
    figureFont.setWeight(QFont::DemiBold);
    const int valueWidth = withValues ? kGap + QFontMetrics(figureFont).horizontalAdvance(kWidestValue) : 0;
    int width = -kBetween;
    for (const Metric metric : m_metrics)
        width += kLine + kGap + metrics.horizontalAdvance(metricTitle(metric)) + valueWidth + kBetween;
    return width;
}

int LegendView::layOut(int width, QPainter *painter) const
{
    // A card's curves bring a second row, which is worth it for the figures.
    const int rows = m_metrics.size() > 4 ? 2 : 1;
    const bool hasValues = oneRowWidth(true) <= width * rows * 9 / 10 || oneRowWidth(true) <= width;
    // Values matter more than standing in line with the picture.
    const int start = hasValues && oneRowWidth(true) + m_indent > width ? 0 : m_indent;
    QFont textFont = font();
    textFont.setPixelSize(m_textPixels);
    QFont figureFont = textFont;
    figureFont.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(textFont);
    const QFontMetrics figures(figureFont);
    const int rowHeight = metrics.height() + kRowGap;
    const int valueWidth = hasValues ? kGap + figures.horizontalAdvance(kWidestValue) : 0;
    int x = start;
    int y = 0;
    for (const Metric metric : m_metrics) {
        const QString name = metricTitle(metric);
        const int nameWidth = metrics.horizontalAdvance(name);
        const int entry = kLine + kGap + nameWidth + valueWidth;
        if (x > start && x + entry > width) {
            x = start;
            y += rowHeight;
        }
        if (painter) {
            const CurveLook look = m_colors.curve(metric);
            QPen pen(look.color, 2);
            if (!look.dash.isEmpty()) {
                QList<qreal> dash = look.dash;
                for (qreal &part : dash)
                    part /= 2;
                pen.setDashPattern(dash);
            }
            pen.setCapStyle(Qt::FlatCap);
            painter->setPen(pen);
            painter->drawLine(x, y + rowHeight / 2, x + kLine, y + rowHeight / 2);
            painter->setFont(textFont);
            painter->setPen(m_colors.secondary);
            painter->drawText(QRect(x + kLine + kGap, y, nameWidth + 2, rowHeight), Qt::AlignVCenter, name);
            if (hasValues) {
                painter->setFont(figureFont);
                painter->setPen(m_colors.text);
                painter->drawText(QRect(x + kLine + kGap + nameWidth + kGap, y, valueWidth - kGap, rowHeight),
                                  Qt::AlignVCenter, valueText(metric));
            }
        }
        x += entry + kBetween;
    }
    return y + rowHeight;
}

void LegendView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    layOut(width(), &painter);
}

void LegendView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace limno
