// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// When the next request is sent.
enum class Pacing {
    Closed, ///< by each of so many, when its last one has ended: latency is service time
    Paced, ///< by each of so many at planned moments; those that pass while all are busy are not sent, and counted
    Open, ///< at planned moments whatever became of the others; a slow target shows as latency from the planned moment
};

/// What differs from request to request.
enum class Vary {
    None,
    Prompt, ///< its beginning: a counter, or random text
    Shape, ///< its length
    List, ///< all of it: inputs from a list
};

enum class ListOrder { Shuffled, AsWritten };

struct ReplayPlan {
    Request request; ///< what is repeated
    int64_t requests = 0; ///< stop after so many; 0 = no such limit
    double seconds = 0; ///< stop sending after so long; 0 = no such limit
    int concurrency = 1; ///< Closed, Paced: requests in flight
    Pacing pacing = Pacing::Closed;
    double ratePerSecond = 0; ///< Paced, Open: planned requests a second
    std::vector<int64_t> momentsNs; ///< Open, in place of a rate: planned moments from the start, ascending
    Vary vary = Vary::None;
    int64_t distinct = 0; ///< Vary: number of different inputs, then they repeat; 0 = all different (Shape: 16, List: the list)
    int64_t randomCharacters = 0; ///< Prompt: so much random text without blanks in place of the counter
    std::vector<Request> list; ///< List: what is taken from each is its input
    ListOrder order = ListOrder::Shuffled; ///< List: each pass in an order of its own, by `seed`
    uint64_t seed = 0; ///< of random text and shuffling
    int64_t firstIndex = 0; ///< of the first request, for a loop that goes on
};

/// InputInvalid for a plan that makes no sense, with the field and the number.
Result<void> checkPlan(const ReplayPlan &plan);

/// The request with number `index` (from 0) of a plan; loopIndex is `index`. Prompt puts "[000001] " in front of the
/// prompt, or of the last message from the user: a counter from 1 with at least six digits, so that inputs differ from
/// their first token on (no cached prefix answers) and keep their length; or `randomCharacters` letters and digits. Shape
/// puts 8, 16, 24, … words behind it. With `distinct` = k all begin again after k.
Request variedRequest(const ReplayPlan &plan, int64_t index);

/// How many different inputs the first `sent` requests of a plan have.
int64_t distinctInputs(const ReplayPlan &plan, int64_t sent);

/// Inputs of a list: one JSON value a line, a string (the prompt, or the user's message) or an object with "prompt" or
/// "messages":[{"role","content"}]. The rest of each request is that of `base`. Empty lines are skipped. InputInvalid
/// names file, line and key.
Result<std::vector<Request>> readRequestList(const std::string &path, const Request &base);

} // namespace limno
