// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/formats/plaintensor.h"
#include "core/memory/metric.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace limno {

enum class OutcomeKind { Ok, Cancelled, Failed };

/// "ok", "cancelled", "error", as in JSON and recordings.
std::string_view outcomeKindName(OutcomeKind kind);

/// Why generation ended.
enum class FinishReason { None, Stop, Length, Cancelled };

struct TokenCounts {
    int64_t in = 0; ///< prompt tokens
    int64_t out = 0; ///< new tokens
    int64_t reused = 0; ///< prompt tokens whose keys and values were still there
    int64_t prefilled = 0; ///< token positions computed other than one-by-one decoding; recomputed ones count again
};

/// Clock::nowNs() at each stage; absent when the stage was never reached.
struct RequestTimes {
    int64_t submittedNs = 0;
    std::optional<int64_t> queuedNs; ///< prepared, waits for a permit
    std::optional<int64_t> grantedNs;
    std::optional<int64_t> startedNs; ///< a worker took it
    std::optional<int64_t> prefilledNs; ///< prompt computed
    std::optional<int64_t> firstTokenNs;
    std::optional<int64_t> finishedNs;
};

struct RequestMemory {
    Sample before; ///< counters when the worker took the request
    Sample after; ///< and the process's numbers, at most once a millisecond
    int64_t peakHostTensors = 0; ///< highest hostTensors while it ran (other running requests included)
    int64_t keptBytes = 0; ///< hostTensors after minus before
    std::optional<int64_t> heapKeptBytes; ///< what the worker's thread allocated in the heap for it minus what it freed
    int64_t weightBytesCopied = 0; ///< weights brought to the device for this run (CPU offload); filled by the session
    int64_t survivorBytes = 0; ///< tensors made by this very request that were alive at its end
};

/// What became of a Request. Plain values only: no tensor and no exception survives in it.
struct Outcome {
    OutcomeKind kind = OutcomeKind::Failed;
    std::optional<Error> error; ///< set when Failed
    FinishReason finish = FinishReason::None;
    std::string text; ///< UTF-8, complete characters only; for Cancelled what there was
    std::vector<int64_t> ids; ///< new tokens
    TokenCounts tokens;
    RequestTimes times;
    RequestMemory memory;
    int worker = -1; ///< which worker loop computed it
    std::vector<double> promptNll; ///< Request::score: -ln p of prompt tokens 2..n, given those before
    std::map<std::string, PlainTensor> dump; ///< Request::dump
};

} // namespace limno
