// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"
#include "ui/themecolors.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace limno {

/// The name of a metric in the user's words.
QString metricTitle(Metric metric);

/// The legend in words, with the values under the cursor or the latest ones where there is room for them in one row,
/// or in two when a card has its curves too.
class LegendView : public QWidget
{
    Q_OBJECT

public:
    explicit LegendView(std::vector<Metric> metrics, QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors, int textPixels);
    void setMetrics(std::vector<Metric> metrics);
    void setValues(const Sample &sample);
    /// Where the text starts, to stand under the plot's left edge.
    void setIndent(int pixels);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// Lays the entries out in rows, paints them when there is a painter, returns the height.
    int layOut(int width, QPainter *painter) const;
    int oneRowWidth(bool withValues) const;
    QString valueText(Metric metric) const;

    std::vector<Metric> m_metrics;
    ThemeColors m_colors;
    int m_textPixels = 12;
    int m_indent = 0;
    Sample m_sample;
};

} // namespace limno
