// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"

namespace limno {

/// Two runs side by side, A before and B after a change.
struct Comparison {
    Verdict a;
    Verdict b;
    std::string series; ///< that both have; empty when they share none
    std::optional<Rate> slopeDifference; ///< B - A, bytes per request
    std::optional<Rate> reduction; ///< 1 - B / A, only where A grows beyond doubt; below 0 when B grows faster
};

/// Judges both and compares the slopes of the series that decided A, or B, or of the strongest that both have. Nothing
/// is compared where one of the runs is too short for a slope.
Comparison compareRuns(const MemoryRun &a, const MemoryRun &b, const VerdictOptions &options = {});

/// Difference and ratio of two independent estimates from their intervals, which need not be symmetric (MOVER: Zou and
/// Donner 2008; Donner and Zou 2012). Nothing for a ratio whose denominator may be 0.
Rate difference(const Rate &minuend, const Rate &subtrahend);
std::optional<Rate> ratio(const Rate &numerator, const Rate &denominator);

} // namespace limno
