// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curveshape.h"

#include "core/analysis/floors.h"
#include "core/analysis/percentiles.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace limno {

namespace {

constexpr double kJumpOfStep = 5.5;
constexpr size_t kFewestJumps = 3;
constexpr size_t kFewSteps = 8;

/// First row from which on the running floor has reached `share` of the rise.
size_t reached(const Points &floors, double from, double rise, double share)
{
    for (size_t i = floors.size(); i-- > 0;) {
        if (floors.y[i] < from + share * rise)
            return i + 1;
    }
    return 0;
}

} // namespace

double noiseOf(const Points &rows, const Line &line)
{
    const double aroundLine = robustDeviation(residualsOf(rows, line));
    const Points floors = blockFloors(rows, blockLength(rows.size(), {}));
    if (floors.size() < 4)
        return aroundLine;
    size_t at = 1;
    for (size_t i = 1; i < floors.size(); ++i) {
        if (floors.y[i] - floors.y[i - 1] > floors.y[at] - floors.y[at - 1])
            at = i;
    }
    const auto split = static_cast<size_t>(std::ranges::lower_bound(rows.x, floors.x[at]) - rows.x.begin());
    std::vector<double> residuals;
    for (const auto &[first, last] : {std::pair{size_t{0}, split}, std::pair{split, rows.size()}}) {
        const Points part = rows.slice(first, last);
        const double level = median(part.y).value_or(0);
        for (const double y : part.y)
            residuals.push_back(y - level);
    }
    return std::min(aroundLine, robustDeviation(std::move(residuals)));
}

StartUp startUpOf(const Points &rows, size_t steadyFrom)
{
    const size_t block = 5;
    const Points floors = blockFloors(rows, block);
    if (floors.size() < 4)
        return {};
    const size_t steadyBlock = std::min(steadyFrom * floors.size() / rows.size(), floors.size() - 1);
    const double level = median({floors.y.begin() + static_cast<std::ptrdiff_t>(steadyBlock), floors.y.end()}).value_or(0);
    const double from = rows.y.front();
    const double rise = level - from;
    if (rise <= 0)
        return {StartUp::Kind::Rose, rise};

    std::vector<double> steps;
    for (size_t i = 0; i + 1 < rows.size(); ++i)
        steps.push_back(rows.y[i + 1] - rows.y[i]);
    const size_t few = std::min(kFewSteps, steps.size());
    std::ranges::nth_element(steps, steps.begin() + static_cast<std::ptrdiff_t>(few), std::greater<>());
    double inFewSteps = 0;
    for (size_t i = 0; i < few; ++i)
        inFewSteps += steps[i];
    const size_t half = reached(floors, from, rise, 0.5);
    const size_t most = reached(floors, from, rise, 0.9);
    // At an even pace half of the rise is there after 5/9 of the time that 90 % take, exponentially after 0.3.
    const bool isEven = static_cast<double>(half) > 0.42 * static_cast<double>(most);
    const bool isLong = most * 10 > floors.size();
    return {isEven && isLong && inFewSteps < rise / 2 ? StartUp::Kind::Filled : StartUp::Kind::Rose, rise};
}

bool risesInSteps(const Points &rows)
{
    std::vector<double> steps;
    for (size_t i = 0; i + 1 < rows.size(); ++i)
        steps.push_back(rows.y[i + 1] - rows.y[i]);
    std::vector<double> sizes;
    for (const double step : steps)
        sizes.push_back(std::abs(step));
    const double least = std::max(kJumpOfStep * median(sizes).value_or(0), 1.0);
    double inJumps = 0;
    size_t jumps = 0;
    for (const double step : steps) {
        if (std::abs(step) > least) {
            inJumps += step;
            ++jumps;
        }
    }
    const double growth = rows.y.back() - rows.y.front();
    return jumps >= kFewestJumps && jumps * 8 < rows.size() && inJumps > 0.6 * growth && inJumps < 1.5 * growth;
}

double ceilingOf(const Points &floors)
{
    const size_t half = floors.size() / 2;
    const Points early = floors.slice(0, half);
    const Points late = floors.slice(half, floors.size());
    const double before = theilSen(early).slope;
    const double after = std::max(theilSen(late).slope, 0.0);
    const double reachedLevel = *std::max_element(late.y.begin(), late.y.end());
    if (before <= 0 || after >= before)
        return reachedLevel;
    if (after <= 0)
        return median(late.y).value_or(reachedLevel);
    const double apart = (late.x.front() + late.x.back() - early.x.front() - early.x.back()) / 2;
    const double scale = apart / std::log(before / after);
    const double slopeAtEnd = after * std::exp(-(late.x.back() - late.x.front()) / 2 / scale);
    return reachedLevel + slopeAtEnd * scale;
}

} // namespace limno
