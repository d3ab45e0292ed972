// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthlaw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace limno {

namespace {

/// Where the search for each shape's parameters begins; scales and offsets in parts of the run.
constexpr std::array kPowers{0.0, 0.2, 0.4, 0.6};
constexpr std::array kOffsets{0.001, 0.004, 0.016, 0.06};
constexpr std::array kSaturations{0.03, 0.06, 0.12, 0.25, 0.5, 1.0};
constexpr std::array kWarmUps{0.01, 0.02, 0.04, 0.08, 0.16};
constexpr double kSteepestPower = 0.6;
constexpr double kLargestOffset = 0.1;
constexpr double kLongestWarmUp = 0.25;
constexpr int kRefinements = 24;

/// The least value of `of` between `low` and `high` (golden section, Kiefer 1953), and where.
template<typename Function>
std::pair<double, double> least(double low, double high, const Function &of)
{
    constexpr double kGolden = 0.6180339887498949;
    double left = high - kGolden * (high - low);
    double right = low + kGolden * (high - low);
    double atLeft = of(left);
    double atRight = of(right);
    for (int i = 0; i < kRefinements; ++i) {
        if (atLeft < atRight) {
            high = std::exchange(right, left);
            atRight = atLeft;
            atLeft = of(left = high - kGolden * (high - low));
        } else {
            low = std::exchange(left, right);
            atLeft = atRight;
            atRight = of(right = low + kGolden * (high - low));
        }
    }
    return atLeft < atRight ? std::pair{atLeft, left} : std::pair{atRight, right};
}

/// The best of a grid of scales, refined between its neighbours; logarithms of scales are what is searched.
template<typename Grid, typename Function>
double leastOverScales(const Grid &grid, double longest, const Function &of)
{
    size_t best = 0;
    double value = of(grid[0]);
    for (size_t i = 1; i < grid.size(); ++i) {
        if (const double here = of(grid[i]); here < value) {
            value = here;
            best = i;
        }
    }
    const double low = std::log(grid[best > 0 ? best - 1 : 0] / (best > 0 ? 1 : 2));
    const double high = std::log(best + 1 < grid.size() ? grid[best + 1] : longest);
    return std::min(value, least(low, high, [&](double scale) { return of(std::exp(scale)); }).first);
}

double centre(std::vector<double> &values)
{
    double mean = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    for (double &value : values)
        value -= mean;
    return mean;
}

double product(const std::vector<double> &left, const std::vector<double> &right)
{
    double sum = 0;
    for (size_t i = 0; i < left.size(); ++i)
        sum += left[i] * right[i];
    return sum;
}

std::vector<double> mapped(const std::vector<double> &values, const std::function<double(double)> &map)
{
    std::vector<double> result;
    for (const double value : values)
        result.push_back(map(value));
    centre(result);
    return result;
}

/// y without its share along x, if that rises.
std::vector<double> without(const std::vector<double> &y, const std::vector<double> &x)
{
    const double squares = product(x, x);
    const double slope = squares > 0 ? std::max(0.0, product(x, y) / squares) : 0;
    std::vector<double> rest = y;
    for (size_t i = 0; i < rest.size(); ++i)
        rest[i] -= slope * x[i];
    return rest;
}

/// What a line with an exponential approach leaves: the line is fitted to both parts with the approach taken out.
std::vector<double> withoutLineAndApproach(const std::vector<double> &y, const std::vector<double> &line, const std::vector<double> &approach)
{
    const std::vector<double> pureApproach = without(approach, line);
    const std::vector<double> rest = without(without(y, line), pureApproach);
    return product(pureApproach, y) > 0 ? rest : without(y, line);
}

/// Curves against which the same floors are fitted; each gives the sum of squares that it leaves.
class Fits
{
public:
    explicit Fits(const Points &floors)
        : m_x(floors.x)
        , m_y(floors.y)
        , m_line(mapped(floors.x, [](double x) { return x; }))
        , m_span(floors.x.back())
    {
        centre(m_y);
    }

    std::vector<double> line() const { return without(m_y, m_line); }
    std::vector<double> lineAfterWarmUp(double scale) const { return withoutLineAndApproach(m_y, m_line, approach(scale)); }
    double saturation(double scale) const { return left(without(m_y, approach(scale))); }
    double power(double exponent, double offset) const
    {
        return left(without(m_y, mapped(m_x, [&](double x) {
            const double from = x / m_span + offset;
            return exponent < 1e-3 ? std::log(from) : std::pow(from, exponent);
        })));
    }
    static double left(const std::vector<double> &rest) { return product(rest, rest); }

private:
    std::vector<double> approach(double scale) const
    {
        return mapped(m_x, [&](double x) { return -std::exp(-x / (scale * m_span)); });
    }

    const std::vector<double> &m_x;
    std::vector<double> m_y;
    std::vector<double> m_line;
    double m_span;
};

double bestPower(const Fits &fits)
{
    double power = 0;
    double offset = 0;
    double value = std::numeric_limits<double>::infinity();
    for (const double tryPower : kPowers) {
        for (const double tryOffset : kOffsets) {
            if (const double here = fits.power(tryPower, tryOffset); here < value) {
                value = here;
                power = tryPower;
                offset = tryOffset;
            }
        }
    }
    for (int round = 0; round < 3; ++round) {
        power = least(0, kSteepestPower, [&](double at) { return fits.power(at, offset); }).second;
        const auto [here, at] = least(std::log(kOffsets.front()), std::log(kLargestOffset), [&](double log) { return fits.power(power, std::exp(log)); });
        offset = std::exp(at);
        value = std::min(value, here);
    }
    return value;
}

} // namespace

double straightOverBent(const Points &floors, WarmUp warmUp)
{
    if (floors.size() < 6 || floors.x.back() <= 0)
        return 0;
    const Fits fits(floors);
    std::vector<double> rest = fits.line();
    double straight = Fits::left(rest);
    if (warmUp == WarmUp::Allowed) {
        straight = std::min(straight, leastOverScales(kWarmUps, kLongestWarmUp, [&](double scale) {
            std::vector<double> here = fits.lineAfterWarmUp(scale);
            const double left = Fits::left(here);
            if (left < Fits::left(rest))
                rest = std::move(here);
            return left;
        }));
    }
    const double saturation = leastOverScales(kSaturations, 2 * kSaturations.back(), [&](double scale) { return fits.saturation(scale); });
    const auto n = static_cast<double>(floors.size());
    const double rho = std::clamp(autocorrelation(rest, 1), 0.0, 0.9);
    // A byte is as exact as it gets.
    const auto over = [&](double bent) { return n * (1 - rho) / (1 + rho) * std::log(std::max(bent, n) / std::max(straight, n)); };
    // A line after a warm-up has a parameter more than a saturation, and would fit one at least as well.
    return std::min(over(bestPower(fits)), over(saturation) - (warmUp == WarmUp::Allowed ? 2 : 0));
}

} // namespace limno
