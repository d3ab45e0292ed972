// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/percentiles.h"
#include "core/replay/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// The numbers of a report, computed from a recording.
struct CurveFigures {
    Metric metric = Metric::RssAnon;
    int64_t first = 0;
    int64_t last = 0;
    int64_t peak = 0;
    int64_t peakNs = 0;
    std::optional<int64_t> settled; ///< right after the first request had ended: loading is over
};

struct LatencyFigures {
    OutcomeKind outcome = OutcomeKind::Ok;
    std::string measure; ///< "submission to end"
    int64_t count = 0;
    Percentiles milliseconds;
};

struct ClearFigures {
    int64_t timeNs = 0;
    std::string steps; ///< "1 results · 2 KV caches"
    std::string bytes; ///< "36.2 MiB"
};

struct ReportFigures {
    int64_t endNs = 0;
    int64_t ok = 0;
    int64_t cancelled = 0;
    int64_t failed = 0;
    int64_t distinctInputs = 0;
    TokenCounts tokens;
    std::optional<double> requestsPerSecond; ///< successful ones, from the first submission to the last end
    std::optional<double> tokensPerSecond; ///< new ones, over the same time
    std::vector<CurveFigures> curves; ///< byte metrics that were ever known and ever above 0
    std::vector<LatencyFigures> latencies; ///< by outcome, then by measure
    std::vector<ClearFigures> clears;
};

ReportFigures reportFigures(const Recording &recording);

} // namespace limno
