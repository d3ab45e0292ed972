// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/loadedmodel.h"
#include "core/text/tokenizer.h"

#include <string>
#include <vector>

namespace limno::cli {

/// Where a text request comes from: --prompt, --prompt-file, --system, --messages, --input.
struct TextInputOptions {
    std::vector<std::string> prompts;
    std::string promptFile;
    std::string system;
    std::string messagesFile;
    std::string tensorFile;

    void declare(CLI::App &command);

    /// One request an input, in the order of the command line, with `task`, model and seed of the caller.
    Result<std::vector<Request>> requests(Task task, const std::string &model, const GenerationOptions &generation, uint64_t seed) const;
};

/// The tokenizer of a model file, without its weights.
Result<std::shared_ptr<Tokenizer>> openTokenizer(const std::string &model);

/// A JSON result of one finished request: input, outcome, error?, text, ids.
Json resultJson(const Request &request, const Outcome &outcome);
/// Times of one request in milliseconds, and token rates; absent is what was not reached, and a rate without work behind it.
Json timingsJson(const Outcome &outcome, const ModelInfo &model);

} // namespace limno::cli
