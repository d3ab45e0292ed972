// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bootstrap.h"
#include "core/analysis/floors.h"
#include "core/analysis/leakclass.h"

#include <cstdint>
#include <optional>

namespace limno {

struct CurveOptions {
    double floorBytes = 1024; ///< growth per request below this is nobody's concern
    std::optional<size_t> warmUpRows = {}; ///< where the steady part begins; absent = found
    double alpha = 0.01; ///< of the first test, already divided by what else is looked at
    uint64_t seed = 1;
};

/// The numbers behind a class.
struct CurveEvidence {
    size_t rows = 0;
    size_t blocks = 0;
    size_t blockRows = 0;
    double noise = 0; ///< bytes, standard deviation of a row around the trend
    double p = 1; ///< growth in the steady part of the main run
    double pWithoutRise = 1; ///< the same with the largest rise taken out
    double mainSlope = 0;
    Interval mainInterval;
    std::optional<double> confirmP;
    std::optional<double> confirmSlope;
    std::optional<Interval> ratio; ///< late slope by early slope, 90 % bounds; about 1 for a straight line
    std::optional<double> straight; ///< how much better a line fits than bending growth (growthlaw.h)
    std::optional<double> tailSlope; ///< at the end of the run
    std::optional<Cycle> cycle;
    double largestRise = 0; ///< bytes that came at once and stayed
};

struct CurveVerdict {
    LeakClass leakClass = LeakClass::Inconclusive;
    std::optional<double> slope; ///< bytes per request over the steady part
    Interval interval;
    std::optional<double> resolution; ///< growth above this would have been found, bytes per request
    std::optional<double> ceiling; ///< Bounded: where it ends, bytes
    double steadyFrom = 0; ///< x of the first steady row
    bool isConfirmed = false;
    CurveEvidence evidence;
};

/// Judges one curve: `rows` in order (x = request, y = bytes), the first `mainRows` of them the main run and the rest
/// its confirmation. The method is that of docs/verdict.md. Deterministic; at most some hundred milliseconds for any length.
CurveVerdict judgeCurve(const Points &rows, size_t mainRows, const CurveOptions &options);

} // namespace limno
