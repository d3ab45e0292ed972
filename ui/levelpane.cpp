// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/levelpane.h"

#include "ui/icons.h"
#include "ui/plot/laneview.h"
#include "ui/plot/legendview.h"
#include "ui/plot/leveloverlay.h"
#include "ui/plot/levelplot.h"
#include "ui/pulse.h"
#include "ui/segmentedcontrol.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace limno {

namespace {

constexpr int kRoomForLanes = 230; ///< height of the pane at 100 % text size
constexpr std::array<double, 3> kSpans{60, 600, 0};
/// Drawn in this order: the quiet ones first.
const std::vector<Metric> kCurves{Metric::RssFile,        Metric::HostTensors,     Metric::HeapInUse, Metric::RssAnon,
                                  Metric::DeviceReserved, Metric::DeviceAllocated, Metric::DeviceUsed};
const std::vector<Metric> kLegend{Metric::RssAnon, Metric::RssFile, Metric::HeapInUse, Metric::HostTensors};
/// In the legend only while the graph shows them.
const std::vector<Metric> kCardLegend{Metric::DeviceAllocated, Metric::DeviceReserved, Metric::DeviceUsed};

} // namespace

LevelPane::LevelPane(const Workbench &bench, QWidget *parent)
    : Card(parent)
    , m_bench(bench)
    , m_activity(std::make_shared<Activity>())
    , m_originNs(bench.series.count() > 0 ? bench.series.firstNs() : bench.clock.nowNs())
    , m_plot(new LevelPlot(kCurves))
    , m_overlay(new LevelOverlay(m_plot))
    , m_legend(new LegendView(kLegend))
    , m_lanes(new LaneView)
    , m_spans(new SegmentedControl(kSpans.size(), SegmentedControl::Size::Small))
    , m_follow(new QToolButton)
{
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setProperty("kind", "toggle");
    m_spans->setCurrent(0);
    corner()->addWidget(m_follow);
    corner()->addSpacing(8);
    corner()->addWidget(m_spans);

    body()->setSpacing(4);
    body()->addWidget(m_plot, 1);
    body()->addWidget(m_legend);
    body()->addSpacing(4);
    body()->addWidget(m_lanes);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->installEventFilter(this);
    m_lanes->installEventFilter(this);
    m_lanes->setMouseTracking(true);
    m_lanes->setOrigin(m_originNs);
    m_lanes->setWorkers(bench.pulse.snapshot().workers);

    m_bench.runtime.addObserver(m_activity);
    connect(m_spans, &SegmentedControl::chosen, this, &LevelPane::chooseSpan);
    connect(m_follow, &QToolButton::toggled, this, &LevelPane::setFollowing);
    connect(m_plot, &LevelPlot::drawn, this, &LevelPane::alignToPlot);
    connect(m_plot, &LevelPlot::rangeChanged, this, [this](double from, double to) {
        setFollowing(false);
        m_spans->clearCurrent();
        showRange(from, to);
        refresh();
    });
    connect(&bench.theme, &Theme::changed, this, &LevelPane::dress);
    connect(&bench.pulse, &Pulse::ticked, this, [this] {
        collect();
        refresh();
    });
    dress();
    retranslateUi();
}

LevelPane::~LevelPane()
{
    m_bench.runtime.removeObserver(m_activity);
}

double LevelPane::nowSeconds() const
{
    return static_cast<double>(m_bench.clock.nowNs() - m_originNs) / kNsPerSecond;
}

void LevelPane::setFollowing(bool on)
{
    m_isFollowing = on;
    m_follow->setChecked(on);
    if (on && m_spans->current() < 0)
        m_span = m_to - m_from;
    if (on)
        refresh();
}

void LevelPane::chooseSpan(int index)
{
    m_span = kSpans[static_cast<size_t>(index)];
    setFollowing(true);
}

void LevelPane::showRange(double from, double to)
{
    m_from = from;
    m_to = to;
}

/// Takes over what the workers reported, also while hidden, so that nothing is lost.
void LevelPane::collect()
{
    const Activity::News news = m_activity->take();
    if (!news.spans.empty())
        m_lanes->addSpans(news.spans);
    if (!news.marks.empty())
        m_overlay->addMarks(news.marks, m_originNs);
}

