// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survivors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limno {

namespace {

constexpr int64_t kYoungGenerations = 7;
constexpr size_t kFewestGenerations = 24;
constexpr size_t kFewestKept = 8;
constexpr double kStartUpShare = 0.2;
constexpr double kOldByYoung = 0.5;

double meanOf(const std::vector<double> &values, size_t first, size_t last)
{
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = values.begin() + static_cast<std::ptrdiff_t>(last);
    return first == last ? 0 : std::accumulate(from, to, 0.0) / static_cast<double>(last - first);
}

} // namespace

std::optional<SurvivorEvidence> judgeSurvivors(const std::vector<Survivor> &survivors, int64_t requests, double floorBytes)
{
    // What the first requests set up for all that follow is no leak.
    const auto first = static_cast<int64_t>(kStartUpShare * static_cast<double>(requests));
    const int64_t last = requests - kYoungGenerations;
    if (last - first < static_cast<int64_t>(kFewestGenerations))
        return std::nullopt;
    std::vector<double> kept(static_cast<size_t>(last - first), 0.0);
    for (const Survivor &one : survivors) {
        if (one.request >= first && one.request < last)
            kept[static_cast<size_t>(one.request - first)] += one.bytes;
    }
    SurvivorEvidence evidence;
    evidence.generations = kept.size();
    evidence.slope = meanOf(kept, 0, kept.size());
    double squares = 0;
    for (const double bytes : kept)
        squares += std::pow(bytes - evidence.slope, 2);
    const auto n = static_cast<double>(kept.size());
    const double error = upperQuantile(0.025) * std::sqrt(squares / (n - 1) / n);
    evidence.interval = {std::max(0.0, evidence.slope - error), evidence.slope + error};

    const double old = meanOf(kept, 0, kept.size() / 2);
    const double young = meanOf(kept, kept.size() / 2, kept.size());
    const auto withSomething = static_cast<size_t>(std::ranges::count_if(kept, [](double bytes) { return bytes > 0; }));
    const bool isMuch = withSomething >= kFewestKept && evidence.interval.low > floorBytes;
    evidence.diesOut = isMuch && old < kOldByYoung * young;
    evidence.isKept = isMuch && !evidence.diesOut && young >= kOldByYoung * old;
    return evidence;
}

} // namespace limno
