// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/levelplot.h"

#include "core/base/bytesize.h"
#include "ui/text.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <qcustomplot.h>

#include <cmath>
#include <map>
#include <optional>

namespace limno {

namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kZoomPerNotch = 0.8;
constexpr double kShortestSpan = 1.0;
constexpr double kLongestSpan = 8 * 86400.0;

/// Steps that are round in binary units: 1, 2, 4 … of a power of 1024.
double niceByteStep(double span, int ticks)
{
    return std::exp2(std::max(0.0, std::round(std::log2(std::max(span, 1.0) / ticks))));
}

class ByteTicker final : public QCPAxisTicker
{
public:
    int lines = 5; ///< about so many where there is room

protected:
    double getTickStep(const QCPRange &range) override { return niceByteStep(range.size(), lines); }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        if (tick == 0)
            return QStringLiteral("0");
        QString text = fromUtf8(formatByteSize(static_cast<int64_t>(tick)));
        text.replace(QStringLiteral(".0 "), QStringLiteral(" "));
        return text;
    }
};

class ClockTicker final : public QCPAxisTicker
{
public:
    double step = 1; ///< seconds; tells whether labels need tenths

protected:
    double getTickStep(const QCPRange &range) override
    {
        const double wanted = range.size() / 7;
        for (const double candidate : {0.1, 0.2, 0.5, 1., 2., 5., 10., 15., 30., 60., 120., 300., 600., 900., 1800.,
                                       3600., 7200., 21600., 43200.}) {
            if (candidate >= wanted)
                return candidate;
        }
        return 86400;
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        return tick < -1e-6 ? QString() : clockText(tick, step);
    }
};

} // namespace

struct LevelPlot::Impl {
    QCustomPlot *plot = nullptr;
    QSharedPointer<ClockTicker> clock{new ClockTicker};
    QSharedPointer<ByteTicker> bytes{new ByteTicker};
    std::map<Metric, QCPGraph *> graphs;
    std::optional<QPoint> dragFrom;
    QCPRange dragRange;
    double top = 0;
    int64_t replots = 0;

    void fitValues();
};

void LevelPlot::Impl::fitValues()
{
    double highest = 0;
    const QCPRange shown = plot->xAxis->range();
    for (const auto &[metric, graph] : graphs) {
        bool found = false;
        const QCPRange values = graph->getValueRange(found, QCP::sdBoth, shown);
        if (found)
            highest = std::max(highest, values.upper);
    }
    bytes->lines = std::clamp(plot->axisRect()->height() / 36, 2, 6);
    const double step = niceByteStep(std::max(highest, 16 * kMiB) * 1.05, bytes->lines);
    const double wanted = std::ceil(std::max(highest, 16 * kMiB) * 1.03 / step) * step;
    // Falls only when much is empty, so that the picture does not jump with every request.
    if (wanted > top || wanted < top * 0.7) {
        top = wanted;
        plot->yAxis->setRange(0, top * 1.002); // the topmost line is seen whole
    }
}

LevelPlot::LevelPlot(std::vector<Metric> metrics, QWidget *parent)
    : QWidget(parent)
    , m_impl(std::make_unique<Impl>())
{
    auto *plot = new QCustomPlot(this);
    m_impl->plot = plot;
    // One widget takes the mouse, for curves and for what lies over them.
    plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setNoAntialiasingOnDrag(false);
    plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    plot->xAxis->setTicker(m_impl->clock);
    plot->yAxis->setTicker(m_impl->bytes);
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis}) {
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setBasePen(Qt::NoPen);
        axis->setTickLength(0);
    }
    plot->xAxis->grid()->setVisible(false);
    plot->yAxis->grid()->setZeroLinePen(Qt::NoPen);
    plot->resize(sizeHint()); // it cannot draw into nothing
    setLeftMargin(64);
    plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    for (const Metric metric : metrics) {
        QCPGraph *graph = plot->addGraph();
        graph->setAdaptiveSampling(true);
        m_impl->graphs[metric] = graph;
    }
    connect(plot, &QCustomPlot::afterReplot, this, [this] {
        ++m_impl->replots;
        Q_EMIT drawn();
    });
    setMouseTracking(true);
    setCursor(Qt::CrossCursor);
    m_impl->fitValues();
}

