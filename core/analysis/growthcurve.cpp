// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthcurve.h"

#include "core/analysis/runwindow.h"

#include <algorithm>

namespace limno {

std::optional<GrowthCurve> growthCurve(const MemoryRun &run, const Verdict &verdict, const std::string &series)
{
    const auto judged = verdict.curves.find(series);
    const RunSeries *values = run.find(series);
    if (judged == verdict.curves.end() || !values)
        return std::nullopt;
    GrowthCurve curve;
    curve.rows = curveOf(run, chooseWindow(run), judgedValues(run, *values), curve.mainRows);
    if (curve.rows.size() == 0)
        return std::nullopt;
    const CurveVerdict &found = judged->second;
    curve.steadyFrom = found.steadyFrom;
    const auto first = static_cast<size_t>(std::ranges::lower_bound(curve.rows.x, found.steadyFrom) - curve.rows.x.begin());
    if (!found.slope || found.evidence.blockRows == 0 || first >= curve.rows.size())
        return curve;
    curve.floors = blockFloors(curve.rows.slice(first, curve.rows.size()), found.evidence.blockRows);
    if (curve.floors.size() == 0)
        return curve;
    std::vector<double> heights;
    for (size_t i = 0; i < curve.floors.size(); ++i)
        heights.push_back(curve.floors.y[i] - *found.slope * curve.floors.x[i]);
    const double middle = (curve.floors.x.front() + curve.floors.x.back()) / 2;
    const Line line{*found.slope, quantile(heights, 0.5)};
    const auto through = [&](double slope) { return Line{slope, line.at(middle) - slope * middle}; };
    curve.slope = GrowthCurve::Slope{line, through(found.interval.low), through(found.interval.high)};
    return curve;
}

} // namespace limno
