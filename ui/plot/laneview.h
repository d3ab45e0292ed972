// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/activity.h"
#include "ui/plot/timeview.h"
#include "ui/themecolors.h"

#include <QWidget>

#include <deque>
#include <optional>
#include <vector>

namespace limno {

/// Requests under the level, on its time axis: one lane for those that wait, one for each worker. A failed request is
/// red and crossed, a stopped one hollow.
class LaneView : public QWidget
{
    Q_OBJECT

public:
    explicit LaneView(QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors, int axisPixels);
    void setView(const TimeView &view);
    void setWorkers(int workers);
    /// Ended requests, in the order in which they ended; the latest 200 000 are kept.
    void addSpans(const std::vector<RequestSpan> &spans);
    /// Requests that wait or run at `nowNs`.
    void setOpenSpans(std::vector<RequestSpan> spans, int64_t nowNs);
    void setOrigin(int64_t originNs) { m_originNs = originNs; }
    void setCursorSeconds(std::optional<double> seconds);
    void retranslateUi();

    /// The ended request that a worker computed at this point, or null.
    const RequestSpan *spanAt(const QPoint &point) const;
    size_t spanCount() const { return m_spans.size(); }

    /// Room that the lanes' names need left of the picture.
    int labelWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    int laneCount() const { return m_workers + 1; }
    int laneTop(int lane) const;
    double seconds(int64_t ns) const { return static_cast<double>(ns - m_originNs) / 1e9; }
    void paintSpan(QPainter &painter, const RequestSpan &span, std::vector<double> &lastX) const;
    void paintBox(QPainter &painter, int lane, double from, double to, const RequestSpan &span, bool isWaiting) const;

    ThemeColors m_colors;
    int m_axisPixels = 11;
    TimeView m_view;
    int m_workers = 1;
    int64_t m_originNs = 0;
    std::deque<RequestSpan> m_spans;
    std::vector<RequestSpan> m_open;
    int64_t m_nowNs = 0;
    std::optional<double> m_cursor;
};

} // namespace limno
