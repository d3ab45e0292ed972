// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/percentiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limno {

namespace {

/// Position, from 0, of the nearest rank among `count` values.
size_t rankIndex(size_t count, double percent)
{
    // percent × count first: 7 % of 100 has to be exactly 7, which 0.07 × 100 is not. The factor absorbs the error of a
    // percentage that has no exact binary form (99.9).
    const double rank = std::ceil(percent * static_cast<double>(count) / 100.0 * (1 - 1e-12));
    return static_cast<size_t>(std::clamp(rank, 1.0, static_cast<double>(count))) - 1;
}

} // namespace

std::optional<Percentiles> percentiles(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    std::ranges::sort(values);
    const auto at = [&](double percent) { return values[rankIndex(values.size(), percent)]; };
    return Percentiles{at(50), at(90), at(95), at(99), values.back()};
}

std::optional<double> nearestRank(std::vector<double> values, double percent)
{
    if (values.empty())
        return std::nullopt;
    const auto wanted = values.begin() + static_cast<std::ptrdiff_t>(rankIndex(values.size(), percent));
    std::ranges::nth_element(values, wanted);
    return *wanted;
}

std::optional<double> median(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

} // namespace limno
