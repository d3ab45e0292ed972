// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/activity.h"
#include "ui/card.h"
#include "ui/workbench.h"

#include <memory>
#include <optional>
#include <vector>

class QToolButton;

namespace limno {

class LaneView;
class LegendView;
class LevelOverlay;
class LevelPlot;
class SegmentedControl;

/// Level and request lanes on one time axis. Follows the newest sample until the user moves the view by hand; does not
/// draw while it is hidden.
class LevelPane : public Card
{
    Q_OBJECT

public:
    explicit LevelPane(const Workbench &bench, QWidget *parent = nullptr);
    ~LevelPane() override;

    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool on);
    LevelPlot *plot() const { return m_plot; }
    LaneView *lanes() const { return m_lanes; }
    LevelOverlay *overlay() const { return m_overlay; }

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslateUi();
    void dress();
    void collect();
    void refresh();
    void showRange(double from, double to);
    void alignToPlot();
    void updateReading();
    void chooseSpan(int index);
    double nowSeconds() const;

    Workbench m_bench;
    std::shared_ptr<Activity> m_activity;
    int64_t m_originNs;
    bool m_isFollowing = true;
    double m_span = 60; ///< seconds; 0 = everything
    double m_from = 0;
    double m_to = 60;
    std::optional<double> m_cursor;
    std::vector<Metric> m_shown; ///< curves in the legend
    LevelPlot *m_plot;
    LevelOverlay *m_overlay;
    LegendView *m_legend;
    LaneView *m_lanes;
    SegmentedControl *m_spans;
    QToolButton *m_follow;
};

} // namespace limno