void LevelPane::refresh()
{
    if (!isVisible() || window()->isMinimized())
        return;
    if (m_isFollowing) {
        // Until the span is full the graph grows from the left; then it runs.
        const double now = nowSeconds();
        if (m_span <= 0)
            showRange(0, std::max(now, 10.0));
        else
            showRange(std::max(0.0, now - m_span), std::max(now, m_span));
    }
    m_plot->setRange(m_from, m_to);
    const auto toNs = [this](double seconds) { return m_originNs + static_cast<int64_t>(seconds * kNsPerSecond); };
    const int buckets = std::max(m_plot->plotArea().width(), 64);
    // A little more than is seen, so that lines run out of the picture.
    const double edge = (m_to - m_from) * 0.01 + 0.2;
    m_shown = kLegend;
    for (const Metric metric : kCurves) {
        const auto curve = m_bench.series.range(metric, toNs(m_from - edge), toNs(m_to + edge), buckets);
        m_plot->setCurve(metric, curve, m_originNs);
        if (!curve.empty() && std::find(kCardLegend.begin(), kCardLegend.end(), metric) != kCardLegend.end())
            m_shown.push_back(metric);
    }
    std::sort(m_shown.begin() + static_cast<std::ptrdiff_t>(kLegend.size()), m_shown.end());
    m_legend->setMetrics(m_shown);
    m_plot->replot();

    const Runtime::Snapshot &snapshot = m_bench.pulse.snapshot();
    std::vector<RequestSpan> open;
    for (const Runtime::JobView &job : snapshot.jobs) {
        if (job.kind == JobKind::Request && job.state != JobState::Finished)
            open.push_back(
                spanOf(job.id, job.state == JobState::Running ? job.worker : -1, job.times, OutcomeKind::Ok));
    }
    m_lanes->setWorkers(snapshot.workers);
    m_lanes->setOpenSpans(std::move(open), m_bench.clock.nowNs());
    m_overlay->setEmptyText(m_bench.series.count() == 0 ? tr("Waiting for the first sample…") : QString());
    updateReading();
}

void LevelPane::alignToPlot()
{
    const TimeView view = m_plot->timeView();
    m_overlay->setGeometry(m_plot->rect());
    m_overlay->setView(view, m_plot->plotArea());
    m_lanes->setView(view);
    m_legend->setIndent(view.left);
}

void LevelPane::updateReading()
{
    if (!m_cursor) {
        m_legend->setValues(m_bench.series.latest());
        return;
    }
    const int64_t at = m_originNs + static_cast<int64_t>(*m_cursor * kNsPerSecond);
    const auto halfPixel =
        static_cast<int64_t>((m_to - m_from) / std::max(m_plot->plotArea().width(), 1) * kNsPerSecond)
        + kNsPerSecond / 10;
    Sample reading;
    for (const Metric metric : m_shown) {
        const auto near = m_bench.series.range(metric, at - halfPixel, at + halfPixel, 8);
        if (!near.empty())
            reading.set(metric, near[near.size() / 2].last);
    }
    m_legend->setValues(reading);
}

bool LevelPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseMove) {
        const QPoint point = static_cast<QMouseEvent *>(event)->position().toPoint();
        const TimeView view = m_plot->timeView();
        m_cursor = view.contains(point.x()) ? std::optional(view.toSeconds(point.x())) : std::nullopt;
        if (watched == m_lanes) {
            const RequestSpan *span = m_lanes->spanAt(point);
            m_lanes->setToolTip(span ? tr("request %1 · waited %2 · ran %3")
                                           .arg(span->id)
                                           .arg(durationText(std::max<int64_t>(0, span->startedNs - span->queuedNs)),
                                                durationText(span->finishedNs - span->startedNs))
                                     : QString());
        }
    } else if (event->type() == QEvent::Leave) {
        m_cursor.reset();
    } else if (event->type() == QEvent::MouseButtonDblClick) {
        setFollowing(true);
    } else {
        return Card::eventFilter(watched, event);
    }
    m_overlay->setCursorSeconds(m_cursor);
    m_lanes->setCursorSeconds(m_cursor);
    updateReading();
    return Card::eventFilter(watched, event);
}

void LevelPane::keyPressEvent(QKeyEvent *event)
{
    const double span = m_to - m_from;
    const auto move = [this](double from, double to) { Q_EMIT m_plot->rangeChanged(from, to); };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(m_from - span / 10, m_to - span / 10);
    case Qt::Key_Right:
        return move(m_from + span / 10, m_to + span / 10);
    case Qt::Key_Plus:
        return move(m_from + span / 10, m_to - span / 10);
    case Qt::Key_Minus:
        return move(m_from - span / 8, m_to + span / 8);
    case Qt::Key_End:
        return setFollowing(true);
    default:
        Card::keyPressEvent(event);
    }
}

void LevelPane::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    refresh();
}

/// In a low pane the curves need the room that the lanes take.
void LevelPane::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    m_lanes->setVisible(height() >= m_bench.theme.pixels(kRoomForLanes));
}

void LevelPane::dress()
{
    const ThemeColors &colors = m_bench.theme.colors();
    const int axisPixels = m_bench.theme.pixels(11);
    m_overlay->setColors(colors, axisPixels);
    m_lanes->setColors(colors, axisPixels);
    m_legend->setColors(colors, m_bench.theme.pixels(12));
    m_plot->setLeftMargin(m_lanes->labelWidth());
    m_plot->setColors(colors, axisPixels);
}

void LevelPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    Card::changeEvent(event);
}

void LevelPane::retranslateUi()
{
    setTitle(tr("Level"));
    setSubtitle(tr("memory of this process over time"));
    m_spans->setLabels({tr("1 min"), tr("10 min"), tr("all")});
    m_spans->setToolTips(
        {tr("Show the last minute"), tr("Show the last ten minutes"), tr("Show everything since the start")});
    m_follow->setText(tr("Follow"));
    m_follow->setAccessibleName(tr("Follow the newest sample"));
    m_follow->setToolTip(tr("Follow the newest sample (End). Wheel zooms, drag moves, double click follows again."));
    m_plot->setAccessibleName(tr("Memory curves"));
    m_plot->setLeftMargin(m_lanes->labelWidth());
}

} // namespace limno
