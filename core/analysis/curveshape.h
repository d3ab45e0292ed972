// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trend.h"

namespace limno {

/// Standard deviation of a row around `line`, or around a level before and one after a step where that fits better.
double noiseOf(const Points &rows, const Line &line);

/// What came before the steady part of a curve.
struct StartUp {
    enum class Kind {
        Rose, ///< lazy loading, first-use buffers: quickly, in few steps, or ever slower
        Filled, ///< bit by bit at an even pace until it was full, as a cache
    };
    Kind kind = Kind::Rose;
    double rise = 0; ///< bytes from the first row to the steady level, below 0 when it fell
};
/// `steadyFrom` is the row where the steady part begins.
StartUp startUpOf(const Points &rows, size_t steadyFrom);

/// Whether growth comes in few jumps with level stretches between them.
bool risesInSteps(const Points &rows);

/// Where growth that slows down ends, if it slows down exponentially: from the slopes of its early and late parts.
double ceilingOf(const Points &floors);

} // namespace limno
