// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/memorywatch.h"
#include "app/cli/textinput.h"

#include "core/base/bytesize.h"
#include "core/formats/safetensors.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

constexpr auto kStreamPoll = std::chrono::milliseconds(50);

/// Requests of one command, submitted together and waited for in order.
struct Batch {
    std::vector<Request> requests;
    std::vector<const JobResult *> results;
    std::vector<JobHandle> jobs;

    void submit(Runtime &runtime)
    {
        for (const Request &request : requests)
            jobs.push_back(runtime.submit(request));
    }

    /// Text of people's output as it comes, in the order of the inputs.
    void stream(OutputMode mode)
    {
        for (const JobHandle &job : jobs) {
            bool isDone = false;
            bool hasText = false;
            while (!isDone) {
                isDone = job.waitForFinished(std::chrono::milliseconds(0));
                if (!isDone)
                    job.waitForEvents(kStreamPoll);
                for (const JobEvent &event : job.takeEvents()) {
                    if (mode != OutputMode::People || event.kind != JobEvent::Kind::Text)
                        continue;
                    std::cout << event.text << std::flush;
                    hasText = true;
                }
                if (interruptCode() != 0) {
                    for (const JobHandle &each : jobs)
                        each.cancel();
                }
            }
            results.push_back(&job.wait());
            if (hasText)
                std::cout << '\n';
        }
    }

    int64_t sum(int64_t TokenCounts::*count) const
    {
        int64_t total = 0;
        for (const JobResult *result : results)
            total += result->outcome.tokens.*count;
        return total;
    }

    /// The worst outcome's code: failures among successes are 10.
    int exitCode() const
    {
        if (interruptCode() != 0)
            return interruptCode();
        const auto failed = [](const JobResult *result) { return result->outcome.kind == OutcomeKind::Failed; };
        const auto first = std::find_if(results.begin(), results.end(), failed);
        if (first == results.end())
            return kExitDone;
        return std::all_of(results.begin(), results.end(), failed) ? exitCodeFor((*first)->outcome.error->code) : kExitSomeFailed;
    }
};

struct Run {
    Task task = Task::Chat;
    ModelOptions model;
    GenerationFlags generation;
    TextInputOptions input;
    std::string dumpFile;

    int run(OutputMode mode)
    {
        const auto seed = parseSeed(model.seed);
        if (!seed)
            return reportError(mode, seed.error());
        auto requests = input.requests(task, model.model, generation.options, *seed);
        if (!requests)
            return reportError(mode, requests.error());
        if (!dumpFile.empty() && requests->size() > 1)
            return reportError(mode, {ErrorCode::InputInvalid, "--dump takes one input"});
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());

        MemoryWatch watch((*loaded)->services().devices);
        Batch batch;
        batch.requests = *std::move(requests);
        for (Request &request : batch.requests)
            request.dump = dumpFile.empty() ? DumpTensors::No : DumpTensors::Yes;
        batch.submit((*loaded)->runtime());
        batch.stream(mode);
        Json memory = watch.finish();
        int64_t peakTensors = 0;
        for (const JobResult *result : batch.results)
            peakTensors = std::max(peakTensors, result->outcome.memory.peakHostTensors);
        if (memory["peak"].contains("hostTensors"))
            memory["peak"]["hostTensors"] = std::max(memory["peak"]["hostTensors"].get<int64_t>(), peakTensors);

        const Outcome &first = batch.results.front()->outcome;
        Json document = (*loaded)->document();
        document["results"] = Json::array();
        for (size_t i = 0; i < batch.requests.size(); ++i)
            document["results"].push_back(resultJson(batch.requests[i], batch.results[i]->outcome));
        document["tokensIn"] = batch.sum(&TokenCounts::in);
        document["tokensOut"] = batch.sum(&TokenCounts::out);
        document["tokensReused"] = batch.sum(&TokenCounts::reused);
        document["tokensPrefilled"] = batch.sum(&TokenCounts::prefilled);
        document["timings"] = timingsJson(first, (*loaded)->info());
        document["timings"]["loadMs"] = (*loaded)->loadMs();
        document["memory"] = std::move(memory);
        if (interruptCode() != 0)
            document["interrupted"] = true;
        // What was computed is printed whatever becomes of the rest.
        Result<void> dumped;
        if (!dumpFile.empty() && first.kind == OutcomeKind::Ok)
            dumped = writePlainTensors(dumpFile, first.dump);
        if (!dumped)
            document["dumpError"] = errorJson(dumped.error());
        (*loaded)->deviceInto(document);
        const Result<void> cleared = (*loaded)->clearInto(document);
        if (!cleared)
            document["clearError"] = errorJson(cleared.error());
        report(mode, document, batch);
        if (const int code = batch.exitCode(); code != kExitDone)
            return code;
        return !dumped ? exitCodeFor(dumped.error().code) : !cleared ? exitCodeFor(cleared.error().code) : kExitDone;
    }

    static void report(OutputMode mode, const Json &document, const Batch &batch)
    {
        if (mode == OutputMode::Script) {
            printDocument(document);
            return;
        }
        printMemorySummary(document);
        for (const JobResult *result : batch.results) {
            if (result->outcome.error)
                std::cerr << "limnograph-cli: " << errorCodeName(result->outcome.error->code) << ": " << result->outcome.error->message << '\n';
        }
        for (const char *name : {"dumpError", "clearError"}) {
            if (document.contains(name))
                std::cerr << "limnograph-cli: " << document[name]["code"].get<std::string>() << ": "
                          << document[name]["message"].get<std::string>() << '\n';
        }
        if (document.contains("clear")) {
            for (const Json &step : document["clear"])
                std::cerr << "clear " << step["step"] << " " << step["name"].get<std::string>() << ": " << formatByteSize(step["bytes"])
                          << (step.contains("note") ? " (" + step["note"].get<std::string>() + ")" : "") << '\n';
        }
        if (document["tokensIn"] == 0) // nothing was computed
            return;
        const Json &timings = document["timings"];
        const auto rate = [&](const char *name) {
            return timings.contains(name) ? " at " + std::to_string(std::lround(timings[name].get<double>())) + "/s" : std::string();
        };
        std::cerr << document["tokensIn"] << " tokens in" << rate("prefillTokensPerSecond") << ", " << document["tokensOut"]
                  << " out" << rate("decodeTokensPerSecond") << "; anonymous memory "
                  << formatByteSize(document["memory"]["before"].value("rssAnon", int64_t{0})) << " before, "
                  << formatByteSize(document["memory"]["after"].value("rssAnon", int64_t{0})) << " after, "
                  << formatByteSize(document["memory"]["peak"].value("rssAnon", int64_t{0})) << " at most\n";
    }
};

} // namespace

void declareRun(CLI::App &root, Invocation &invocation)
{
    CLI::App *run = root.add_subcommand("run", "One request or a batch");
    run->require_subcommand(1);
    for (const auto &[task, about] : {std::pair{Task::Chat, "Answer a message"}, std::pair{Task::Complete, "Go on from a text"}}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<Run>(*run, invocation, std::string(taskName(task)), about, command);
        state->task = task;
        state->model.declare(*command);
        state->generation.declare(*command);
        state->input.declare(*command);
        command->add_option("--dump", state->dumpFile, "Write input_ids, logits and step_logits to a safetensors file");
    }
}

} // namespace limno::cli
