// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace limno {

struct Percentiles {
    double p50 = 0;
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

/// Nearest rank on pooled values: the smallest value with at least p per cent of all values at or below it (Hyndman and
/// Fan 1996, definition 1). Nothing for no values; values must be numbers, not NaN.
std::optional<Percentiles> percentiles(std::vector<double> values);
/// `percent` in (0, 100].
std::optional<double> nearestRank(std::vector<double> values, double percent);
/// Mean of the two middle values for an even count.
std::optional<double> median(std::vector<double> values);

} // namespace limno
