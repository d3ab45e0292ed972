// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/floors.h"

#include "core/analysis/percentiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limno {

namespace {

constexpr size_t kSmallestBlock = 5;
constexpr size_t kLargestBlock = 10;
constexpr size_t kMostBlocks = 128;
constexpr size_t kFewestDrops = 3;
constexpr double kDropOfRange = 0.45;
constexpr double kDropOfStep = 5.5;
constexpr double kIrregular = 0.5; ///< standard deviation of the distances between drops, in parts of their mean
constexpr double kMostCycles = 0.7;
constexpr double kRisesAgain = 0.001; ///< probability of such a rise by chance
constexpr double kBlockOfCycle = 1.1;

/// Whether rows [first, last) lead up to a drop of `height`; a lone spike doesn't.
bool risesBetween(const std::vector<double> &y, size_t first, size_t last, double height)
{
    const auto from = y.begin() + static_cast<std::ptrdiff_t>(first);
    const auto middle = from + static_cast<std::ptrdiff_t>((last - first) / 2);
    const auto to = y.begin() + static_cast<std::ptrdiff_t>(last);
    return median({middle, to}).value_or(0) - median({from, middle}).value_or(0) > height / 4;
}

struct Falls {
    std::vector<double> y; ///< of the rows, their trend taken out
    std::vector<double> heights;
    std::vector<size_t> at; ///< the rows before them
};

Falls fallsOf(const Points &rows)
{
    if (rows.size() < kSmallestBlock * kFewestDrops)
        return {};
    const Line trend = theilSen(blockFloors(rows, std::max(kSmallestBlock, rows.size() / kMostBlocks)));
    Falls falls{residualsOf(rows, trend), {}, {}};
    std::vector<double> sorted = falls.y;
    const double high = quantile(sorted, 0.95);
    const double range = high - quantile(sorted, 0.05);
    std::vector<double> steps;
    for (size_t i = 0; i + 1 < rows.size(); ++i)
        steps.push_back(std::abs(rows.y[i + 1] - rows.y[i]));
    const double least = std::max(kDropOfRange * range, kDropOfStep * median(steps).value_or(0));

    for (size_t i = 0; i + 1 < rows.size(); ++i) {
        if (const double drop = rows.y[i] - rows.y[i + 1]; drop > least) {
            falls.heights.push_back(drop);
            falls.at.push_back(i);
        }
    }
    return falls;
}

std::optional<Cycle> cycleOf(const Points &rows)
{
    const auto [y, heights, at] = fallsOf(rows);
    if (at.size() < kFewestDrops)
        return std::nullopt;
    const auto count = static_cast<double>(at.size() - 1);
    const double mean = static_cast<double>(at.back() - at.front()) / count;
    const double height = *median(heights);
    double squares = 0;
    double rising = 0;
    for (size_t i = 0; i + 1 < at.size(); ++i) {
        squares += std::pow(static_cast<double>(at[i + 1] - at[i]) - mean, 2);
        rising += risesBetween(y, at[i] + 1, at[i + 1] + 1, height) ? 1 : 0;
    }
    // Every second row is noise, not a cycle.
    if (mean < 3 || std::sqrt(squares / count) > kIrregular * mean || rising < kMostCycles * count)
        return std::nullopt;
    return Cycle{at.size(), mean, height};
}

} // namespace

std::optional<Cycle> findCycle(const Points &rows)
{
    const auto start = static_cast<size_t>(kStartUp * static_cast<double>(rows.size()));
    if (const auto steady = cycleOf(rows.slice(start, rows.size())))
        return steady;
    return cycleOf(rows);
}

bool risesAgainAfterAFall(const Points &rows)
{
    const Falls falls = fallsOf(rows);
    if (falls.at.empty() || falls.at.size() >= kFewestDrops)
        return false;
    const Points since = rows.slice(falls.at.back() + 1, rows.size());
    const Points floors = blockFloors(since, std::max<size_t>(1, since.size() / kMostBlocks));
    const Line line = theilSen(floors);
    return mannKendall(floors, line.slope).p < kRisesAgain
           && line.slope * (rows.x.back() - rows.x.front()) > kDropOfRange * falls.heights.back();
}

size_t blockLength(size_t window, const std::optional<Cycle> &cycle)
{
    size_t block = std::clamp(window / 24, kSmallestBlock, kLargestBlock);
    block = std::max(block, (window + kMostBlocks - 1) / kMostBlocks);
    if (cycle)
        block = std::max(block, static_cast<size_t>(std::ceil(kBlockOfCycle * cycle->period)));
    return block;
}

Points blockFloors(const Points &rows, size_t block)
{
    Points floors;
    const size_t count = rows.size() / std::max<size_t>(block, 1);
    for (size_t i = 0; i < count; ++i) {
        const auto first = rows.y.begin() + static_cast<std::ptrdiff_t>(i * rows.size() / count);
        const auto last = rows.y.begin() + static_cast<std::ptrdiff_t>((i + 1) * rows.size() / count);
        const auto lowest = std::min_element(first, last);
        floors.x.push_back(rows.x[static_cast<size_t>(lowest - rows.y.begin())]);
        floors.y.push_back(*lowest);
    }
    return floors;
}

Points withoutLargestRise(const Points &floors)
{
    Points rest = floors;
    size_t at = 0;
    double largest = 0;
    for (size_t i = 1; i < floors.size(); ++i) {
        if (floors.y[i] - floors.y[i - 1] > largest) {
            largest = floors.y[i] - floors.y[i - 1];
            at = i;
        }
    }
    for (size_t i = at; largest > 0 && i < rest.size(); ++i)
        rest.y[i] -= largest;
    return rest;
}

double largestKeptRise(const Points &floors)
{
    if (floors.size() < 2)
        return 0;
    std::vector<double> lowestAfter(floors.size());
    double lowest = std::numeric_limits<double>::infinity();
    for (size_t i = floors.size(); i-- > 0;)
        lowestAfter[i] = lowest = std::min(lowest, floors.y[i]);
    double highest = floors.y.front();
    double rise = 0;
    for (size_t i = 1; i < floors.size(); ++i) {
        rise = std::max(rise, lowestAfter[i] - highest);
        highest = std::max(highest, floors.y[i]);
    }
    return rise;
}

} // namespace limno
