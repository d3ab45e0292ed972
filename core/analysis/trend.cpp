// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trend.h"

#include "core/analysis/percentiles.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <numeric>

namespace limno {

namespace {

constexpr size_t kMaxLag = 5;

double medianOf(std::vector<double> values)
{
    return median(std::move(values)).value_or(0);
}

/// Ranks with ties at their mean.
std::vector<double> ranks(const std::vector<double> &values)
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::sort(order, {}, [&](size_t i) { return values[i]; });
    std::vector<double> result(values.size());
    for (size_t begin = 0; begin < order.size();) {
        size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        for (size_t k = begin; k < end; ++k)
            result[order[k]] = static_cast<double>(begin + end - 1) / 2;
        begin = end;
    }
    return result;
}

double correlationInflation(const std::vector<double> &detrended)
{
    const std::vector<double> rank = ranks(detrended);
    const auto n = static_cast<double>(rank.size());
    double sum = 0;
    for (size_t lag = 1; lag <= std::min(kMaxLag, rank.size() - 1); ++lag) {
        const double rest = n - static_cast<double>(lag);
        sum += rest * (rest - 1) * (rest - 2) * autocorrelation(rank, lag);
    }
    return std::max(1.0, 1 + 2 * sum / (n * (n - 1) * (n - 2)));
}

/// Variance of S under the hypothesis of no trend, ties counted in.
double scoreVariance(std::vector<double> values)
{
    const auto term = [](double n) { return n * (n - 1) * (2 * n + 5); };
    double sum = term(static_cast<double>(values.size()));
    std::ranges::sort(values);
    for (size_t begin = 0; begin < values.size();) {
        size_t end = begin + 1;
        while (end < values.size() && values[end] == values[begin])
            ++end;
        sum -= term(static_cast<double>(end - begin));
        begin = end;
    }
    return sum / 18;
}

} // namespace

void pairSlopes(const Points &points, std::vector<double> &slopes)
{
    slopes.clear();
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        for (size_t j = i + 1; j < points.size(); ++j) {
            if (const double step = points.x[j] - points.x[i]; step > 0)
                slopes.push_back((points.y[j] - points.y[i]) / step);
        }
    }
}

double autocorrelation(const std::vector<double> &values, size_t lag)
{
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double covariance = 0;
    double variance = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        variance += (values[i] - mean) * (values[i] - mean);
        if (i + lag < values.size())
            covariance += (values[i] - mean) * (values[i + lag] - mean);
    }
    return variance > 0 ? covariance / variance : 0;
}

std::vector<double> residualsOf(const Points &points, const Line &line)
{
    std::vector<double> residuals(points.size());
    for (size_t i = 0; i < points.size(); ++i)
        residuals[i] = points.y[i] - line.at(points.x[i]);
    return residuals;
}

Points Points::slice(size_t first, size_t last) const
{
    const auto from = static_cast<std::ptrdiff_t>(std::min(first, size()));
    const auto to = static_cast<std::ptrdiff_t>(std::clamp(last, std::min(first, size()), size()));
    return {{x.begin() + from, x.begin() + to}, {y.begin() + from, y.begin() + to}};
}

Line theilSen(const Points &points)
{
    std::vector<double> slopes;
    pairSlopes(points, slopes);
    Line line;
    line.slope = medianOf(std::move(slopes));
    line.intercept = medianOf(residualsOf(points, line));
    return line;
}

TrendTest mannKendall(const Points &points, double slope)
{
    if (points.size() < 4)
        return {};
    int64_t score = 0;
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        for (size_t j = i + 1; j < points.size(); ++j)
            score += (points.y[j] > points.y[i]) - (points.y[j] < points.y[i]);
    }
    const double variance = scoreVariance(points.y);
    if (variance <= 0)
        return {};
    TrendTest test;
    test.deviation = std::sqrt(variance * correlationInflation(residualsOf(points, {slope, 0})));
    // One less, since S moves in steps of two.
    test.p = upperTail((static_cast<double>(score) - 1) / test.deviation);
    return test;
}

double upperTail(double z)
{
    return boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

double upperQuantile(double p)
{
    return boost::math::quantile(boost::math::complement(boost::math::normal(), p));
}

double quantile(std::vector<double> &values, double q)
{
    if (values.empty())
        return 0;
    const auto last = static_cast<double>(values.size() - 1);
    const auto wanted = values.begin() + static_cast<std::ptrdiff_t>(std::clamp(q * last, 0.0, last));
    std::ranges::nth_element(values, wanted);
    return *wanted;
}

double robustDeviation(std::vector<double> values)
{
    const double middle = medianOf(values);
    for (double &value : values)
        value = std::abs(value - middle);
    return 1.4826 * medianOf(std::move(values));
}

} // namespace limno
