// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bootstrap.h"
#include "core/analysis/memoryrun.h"

#include <optional>

namespace limno {

/// What is left of past requests, near noise-free evidence.
struct SurvivorEvidence {
    double slope = 0; ///< bytes that a request leaves behind, mean
    Interval interval; ///< 95 %
    bool isKept = false; ///< generation after generation leaves something, and old ones as much as young ones
    bool diesOut = false; ///< the older the generation, the less is left of it: a cache that drops its oldest entries
    size_t generations = 0; ///< that were looked at
};

/// Judges the bytes by birth request that are alive after `requests` requests. The last seven generations don't count:
/// they may still be on their way out. Nothing for too few generations.
std::optional<SurvivorEvidence> judgeSurvivors(const std::vector<Survivor> &survivors, int64_t requests, double floorBytes);

} // namespace limno
