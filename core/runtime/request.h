// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

enum class Task { Chat, Complete, Sentiment, Caption, Classify, Detect, Summarize, Imagine };

/// "chat", "complete", … as on the command line.
std::string_view taskName(Task task);
std::optional<Task> taskByName(std::string_view name);

struct Message {
    std::string role; ///< "system", "user", "assistant"
    std::string content; ///< UTF-8

    bool operator==(const Message &) const = default;
};

/// How text is generated. What is absent comes from the model's own generation_config, else from defaults
/// (temperature 0, 256 new tokens).
struct GenerationOptions {
    std::optional<int> maxTokens;
    std::optional<int> minTokens;
    std::optional<double> temperature; ///< 0 = greedy
    std::optional<int> topK; ///< 0 = off
    std::optional<double> topP;
    std::optional<double> minP;
    std::optional<double> repetitionPenalty;
    std::optional<double> presencePenalty;
    std::optional<double> frequencyPenalty;
    std::vector<std::string> stop; ///< texts that end the reply; not part of it
    bool ignoreEos = false; ///< go on to maxTokens (benchmarks, goldens)

    bool operator==(const GenerationOptions &) const = default;
};

/// Whether the tensors of a run are kept as plain values in its Outcome.
enum class DumpTensors { No, Yes };
/// Whether the prompt's own tokens are judged (perplexity).
enum class ScorePrompt { No, Yes };

/// One unit of work, by value: everything that the result depends on is in here.
struct Request {
    Task task = Task::Complete;
    std::string model; ///< the name under which the model is loaded
    std::string prompt; ///< UTF-8; Complete
    std::vector<Message> messages; ///< Chat: the whole conversation so far, the last one from the user
    std::vector<int64_t> inputIds; ///< when not empty, in place of tokenizing; new tokens follow
    std::string conversation; ///< requests of one conversation may reuse each other's KV cache; empty = none kept
    GenerationOptions generation;
    uint64_t seed = 0;
    std::string group; ///< batch id
    int64_t loopIndex = -1; ///< position in a replay loop
    std::optional<int64_t> plannedNs; ///< Clock::nowNs() of the moment for which a schedule planned it
    DumpTensors dump = DumpTensors::No;
    ScorePrompt score = ScorePrompt::No;
};

/// InputInvalid when a text task has nothing to work on: no token ids, and an empty prompt to go on from or a chat whose
/// last message is blank.
Result<void> checkPrompt(const Request &request);

} // namespace limno
