// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace limno {

/// Points of a curve, x ascending.
struct Points {
    std::vector<double> x;
    std::vector<double> y;

    size_t size() const { return x.size(); }
    /// Points [first, last).
    Points slice(size_t first, size_t last) const;
};

struct Line {
    double slope = 0;
    double intercept = 0;

    double at(double x) const { return intercept + slope * x; }
};

/// Median of the slopes of all pairs (Theil 1950, Sen 1968), intercept the median of y - slope x. O(n²): meant for up to
/// a few hundred points. A line of zeros for fewer than two points.
Line theilSen(const Points &points);

/// One-sided Mann–Kendall test for growth.
struct TrendTest {
    double p = 1; ///< probability of such growth without a trend; 1 where nothing varies
    double deviation = 0; ///< standard deviation of S without a trend, serial correlation counted in
};
/// Variance with ties (Kendall 1975), inflated for serial correlation of the detrended ranks at up to five lags (Hamed
/// and Rao 1998); never deflated, since short series underestimate it. `slope` is what detrends.
TrendTest mannKendall(const Points &points, double slope);

/// 1 - Φ(z) and its inverse.
double upperTail(double z);
double upperQuantile(double p);

/// `q` in [0, 1], nearest rank below; values are reordered.
double quantile(std::vector<double> &values, double q);
/// 1.4826 × median absolute deviation: the standard deviation of what is normal in the values.
double robustDeviation(std::vector<double> values);

std::vector<double> residualsOf(const Points &points, const Line &line);
/// Serial correlation at `lag`; 0 where nothing varies.
double autocorrelation(const std::vector<double> &values, size_t lag);
/// Slopes of all pairs of points that differ in x.
void pairSlopes(const Points &points, std::vector<double> &slopes);

} // namespace limno
