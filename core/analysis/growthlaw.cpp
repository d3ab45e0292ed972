// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthlaw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace limno {

namespace {

/// Exponents of bent growth; 0 stands for the logarithm.
constexpr std::array kPowers{0.0, 0.15, 0.3, 0.4, 0.5, 0.6};
/// Where bent growth began before the first request, in parts of the run.
constexpr std::array kOffsets{0.001, 0.004, 0.008, 0.016, 0.03, 0.06, 0.1};
constexpr std::array kSaturations{0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.75, 1.0};
constexpr std::array kWarmUps{0.01, 0.02, 0.03, 0.045, 0.065, 0.09, 0.13, 0.18, 0.25};

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

} // namespace

double straightOverBent(const Points &floors, WarmUp warmUp)
{
    if (floors.size() < 6)
        return 0;
    const double span = floors.x.back();
    std::vector<double> y = floors.y;
    centre(y);
    const std::vector<double> line = mapped(floors.x, [](double x) { return x; });
    std::vector<double> straight = without(y, line);
    if (warmUp == WarmUp::Allowed) {
        for (const double scale : kWarmUps) {
            const auto approach = mapped(floors.x, [&](double x) { return -std::exp(-x / (scale * span)); });
            std::vector<double> rest = withoutLineAndApproach(y, line, approach);
            if (product(rest, rest) < product(straight, straight))
                straight = std::move(rest);
        }
    }
    double bent = product(y, y);
    for (const double scale : kSaturations) {
        const auto rest = without(y, mapped(floors.x, [&](double x) { return -std::exp(-x / (scale * span)); }));
        bent = std::min(bent, product(rest, rest));
    }
    for (const double power : kPowers) {
        for (const double offset : kOffsets) {
            const auto rest = without(y, mapped(floors.x, [&](double x) {
                const double from = x + offset * span;
                return power == 0 ? std::log(from) : std::pow(from, power);
            }));
            bent = std::min(bent, product(rest, rest));
        }
    }
    const auto n = static_cast<double>(floors.size());
    const double rho = std::clamp(autocorrelation(straight, 1), 0.0, 0.9);
    // A byte is as exact as it gets.
    const double least = n;
    return n * (1 - rho) / (1 + rho) * std::log(std::max(bent, least) / std::max(product(straight, straight), least));
}

} // namespace limno
