// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryrun.h"
#include "core/analysis/random.h"
#include "core/analysis/trend.h"

namespace limno::test {

inline constexpr double kMega = 1e6;

/// y(row) for `count` rows, with normal noise.
template<typename Curve>
Points pointsOf(size_t count, const Curve &curve, double noise = 0, uint64_t seed = 1)
{
    Random random(seed);
    Points points;
    for (size_t i = 0; i < count; ++i) {
        points.x.push_back(static_cast<double>(i));
        points.y.push_back(curve(static_cast<double>(i)) + noise * random.normal());
    }
    return points;
}

/// A run of `count` requests with one series.
template<typename Curve>
MemoryRun runOf(size_t count, const Curve &curve, double noise = 0, const std::string &name = "heapInUse")
{
    MemoryRun run;
    run.series.push_back({name, pointsOf(count, curve, noise).y});
    for (size_t i = 0; i < count; ++i) {
        RunRow row;
        row.request = static_cast<int64_t>(i);
        run.rows.push_back(row);
    }
    return run;
}

/// Another series of the same rows.
template<typename Curve>
void addSeries(MemoryRun &run, const std::string &name, const Curve &curve, double noise = 0)
{
    run.series.push_back({name, pointsOf(run.rows.size(), curve, noise, 2).y});
}

/// Readings while nothing runs, one a second, for the only series of the run.
template<typename Curve>
void addRest(MemoryRun &run, size_t count, const Curve &curve)
{
    for (size_t i = 0; i < count; ++i) {
        RunRow row;
        row.phase = RunPhase::Rest;
        row.timeNs = run.rows.back().timeNs.value_or(0) + 1'000'000'000;
        run.rows.push_back(row);
        run.series.front().values.push_back(curve(static_cast<double>(i)));
    }
}

} // namespace limno::test
