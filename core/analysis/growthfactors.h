// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/runwindow.h"
#include "core/analysis/verdict.h"

namespace limno {

/// What the growth of `curve` (as from curveOf) from `steadyFrom` on goes with: each count that the rows know is fitted
/// alone to the curve's floors, and those whose fit is as good as the best one's (Akaike's criterion, 10 apart: Burnham
/// and Anderson 2004) can't be told apart.
Follows followsOf(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, double steadyFrom);

struct OutcomeRates {
    Rate good; ///< bytes per request that succeeded
    Rate failed;
};
/// Both at once by least squares on the floors; nothing unless there are a fair number of each.
std::optional<OutcomeRates> outcomeRates(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values,
                                         double steadyFrom);

/// Bytes per token over the steady part; nothing where tokens are unknown.
std::optional<Rate> tokenRate(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values,
                              double steadyFrom, uint64_t seed);
/// Requests per hour over the steady part.
std::optional<double> requestsPerHour(const MemoryRun &run, const RunWindow &window, double steadyFrom);

} // namespace limno
