// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

std::optional<Rate> rateOf(const Verdict &verdict, const std::string &series)
{
    const auto curve = verdict.curves.find(series);
    if (curve == verdict.curves.end() || !curve->second.slope)
        return std::nullopt;
    return Rate{*curve->second.slope, curve->second.interval};
}

std::string commonSeries(const Verdict &a, const Verdict &b)
{
    const bool aGrows = a.leakClass != LeakClass::Flat;
    std::vector<std::string> wanted{aGrows ? a.series : b.series, aGrows ? b.series : a.series, "heapInUse", "rssAnon", "deviceAllocated"};
    for (const auto &[name, curve] : a.curves)
        wanted.push_back(name);
    const auto isCommon = [&](const std::string &name) { return a.curves.contains(name) && b.curves.contains(name); };
    const auto found = std::ranges::find_if(wanted, isCommon);
    return found == wanted.end() ? std::string() : *found;
}

} // namespace

Rate difference(const Rate &minuend, const Rate &subtrahend)
{
    const double value = minuend.value - subtrahend.value;
    return {value,
            {value - std::hypot(minuend.value - minuend.interval.low, subtrahend.interval.high - subtrahend.value),
             value + std::hypot(minuend.interval.high - minuend.value, subtrahend.value - subtrahend.interval.low)}};
}

std::optional<Rate> ratio(const Rate &numerator, const Rate &denominator)
{
    const auto &[low, high] = denominator.interval;
    const double forLow = high * (2 * denominator.value - high);
    const double forHigh = low * (2 * denominator.value - low);
    if (low <= 0 || forLow <= 0)
        return std::nullopt;
    const double product = numerator.value * denominator.value;
    const auto root = [&](double bound, double by) {
        return std::sqrt(std::max(0.0, product * product - bound * (2 * numerator.value - bound) * by));
    };
    return Rate{numerator.value / denominator.value,
                {(product - root(numerator.interval.low, forLow)) / forLow, (product + root(numerator.interval.high, forHigh)) / forHigh}};
}

Comparison compareRuns(const MemoryRun &a, const MemoryRun &b, const VerdictOptions &options)
{
    Comparison comparison{judgeRun(a, options), judgeRun(b, options), {}, {}, {}};
    comparison.series = commonSeries(comparison.a, comparison.b);
    const auto before = rateOf(comparison.a, comparison.series);
    const auto after = rateOf(comparison.b, comparison.series);
    if (!before || !after)
        return comparison;
    comparison.slopeDifference = difference(*after, *before);
    if (const auto left = ratio(*after, *before))
        comparison.reduction = Rate{1 - left->value, {1 - left->interval.high, 1 - left->interval.low}};
    return comparison;
}

} // namespace limno
