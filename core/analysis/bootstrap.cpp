// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bootstrap.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace limno {

namespace {

constexpr int kReplicates = 400;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The slope from which a Mann–Kendall test at `alpha` finds the growth in x + noise: with it just enough pairs rise.
double foundFrom(std::vector<double> &noiseSlopes, double alpha, double deviation)
{
    const auto pairs = static_cast<double>(noiseSlopes.size());
    const double rising = (pairs + upperQuantile(alpha) * deviation + 1) / 2;
    if (rising > pairs)
        return kInfinite;
    return -quantile(noiseSlopes, 1 - rising / pairs);
}

} // namespace

BlockBootstrap::BlockBootstrap(std::vector<double> residuals, uint64_t seed)
    : m_residuals(std::move(residuals))
    , m_random(seed)
{
    const auto n = static_cast<double>(m_residuals.size());
    if (n < 3)
        return;
    // The best length for an AR(1) of this correlation (Politis and White 2004, rule of thumb).
    const double rho = std::clamp(autocorrelation(m_residuals, 1), 0.0, 0.9);
    const double correlated = std::cbrt(n * 6 * std::pow(rho / (1 - rho * rho), 2));
    m_length = static_cast<size_t>(std::clamp(std::round(std::max(std::cbrt(n), correlated)), 1.0, std::max(1.0, n / 4)));
    // A fitted line takes two degrees of freedom, and a correlation of about -4/n into what neighbours have in common
    // (found by simulation: without it, blocks of white noise vary too little).
    const double shared = std::max(0.25, 1 - 4 * static_cast<double>(m_length - 1) / n);
    const double scale = std::sqrt(n / (n - 2) / shared);
    const double mean = std::accumulate(m_residuals.begin(), m_residuals.end(), 0.0) / n;
    for (double &value : m_residuals)
        value = (value - mean) * scale;
}

void BlockBootstrap::draw(std::vector<double> &out)
{
    out.resize(m_residuals.size());
    for (size_t filled = 0; filled < out.size();) {
        size_t from = m_random.index(m_residuals.size());
        for (size_t k = 0; k < m_length && filled < out.size(); ++k, ++filled) {
            out[filled] = m_residuals[from];
            from = from + 1 == m_residuals.size() ? 0 : from + 1;
        }
    }
}

SlopeEstimate estimateSlope(const Points &points, double alpha, uint64_t seed)
{
    SlopeEstimate estimate;
    estimate.line = theilSen(points);
    if (points.size() < 3)
        return estimate;
    const double deviation = mannKendall(points, estimate.line.slope).deviation;
    BlockBootstrap bootstrap(residualsOf(points, estimate.line), seed);
    Points noise{points.x, {}};
    std::vector<double> errors;
    std::vector<double> detectable;
    std::vector<double> slopes;
    for (int i = 0; i < kReplicates; ++i) {
        bootstrap.draw(noise.y);
        pairSlopes(noise, slopes);
        if (slopes.empty())
            return estimate;
        detectable.push_back(foundFrom(slopes, alpha, deviation));
        errors.push_back(quantile(slopes, 0.5));
    }
    // Student's t for the normal distribution that so few residuals can't show.
    const double wider = boost::math::quantile(boost::math::students_t(static_cast<double>(points.size()) - 2), 0.975) / upperQuantile(0.025);
    estimate.interval = {estimate.line.slope - wider * quantile(errors, 0.975), estimate.line.slope - wider * quantile(errors, 0.025)};
    estimate.detectable = std::max(0.0, quantile(detectable, 0.975));
    return estimate;
}

Interval slopeRatio(const Points &early, const Points &late, uint64_t seed)
{
    const Line earlyLine = theilSen(early);
    const Line lateLine = theilSen(late);
    // One pool of residuals: the early part alone may have only a handful.
    std::vector<double> residuals = residualsOf(early, earlyLine);
    const std::vector<double> lateResiduals = residualsOf(late, lateLine);
    residuals.insert(residuals.end(), lateResiduals.begin(), lateResiduals.end());
    BlockBootstrap noise(std::move(residuals), seed);
    Points earlyDraw{early.x, {}};
    Points lateDraw{late.x, {}};
    std::vector<double> drawn;
    std::vector<double> ratios;
    for (int i = 0; i < kReplicates; ++i) {
        noise.draw(drawn);
        const auto middle = drawn.begin() + static_cast<std::ptrdiff_t>(early.size());
        earlyDraw.y.assign(drawn.begin(), middle);
        lateDraw.y.assign(middle, drawn.end());
        const double before = earlyLine.slope + theilSen(earlyDraw).slope;
        const double after = lateLine.slope + theilSen(lateDraw).slope;
        ratios.push_back(after <= 0 ? 0 : before <= 0 ? kInfinite : after / before);
    }
    return {quantile(ratios, 0.1), quantile(ratios, 0.9)};
}

} // namespace limno
