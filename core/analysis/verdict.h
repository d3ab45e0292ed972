// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curveverdict.h"
#include "core/analysis/memoryrun.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace limno {

struct VerdictOptions {
    double floorBytes = 1024; ///< growth per request below this is nobody's concern
    std::optional<size_t> warmUpRows = {}; ///< where the steady part begins; absent = found
    std::optional<MemoryLimit> limit = {}; ///< instead of the run's own
    int look = 0; ///< how often this run has been judged before (at doublings): each look halves what may be false
    uint64_t seed = 1;
};

/// A slope in another unit.
struct Rate {
    double value = 0;
    Interval interval; ///< 95 %
};

/// What growth goes with.
struct Follows {
    std::string what; ///< "requests", "tokens", "payloadBytes", "distinctInputs", "shapes", "threads", "errors", "loads",
                      ///< "not separable" when several moved together, empty when nothing fits
    std::vector<std::string> candidates; ///< those that can't be told apart
};

/// Shares of the growth, 0 to 1; absent where the numbers for it are.
struct Explained {
    std::optional<double> tensors;
    std::optional<double> heap; ///< in the heap, neither tensor nor declared cache
    std::optional<double> caches;
    std::optional<double> other;
};

/// What to do next. The causes that fit come first, then the one experiment that best separates them.
struct Advice {
    enum class Kind { Cause, Experiment };
    Kind kind = Kind::Cause;
    std::string text; ///< English
    std::string option; ///< Experiment: the switch to flip or the input to vary, as on the command line ("--distinct")
    std::string value; ///< and to what ("1")
};

struct Verdict {
    LeakClass leakClass = LeakClass::Inconclusive;
    std::string series; ///< the curve that decided
    std::string part; ///< "heap", "host tensors", "device tensors", "device other", "mapped", "process"; empty unless it grows
    std::optional<Rate> perRequest; ///< bytes
    std::optional<Rate> perToken;
    std::optional<Rate> perHour;
    std::optional<Rate> perGoodRequest; ///< where good and failed ones were mixed
    std::optional<Rate> perFailedRequest;
    std::optional<double> resolution; ///< growth above this per request would have been found
    std::optional<double> ceiling; ///< bytes
    Follows follows;
    bool isConfirmed = false;
    bool fromSurvivors = false; ///< decided by births and deaths, not by the shape of a curve
    std::optional<Interval> requestsToLimit; ///< only when confirmed
    std::optional<MemoryLimit> limit;
    Explained explained;
    std::vector<Advice> advice;
    std::string text; ///< one or two sentences, English
    std::map<std::string, CurveVerdict> curves; ///< by series
};

/// Judges a run (docs/verdict.md). Pure and deterministic.
Verdict judgeRun(const MemoryRun &run, const VerdictOptions &options = {});

} // namespace limno
