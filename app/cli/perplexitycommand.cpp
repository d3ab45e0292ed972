// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "app/cli/textinput.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

struct Perplexity {
    ModelOptions model;
    std::string file;
    int64_t window = 0;

    int run(OutputMode mode)
    {
        const auto text = readTextInput(file);
        if (!text)
            return reportError(mode, text.error());
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());
        const auto tokens = countedWindows(**loaded, *text);
        if (!tokens)
            return reportError(mode, tokens.error());
        if (tokens->nll.empty())
            return reportError(mode, {ErrorCode::InputInvalid, file + ": needs at least two tokens, has " + std::to_string(tokens->count)});
        double sum = 0;
        for (const double value : tokens->nll)
            sum += value;
        const double mean = sum / static_cast<double>(tokens->nll.size());
        if (mode == OutputMode::People)
            std::cout << "perplexity " << std::exp(mean) << " over " << tokens->count << " tokens\n";
        Json document = (*loaded)->document();
        document["perplexity"] = std::exp(mean);
        document["tokens"] = tokens->count;
        document["nll"] = mean;
        (*loaded)->deviceInto(document);
        if (mode == OutputMode::People)
            printMemorySummary(document);
        if (const auto cleared = (*loaded)->clearInto(document); !cleared)
            return reportError(mode, cleared.error());
        if (mode == OutputMode::Script)
            printDocument(document);
        return kExitDone;
    }

private:
    struct Scored {
        std::vector<double> nll;
        int64_t count = 0;
    };

    /// Windows follow each other without overlap; the first token of each is not judged, since nothing is before it.
    Result<Scored> countedWindows(LoadedModel &loaded, const std::string &text) const
    {
        Request request;
        request.model = model.model;
        request.score = ScorePrompt::Yes;
        request.generation.maxTokens = 0;
        const int64_t limit = window > 0 ? std::min(window, loaded.info().contextLength) : loaded.info().contextLength;
        const auto tokenizer = openTokenizer(model.model);
        if (!tokenizer)
            return failure(tokenizer.error());
        const std::vector<int64_t> ids = (*tokenizer)->encode(text, SpecialTokens::Parse);
        Scored scored;
        scored.count = static_cast<int64_t>(ids.size());
        for (int64_t first = 0; first + 1 < scored.count; first += limit) {
            const int64_t last = std::min(scored.count, first + limit);
            request.inputIds.assign(ids.begin() + first, ids.begin() + last);
            const JobHandle job = loaded.runtime().submit(request);
            const Outcome &outcome = waitInterruptible(job).outcome;
            if (outcome.error)
                return failure(*outcome.error);
            if (outcome.kind == OutcomeKind::Cancelled)
                return failure(ErrorCode::Cancelled, "interrupted");
            scored.nll.insert(scored.nll.end(), outcome.promptNll.begin(), outcome.promptNll.end());
        }
        return scored;
    }
};

} // namespace

void declarePerplexity(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Perplexity>(root, invocation, "perplexity", "How surprised the model is by a text", command);
    state->model.declare(*command);
    command->add_option("--file", state->file, "Text file, - for standard input")->required();
    command->add_option("--window", state->window, "Tokens judged at a time (default: the model's context)")->check(wholeNumber(2, 1 << 24));
}

} // namespace limno::cli
