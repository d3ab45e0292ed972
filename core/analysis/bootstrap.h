// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/random.h"
#include "core/analysis/trend.h"

namespace limno {

/// Draws series like `residuals`: circular moving blocks (Künsch 1989; Politis and Romano 1992) of about n^(1/3), or
/// longer where they are strongly correlated, scaled for the two degrees of freedom that a line takes.
class BlockBootstrap
{
public:
    BlockBootstrap(std::vector<double> residuals, uint64_t seed);
    /// Fills `out` with as many values as there were residuals.
    void draw(std::vector<double> &out);

private:
    std::vector<double> m_residuals;
    size_t m_length = 1;
    Random m_random;
};

struct Interval {
    double low = 0;
    double high = 0;

    bool operator==(const Interval &) const = default;
};

/// What residuals drawn anew say about a fitted line.
struct SlopeEstimate {
    Line line;
    Interval interval; ///< two-sided, 95 %
    double detectable = 0; ///< the smallest true slope that a Mann–Kendall test at `alpha` finds in at least 95 of 100 such series
};
SlopeEstimate estimateSlope(const Points &points, double alpha, uint64_t seed);

/// slope(late) / slope(early), one-sided 90 % bounds. Infinite where early does not grow.
Interval slopeRatio(const Points &early, const Points &late, uint64_t seed);

} // namespace limno
