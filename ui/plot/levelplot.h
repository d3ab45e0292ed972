// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"
#include "core/memory/seriesstore.h"
#include "ui/plot/timeview.h"
#include "ui/themecolors.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace limno {

/// The curves over time: a thin grid, no box, no fill. Knows nothing about where the numbers come from.
/// Wheel and drag change the shown time and say so; the value axis fits itself.
class LevelPlot : public QWidget
{
    Q_OBJECT

public:
    /// `metrics` in the order in which they are drawn, later ones above.
    explicit LevelPlot(std::vector<Metric> metrics, QWidget *parent = nullptr);
    ~LevelPlot() override;

    void setColors(const ThemeColors &colors, int axisPixels);
    /// Least room left of the curves, so that other things can stand in line with them.
    void setLeftMargin(int pixels);
    /// Seconds since `originNs` on the x axis.
    void setCurve(Metric metric, const std::vector<SeriesStore::Bucket> &buckets, int64_t originNs);
    void setRange(double fromSeconds, double toSeconds);
    /// Fits the value axis to what is shown and draws soon.
    void replot();

    TimeView timeView() const;
    /// Where the curves are, in this widget's coordinates.
    QRect plotArea() const;
    QColor curveColor(Metric metric) const;
    int64_t replotCount() const;

    QSize sizeHint() const override { return {600, 240}; }
    QSize minimumSizeHint() const override { return {240, 96}; }

Q_SIGNALS:
    /// By the user's hand.
    void rangeChanged(double fromSeconds, double toSeconds);
    void drawn();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
