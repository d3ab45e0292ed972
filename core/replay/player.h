// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/percentiles.h"
#include "core/base/clock.h"
#include "core/runtime/canceltoken.h"
#include "core/runtime/runtime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace limno {

enum class Vary { None, Prompt };

struct ReplayPlan {
    Request request; ///< what is repeated
    int64_t requests = 0; ///< stop after so many; 0 = no such limit
    double seconds = 0; ///< stop sending after so long; 0 = no such limit
    int concurrency = 1; ///< requests in flight (closed loop): each sends its next when its last has ended
    Vary vary = Vary::None; ///< Prompt: each request's input is variedRequest()
    int64_t distinct = 0; ///< Vary: number of different inputs, then they repeat; 0 = all different
};

/// The request with number `index` (from 0) of a plan. Vary::Prompt puts "[000001] " in front of the prompt, or of the last
/// message from the user: a counter from 1 with at least six digits, so that inputs differ from their first token on (no
/// cached prefix answers) and keep their length. With `distinct` = k it begins again after k. loopIndex is `index`.
Request variedRequest(const ReplayPlan &plan, int64_t index);

struct ReplayProgress {
    int64_t sent = 0;
    int64_t ok = 0;
    int64_t failed = 0;
    int64_t cut = 0; ///< in flight when the run was stopped, or cancelled one by one
    double elapsedSeconds = 0;
    std::optional<double> secondsLeft;
};

struct ReplayResult {
    ReplayProgress counts;
    int64_t distinct = 0; ///< different inputs sent
    bool isInterrupted = false;
    std::map<OutcomeKind, Percentiles> latencyMs; ///< from submission to end (closed loop: service plus queue)
    std::map<OutcomeKind, Percentiles> serviceMs; ///< from grant to end, of those that were granted
    double requestsPerSecond = 0; ///< successful ones
    int64_t tokensIn = 0; ///< of all requests, also of failed and cut ones
    int64_t tokensOut = 0;
    int64_t startNs = 0;
    int64_t endNs = 0;
    std::optional<Error> firstError;
};

/// Plays a loop on the runtime: run() blocks its caller, who is neither ui nor worker. Cancelling stops sending, cancels
/// what is in flight and returns within the time that takes, with everything that was finished. A plan without limits
/// runs until it is cancelled. A refused request counts as failed, and its place is filled again after a pause.
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
