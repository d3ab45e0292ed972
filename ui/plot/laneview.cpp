// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/laneview.h"

#include <QEvent>
#include <QPainter>

namespace limno {

namespace {
constexpr int kLaneHeight = 20;
constexpr int kBoxHeight = 12;
constexpr size_t kKeptSpans = 200'000;
constexpr double kNarrowest = 2; ///< a request is seen however short it was
} // namespace

LaneView::LaneView(QWidget *parent)
    : QWidget(parent)
    , m_colors(themeColors(Scheme::Light))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    retranslateUi();
}

void LaneView::setColors(const ThemeColors &colors, int axisPixels)
{
    m_colors = colors;
    m_axisPixels = axisPixels;
    updateGeometry();
    update();
}

void LaneView::setView(const TimeView &view)
{
    m_view = view;
    update();
}

void LaneView::setWorkers(int workers)
{
    if (workers == m_workers || workers < 1)
        return;
    m_workers = workers;
    updateGeometry();
    update();
}

void LaneView::addSpans(const std::vector<RequestSpan> &spans)
{
    m_spans.insert(m_spans.end(), spans.begin(), spans.end());
    if (m_spans.size() > kKeptSpans)
        m_spans.erase(m_spans.begin(), m_spans.begin() + static_cast<std::ptrdiff_t>(m_spans.size() - kKeptSpans));
    update();
}

void LaneView::setOpenSpans(std::vector<RequestSpan> spans, int64_t nowNs)
{
    m_open = std::move(spans);
    m_nowNs = nowNs;
    update();
}

void LaneView::setCursorSeconds(std::optional<double> seconds)
{
    if (m_cursor == seconds)
        return;
    m_cursor = seconds;
    update();
}

void LaneView::retranslateUi()
{
    setAccessibleName(tr("Requests over time"));
    update();
}

void LaneView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

int LaneView::labelWidth() const
{
    QFont axisFont = font();
    axisFont.setPixelSize(m_axisPixels);
    const QFontMetrics metrics(axisFont);
    return std::max(metrics.horizontalAdvance(tr("waiting")), metrics.horizontalAdvance(tr("worker %1").arg(10))) + 14;
}

QSize LaneView::sizeHint() const
{
    return {400, laneTop(laneCount()) + 2};
}

int LaneView::laneTop(int lane) const
{
    return lane * std::max(kLaneHeight, m_axisPixels + 8);
}

const RequestSpan *LaneView::spanAt(const QPoint &point) const
{
    const int worker = point.y() / std::max(kLaneHeight, m_axisPixels + 8) - 1;
    const double at = m_view.toSeconds(point.x());
    for (auto span = m_spans.rbegin(); span != m_spans.rend(); ++span) {
        if (seconds(span->finishedNs) < m_view.from)
            break;
        if (span->worker == worker && span->startedNs && seconds(span->startedNs) <= at
            && at <= seconds(span->finishedNs))
            return &*span;
    }
    return nullptr;
}

void LaneView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QFont axisFont = font();
    axisFont.setPixelSize(m_axisPixels);
    painter.setFont(axisFont);
    for (int lane = 0; lane < laneCount(); ++lane) {
        const QRect label(0, laneTop(lane), m_view.left - 10, laneTop(1));
        painter.setPen(m_colors.secondary);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter,
                         lane == 0 ? tr("waiting") : tr("worker %1").arg(lane));
        painter.setPen(m_colors.grid);
        painter.drawLine(m_view.left, laneTop(lane) + laneTop(1) / 2, m_view.right, laneTop(lane) + laneTop(1) / 2);
    }

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_view.left, 0, m_view.right - m_view.left, height());
    // Ended requests are in order of their end, so the visible ones are one stretch at the back.
    std::vector<double> lastX(static_cast<size_t>(laneCount()), 1e9);
    for (const RequestSpan &span : m_open)
        paintSpan(painter, span, lastX);
    std::fill(lastX.begin(), lastX.end(), 1e9);
    for (auto span = m_spans.rbegin(); span != m_spans.rend() && seconds(span->finishedNs) >= m_view.from; ++span)
        paintSpan(painter, *span, lastX);

    if (m_cursor) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(m_colors.secondary);
        const int x = static_cast<int>(std::round(m_view.toPixel(*m_cursor)));
        painter.drawLine(x, 0, x, height());
    }
}

void LaneView::paintSpan(QPainter &painter, const RequestSpan &span, std::vector<double> &lastX) const
{
    const int64_t endNs = span.finishedNs ? span.finishedNs : m_nowNs;
    const auto box = [&](int lane, int64_t fromNs, int64_t toNs, bool isWaiting) {
        const double from = m_view.toPixel(seconds(fromNs));
        const double to = std::max(m_view.toPixel(seconds(toNs)) - 1, from + kNarrowest);
        if (to < m_view.left || from > m_view.right || lane >= laneCount())
            return;
        // Thousands of requests in one column of pixels are drawn once; a failure is always drawn.
        double &covered = lastX[static_cast<size_t>(lane)];
        if (from >= covered - 1 && span.end != OutcomeKind::Failed)
            return;
        covered = std::min(covered, from);
        paintBox(painter, lane, from, to, span, isWaiting);
    };
    const int64_t waitedUntil = span.startedNs ? span.startedNs : endNs;
    if (span.queuedNs && waitedUntil - span.queuedNs > kNsPerMs)
        box(0, span.queuedNs, waitedUntil, true);
    if (span.startedNs && span.worker >= 0)
        box(span.worker + 1, span.startedNs, endNs, false);
}

void LaneView::paintBox(QPainter &painter, int lane, double from, double to, const RequestSpan &span,
                        bool isWaiting) const
{
    const double top = laneTop(lane) + (laneTop(1) - kBoxHeight) / 2.0;
    const QRectF rect(from, top, to - from, kBoxHeight);
    const double radius = rect.width() > 6 ? 2 : 0;
    const bool isFailed = !isWaiting && span.end == OutcomeKind::Failed && span.finishedNs;
    const bool isStopped = !isWaiting && span.end == OutcomeKind::Cancelled && span.finishedNs;
    const QColor color = isWaiting ? m_colors.secondary : isFailed ? m_colors.bad : m_colors.accent;
    if (isStopped) {
        painter.setPen(QPen(color, 1));
        painter.setBrush(m_colors.panel);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect, radius, radius);
    if (isFailed && rect.width() >= 8) {
        painter.setPen(QPen(m_colors.panel, 1.2));
        const QPointF c = rect.center();
        painter.drawLine(c + QPointF(-2.5, -2.5), c + QPointF(2.5, 2.5));
        painter.drawLine(c + QPointF(-2.5, 2.5), c + QPointF(2.5, -2.5));
    }
}

} // namespace limno
