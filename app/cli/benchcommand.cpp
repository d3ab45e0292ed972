// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/memorywatch.h"
#include "app/cli/numbers.h"
#include "app/cli/textinput.h"

#include "core/analysis/percentiles.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

/// Token ids that mean nothing but cost what text costs; the same on every machine.
std::vector<int64_t> benchIds(int64_t count, int64_t vocabulary)
{
    std::vector<int64_t> ids;
    uint64_t state = 0x9E3779B97F4A7C15;
    for (int64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005 + 1442695040888963407;
        ids.push_back(static_cast<int64_t>((state >> 33) % static_cast<uint64_t>(vocabulary)));
    }
    return ids;
}

struct Bench {
    ModelOptions model;
    int repeat = 5;
    int64_t promptTokens = 128;
    int newTokens = 128;

    int run(OutputMode mode)
    {
        const auto seed = parseSeed(model.seed);
        if (!seed)
            return reportError(mode, seed.error());
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());
        const auto tokenizer = openTokenizer(model.model);
        if (!tokenizer)
            return reportError(mode, tokenizer.error());
        Request request;
        request.task = Task::Complete;
        request.model = model.model;
        request.inputIds = benchIds(promptTokens, (*tokenizer)->vocabularySize());
        request.generation.maxTokens = newTokens;
        request.generation.ignoreEos = true;
        request.seed = *seed;

        MemoryWatch watch((*loaded)->services().devices);
        Json runs = Json::array();
        for (int i = 0; i <= repeat && interruptCode() == 0; ++i) {
            const JobHandle job = (*loaded)->runtime().submit(request);
            const Outcome &outcome = waitInterruptible(job).outcome;
            if (outcome.error)
                return reportError(mode, *outcome.error);
            // The first run warms up and is not counted.
            if (i > 0 && outcome.kind == OutcomeKind::Ok)
                runs.push_back(timingsJson(outcome, (*loaded)->info()));
        }
        Json document = (*loaded)->document();
        document["promptTokens"] = promptTokens;
        document["newTokens"] = newTokens;
        summarize(document, runs);
        document["runs"] = std::move(runs);
        document["memory"] = watch.finish();
        (*loaded)->deviceInto(document);
        if (interruptCode() != 0)
            document["interrupted"] = true;
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(document, repeat);
        return interruptCode();
    }

private:
    static void summarize(Json &document, const Json &runs)
    {
        for (const char *part : {"min", "median", "max"})
            document[part] = Json::object();
        for (const char *name : {"prefillTokensPerSecond", "decodeTokensPerSecond", "firstTokenMs", "totalMs"}) {
            std::vector<double> values;
            for (const Json &run : runs) {
                if (run.contains(name))
                    values.push_back(run[name]);
            }
            if (values.empty())
                continue;
            document["min"][name] = *std::min_element(values.begin(), values.end());
            document["median"][name] = *median(values);
            document["max"][name] = *std::max_element(values.begin(), values.end());
        }
    }

    static void print(const Json &document, int wanted)
    {
        printMemorySummary(document);
        if (document.contains("interrupted"))
            std::cerr << "interrupted after " << document["runs"].size() << " of " << wanted << " counted runs\n";
        for (const auto &[name, value] : document["median"].items())
            std::cout << name << ": " << std::round(value.get<double>() * 10) / 10 << " (" << std::round(document["min"][name].get<double>() * 10) / 10
                      << " to " << std::round(document["max"][name].get<double>() * 10) / 10 << ")\n";
    }
};

} // namespace

void declareBench(CLI::App &root, Invocation &invocation)
{
    CLI::App *bench = root.add_subcommand("bench", "Speed and memory, after a warm-up");
    bench->require_subcommand(1);
    for (const char *name : {"chat", "complete"}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<Bench>(*bench, invocation, name, "Prefill and decode rate of a language model", command);
        state->model.declare(*command);
        command->add_option("--repeat", state->repeat, "Counted runs")->check(wholeNumber(1, 1000))->capture_default_str();
        command->add_option("--prompt-tokens", state->promptTokens, "Tokens in")->check(wholeNumber(1, 1 << 20))->capture_default_str();
        command->add_option("--max-tokens", state->newTokens, "Tokens out")->check(wholeNumber(1, 1 << 20))->capture_default_str();
    }
    declareBenchVerdict(*bench, invocation);
    declareBenchParts(*bench, invocation);
}

} // namespace limno::cli