LevelPlot::~LevelPlot() = default;

void LevelPlot::setColors(const ThemeColors &colors, int axisPixels)
{
    QCustomPlot *plot = m_impl->plot;
    plot->setBackground(QBrush(colors.panel));
    QFont axisFont = font();
    axisFont.setPixelSize(axisPixels);
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis}) {
        axis->setTickLabelColor(colors.secondary);
        axis->setTickLabelFont(axisFont);
    }
    plot->yAxis->grid()->setPen(QPen(colors.grid, 1));
    plot->yAxis->grid()->setZeroLinePen(QPen(colors.border, 1));
    for (const auto &[metric, graph] : m_impl->graphs) {
        const CurveLook look = colors.curve(metric);
        QPen pen(look.color, 1);
        if (!look.dash.isEmpty())
            pen.setDashPattern(look.dash);
        graph->setPen(pen);
    }
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void LevelPlot::setLeftMargin(int pixels)
{
    m_impl->plot->axisRect()->setMinimumMargins(QMargins(pixels, 6, 8, 20));
}

void LevelPlot::setCurve(Metric metric, const std::vector<SeriesStore::Bucket> &buckets, int64_t originNs)
{
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(buckets.size()) * 3);
    for (const SeriesStore::Bucket &bucket : buckets) {
        const double first = static_cast<double>(bucket.firstNs - originNs) / 1e9;
        const double last = static_cast<double>(bucket.lastNs - originNs) / 1e9;
        if (bucket.min != bucket.max) {
            points.append({first, static_cast<double>(bucket.min)});
            points.append({first + (last - first) / 2, static_cast<double>(bucket.max)});
        }
        points.append({last, static_cast<double>(bucket.last)});
    }
    m_impl->graphs.at(metric)->data()->set(points, true);
}

void LevelPlot::setRange(double fromSeconds, double toSeconds)
{
    m_impl->plot->xAxis->setRange(fromSeconds, toSeconds);
    m_impl->clock->step = (toSeconds - fromSeconds) / 7 <= 0.5 ? 0.1 : 1;
}

void LevelPlot::replot()
{
    m_impl->fitValues();
    m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
}

TimeView LevelPlot::timeView() const
{
    const QCPRange range = m_impl->plot->xAxis->range();
    const QRect area = plotArea();
    return {range.lower, range.upper, area.left(), area.right() + 1};
}

QRect LevelPlot::plotArea() const
{
    return m_impl->plot->axisRect()->rect();
}

QColor LevelPlot::curveColor(Metric metric) const
{
    return m_impl->graphs.at(metric)->pen().color();
}

int64_t LevelPlot::replotCount() const
{
    return m_impl->replots;
}

void LevelPlot::resizeEvent(QResizeEvent *)
{
    if (!rect().isEmpty())
        m_impl->plot->setGeometry(rect());
}

void LevelPlot::wheelEvent(QWheelEvent *event)
{
    const TimeView view = timeView();
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || !view.contains(event->position().x()))
        return;
    const double centre = view.toSeconds(event->position().x());
    const double span =
        std::clamp((view.to - view.from) * std::pow(kZoomPerNotch, notches), kShortestSpan, kLongestSpan);
    const double share = (centre - view.from) / (view.to - view.from);
    Q_EMIT rangeChanged(centre - share * span, centre + (1 - share) * span);
    event->accept();
}

void LevelPlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_impl->dragFrom = event->position().toPoint();
    m_impl->dragRange = m_impl->plot->xAxis->range();
}

void LevelPlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_impl->dragFrom && event->buttons().testFlag(Qt::LeftButton)) {
        const TimeView view = timeView();
        const double shift = (m_impl->dragFrom->x() - event->position().x()) / std::max(view.right - view.left, 1)
            * m_impl->dragRange.size();
        Q_EMIT rangeChanged(m_impl->dragRange.lower + shift, m_impl->dragRange.upper + shift);
    }
    // The pane reads the cursor from here.
    event->ignore();
}

void LevelPlot::mouseReleaseEvent(QMouseEvent *)
{
    m_impl->dragFrom.reset();
}

} // namespace limno
