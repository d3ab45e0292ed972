// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/growthplot.h"

#include "core/base/bytesize.h"
#include "core/io/chartaxis.h"
#include "ui/text.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

constexpr double kGap = 6;
constexpr double kLineHeight = 36;

/// Where numbers are on the widget.
struct Frame {
    QRectF area;
    double first = 0;
    double last = 1;
    double low = 0;
    double high = 1;

    QPointF at(double request, double bytes) const
    {
        const double x = area.left() + (request - first) / (last - first) * area.width();
        const double y = area.bottom() - std::clamp((bytes - low) / (high - low), 0.0, 1.0) * area.height();
        return {x, y};
    }
};

} // namespace

GrowthPlot::GrowthPlot(QWidget *parent)
    : QWidget(parent)
    , m_colors(&themeColors(Scheme::Light))
{
}

void GrowthPlot::setColors(const ThemeColors &colors)
{
    m_colors = &colors;
    update();
}

void GrowthPlot::setCurve(std::optional<GrowthCurve> curve)
{
    m_curve = std::move(curve);
    update();
}

void GrowthPlot::paintEvent(QPaintEvent *)
{
    if (!m_curve)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors &colors = *m_colors;
    const Points &rows = m_curve->rows;
    const auto [lowest, highest] = std::ranges::minmax(rows.y);
    const double room = std::max((highest - lowest) * 0.2, 4096.0);
    const QFontMetrics metrics(font());
    Frame frame;
    frame.area = QRectF(metrics.horizontalAdvance(QStringLiteral("1023.9 MiB")) + kGap, kGap, 0, 0);
    frame.area.setRight(width() - 1);
    frame.area.setBottom(height() - metrics.height() - kGap);
    const int lines = std::clamp(static_cast<int>(frame.area.height() / kLineHeight), 2, 6);
    const double from = std::max(0.0, lowest - room);
    const ChartAxis axis = byteAxis(std::llround(highest + room - from), lines);
    const double step = axis.ticks.size() > 1 ? axis.ticks[1].value : 1;
    frame.low = std::floor(from / step) * step;
    frame.high = std::max(frame.low + axis.end, highest);
    frame.first = rows.x.front();
    frame.last = std::max(rows.x.back(), frame.first + 1);

    for (double value = frame.low; value <= frame.high; value += step) {
        const double y = std::round(frame.at(frame.first, value).y()) + 0.5;
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y));
        painter.setPen(colors.secondary);
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, frame.area.left() - kGap, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         bytesText(std::llround(value)));
    }
    const QRectF below(frame.area.left(), frame.area.bottom() + kGap / 2, frame.area.width(), metrics.height());
    painter.drawText(below, Qt::AlignLeft, QString::number(std::llround(frame.first)));
    painter.drawText(below, Qt::AlignRight, tr("request %1").arg(std::llround(frame.last)));

    if (m_curve->slope) {
        QColor shade = colors.secondary;
        shade.setAlphaF(0.10F);
        painter.fillRect(QRectF(frame.area.topLeft(), QPointF(frame.at(m_curve->steadyFrom, 0).x(), frame.area.bottom())), shade);
    }
    if (m_curve->mainRows > 0 && m_curve->mainRows < rows.size()) {
        const double x = frame.at(rows.x[m_curve->mainRows], 0).x();
        painter.setPen(QPen(colors.secondary, 1, Qt::DotLine));
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
        painter.drawText(QPointF(x + kGap, frame.area.top() + metrics.ascent()), tr("confirmation"));
    }
    QPolygonF line;
    for (size_t i = 0; i < rows.size(); ++i)
        line << frame.at(rows.x[i], rows.y[i]);
    painter.setPen(QPen(colors.secondary, 1));
    painter.drawPolyline(line);
    if (!m_curve->slope || m_curve->floors.size() == 0)
        return;

    const GrowthCurve::Slope &slope = *m_curve->slope;
    const double begin = m_curve->floors.x.front();
    const double end = m_curve->floors.x.back();
    const double middle = (begin + end) / 2;
    QPainterPath ribbon(frame.at(begin, slope.low.at(begin)));
    for (const auto &[x, on] : {std::pair{middle, &slope.line}, {end, &slope.low}, {end, &slope.high}, {middle, &slope.line}, {begin, &slope.high}})
        ribbon.lineTo(frame.at(x, on->at(x)));
    ribbon.closeSubpath();
    QColor veil = colors.accent;
    veil.setAlphaF(0.25F);
    painter.fillPath(ribbon, veil);
    painter.setPen(QPen(colors.accent, 2));
    painter.drawLine(frame.at(begin, slope.line.at(begin)), frame.at(end, slope.line.at(end)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent);
    for (size_t i = 0; i < m_curve->floors.size(); ++i)
        painter.drawEllipse(frame.at(m_curve->floors.x[i], m_curve->floors.y[i]), 2.2, 2.2);
}

} // namespace limno
