// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/afterrun.h"

#include "core/analysis/percentiles.h"

#include <algorithm>

namespace limno {

namespace {

constexpr double kMostOfGrowth = 0.8;
constexpr double kIdlePace = 0.5; ///< of the pace while requests ran
constexpr size_t kFewestReadings = 8;
constexpr double kIdleAlpha = 0.01;
constexpr size_t kLevelRows = 10;
constexpr int kLastCacheRung = 5;

double lowest(const std::vector<double> &values, size_t count)
{
    return *std::min_element(values.end() - static_cast<std::ptrdiff_t>(std::min(count, values.size())), values.end());
}

/// Bytes per second of readings over time, 0 unless they rise beyond doubt.
double idlePace(const Points &readings)
{
    if (readings.size() < kFewestReadings)
        return 0;
    const Points floors = readings.size() > 256 ? blockFloors(readings, readings.size() / 128) : readings;
    const double slope = theilSen(floors).slope;
    return mannKendall(floors, slope).p < kIdleAlpha ? slope : 0;
}

} // namespace

AfterRun afterRun(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, const Points &curve,
                  const CurveVerdict &verdict)
{
    if (window.rows.empty() || curve.size() < 2)
        return AfterRun::Unknown;
    const size_t lastRow = *std::ranges::max_element(window.rows);
    const auto clear = std::ranges::find_if(run.marks, [&](const RunMark &mark) { return mark.kind == MarkKind::Clear && mark.row > lastRow; });
    const size_t clearRow = clear == run.marks.end() ? run.rows.size() : clear->row;
    Points resting;
    std::vector<double> cleared;
    for (size_t i = lastRow + 1; i < run.rows.size(); ++i) {
        if (i >= values.size() || !std::isfinite(values[i]))
            continue;
        if (i >= clearRow) {
            cleared.push_back(values[i]);
        } else if (run.rows[i].phase == RunPhase::Rest) {
            resting.x.push_back(run.rows[i].timeNs ? static_cast<double>(*run.rows[i].timeNs) * 1e-9 : resting.x.size());
            resting.y.push_back(values[i]);
        }
    }
    const double level = lowest(curve.y, kLevelRows);
    // What filled a cache is seen from the start of the run on.
    const auto steady = verdict.leakClass == LeakClass::Bounded ? 0 : std::ranges::lower_bound(curve.x, verdict.steadyFrom) - curve.x.begin();
    const double steadyLevel = *std::min_element(curve.y.begin() + steady,
                                                 curve.y.begin() + std::min<std::ptrdiff_t>(steady + kLevelRows, std::ssize(curve.y)));
    const double growth = level - steadyLevel;
    if (growth <= 0 || (resting.y.empty() && cleared.empty()))
        return AfterRun::Unknown;
    if (!resting.y.empty() && level - lowest(resting.y, resting.y.size() / 3 + 1) >= kMostOfGrowth * growth)
        return AfterRun::Released;

    const auto first = run.rows[window.rows[static_cast<size_t>(steady) * window.rows.size() / curve.size()]].timeNs;
    const auto last = run.rows[lastRow].timeNs;
    if (first && last && *last > *first && idlePace(resting) > kIdlePace * growth / (static_cast<double>(*last - *first) * 1e-9))
        return AfterRun::GrewOn;
    if (!cleared.empty() && level - median(cleared).value_or(level) >= kMostOfGrowth * growth)
        return clear->clearStep > 0 && clear->clearStep <= kLastCacheRung ? AfterRun::ClearedCache : AfterRun::ClearedAllocator;
    return AfterRun::Stayed;
}

LeakClass withAfterRun(LeakClass leakClass, AfterRun after)
{
    if (!isLeak(leakClass) && leakClass != LeakClass::Growing && leakClass != LeakClass::Bounded)
        return leakClass;
    switch (after) {
    case AfterRun::Released:
        return LeakClass::HeldThenReleased;
    case AfterRun::ClearedCache:
        return LeakClass::Bounded;
    case AfterRun::ClearedAllocator:
        return LeakClass::Retention;
    case AfterRun::GrewOn:
        return LeakClass::TimeDriven;
    case AfterRun::Unknown:
    case AfterRun::Stayed:
        break;
    }
    return leakClass;
}

} // namespace limno
