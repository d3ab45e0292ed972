// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/percentiles.h"
#include "core/base/clock.h"
#include "core/replay/replayplan.h"
#include "core/runtime/canceltoken.h"
#include "core/runtime/runtime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace limno {

struct ReplayProgress {
    int64_t sent = 0;
    int64_t ok = 0;
    int64_t failed = 0;
    int64_t skipped = 0; ///< planned and never sent: all were busy (Paced), or the player was suspended (Open)
    int64_t cut = 0; ///< in flight when the run was stopped, or cancelled one by one
    double elapsedSeconds = 0;
    std::optional<double> secondsLeft;
};

struct ReplayResult {
    ReplayProgress counts;
    int64_t distinct = 0; ///< different inputs sent
    bool isInterrupted = false;
    /// From submission to end (closed loop: service plus queue); Paced and Open from the planned moment.
    std::map<OutcomeKind, Percentiles> latencyMs;
    std::map<OutcomeKind, Percentiles> serviceMs; ///< from grant to end, of those that were granted
    std::map<OutcomeKind, std::vector<double>> latencies; ///< each of them, milliseconds
    std::map<OutcomeKind, std::vector<double>> services;
    double requestsPerSecond = 0; ///< successful ones
    int64_t tokensIn = 0; ///< of all requests, also of failed and cut ones
    int64_t tokensOut = 0;
    int64_t startNs = 0;
    int64_t endNs = 0;
    std::optional<Error> firstError;
};

/// The result of a loop that went on: sums, and percentiles of all values together. `distinct` is that of `later`, whose
/// plan says how many there were from the start.
ReplayResult joined(ReplayResult earlier, const ReplayResult &later);

/// Plays a loop on the runtime: run() blocks its caller, who is neither ui nor worker. Cancelling stops sending, cancels
/// what is in flight and returns within the time that takes, with everything that was finished. A plan without limits
/// runs until it is cancelled. A refused request counts as failed, and its place is filled again after a pause. A player
/// that was suspended for a while goes on with the present moment of its schedule (SendSchedule).
class Player
{
public:
    explicit Player(Runtime &runtime, const Clock &clock = Clock::steady());
    /// `onProgress` is called on the caller's thread, at most ten times a second and once at the end.
    /// InputInvalid for a plan that makes no sense; ModelMissing when the very first request finds no model.
    Result<ReplayResult> run(const ReplayPlan &plan, const CancelToken &cancel,
                             const std::function<void(const ReplayProgress &)> &onProgress = {});

private:
    Runtime &m_runtime;
    const Clock &m_clock;
};

} // namespace limno
