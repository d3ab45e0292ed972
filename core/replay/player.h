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
    Vary vary = Vary::None; ///< Prompt: a counter is put into the prompt
    int64_t distinct = 0; ///< Vary: number of different inputs, then they repeat; 0 = all different
};

struct ReplayProgress {
    int64_t sent = 0;
    int64_t ok = 0;
    int64_t failed = 0;
    int64_t cut = 0; ///< in flight when the run was stopped
    double elapsedSeconds = 0;
    std::optional<double> secondsLeft;
};

struct ReplayResult {
    ReplayProgress counts;
    int64_t distinct = 0; ///< different inputs sent
    bool isInterrupted = false;
    std::map<OutcomeKind, Percentiles> latencyMs; ///< from submission (closed loop: the same as service plus queue)
    std::map<OutcomeKind, Percentiles> serviceMs; ///< from grant to end
    double requestsPerSecond = 0; ///< successful ones
    int64_t tokensIn = 0;
    int64_t tokensOut = 0;
    int64_t startNs = 0;
    int64_t endNs = 0;
    std::optional<Error> firstError;
};

/// Plays a loop on the runtime: run() blocks its caller, who is neither ui nor worker. Cancelling stops sending, cancels
/// what is in flight and returns within the time that takes, with everything that was finished.
class Player
{
public:
    explicit Player(Runtime &runtime, const Clock &clock = Clock::steady());
    Result<ReplayResult> run(const ReplayPlan &plan, const CancelToken &cancel, const std::function<void(const ReplayProgress &)> &onProgress = {});

private:
    Runtime &m_runtime;
    const Clock &m_clock;
};

} // namespace limno
