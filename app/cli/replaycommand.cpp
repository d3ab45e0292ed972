// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/memorywatch.h"
#include "app/cli/numbers.h"
#include "app/cli/textinput.h"

#include "core/base/bytesize.h"
#include "core/replay/player.h"
#include "core/replay/recorder.h"

#include <cmath>
#include <future>
#include <iostream>
#include <unistd.h>

namespace limno::cli {

namespace {

constexpr auto kProgressPoll = std::chrono::milliseconds(100);

Json percentilesJson(const std::map<OutcomeKind, Percentiles> &byOutcome)
{
    Json json = Json::object();
    for (const auto &[kind, values] : byOutcome)
        json[std::string(outcomeKindName(kind))] = {
            {"p50", values.p50}, {"p90", values.p90}, {"p95", values.p95}, {"p99", values.p99}, {"max", values.max}};
    return json;
}

struct Replay {
    Task task = Task::Chat;
    ModelOptions model;
    GenerationFlags generation;
    TextInputOptions input;
    ReplayPlan plan;
    std::string vary = "none";
    std::string outFile;

    int run(OutputMode mode)
    {
        if (plan.requests == 0 && plan.seconds == 0)
            return reportError(mode, {ErrorCode::InputInvalid, "replay needs --requests or --seconds"});
        const auto seed = parseSeed(model.seed);
        if (!seed)
            return reportError(mode, seed.error());
        const auto requests = input.requests(task, model.model, generation.options, *seed);
        if (!requests)
            return reportError(mode, requests.error());
        if (requests->size() != 1)
            return reportError(mode, {ErrorCode::InputInvalid, "replay repeats one input, got " + std::to_string(requests->size())});
        plan.request = requests->front();
        plan.vary = vary == "prompt" ? Vary::Prompt : Vary::None;
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());
        plan.concurrency = plan.concurrency > 0 ? plan.concurrency : model.workers;

        Services &services = (*loaded)->services();
        std::unique_ptr<Recorder> recorder;
        if (!outFile.empty()) {
            auto started = Recorder::start(outFile, services.runtime, services.sampler);
            if (!started)
                return reportError(mode, started.error());
            recorder = *std::move(started);
            recorder->recordSnapshots(services.snapshots);
            services.snapshots.take("begin of the loop");
        }
        services.sampler.start();
        MemoryWatch watch((*loaded)->services().devices);
        const auto result = play(services.runtime);
        Json memory = watch.finish();
        if (recorder)
            services.snapshots.take("end of the loop");
        if (!result)
            return reportError(mode, result.error());

        Json document = (*loaded)->document();
        fill(document, *result, memory);
        // What was measured is printed whatever becomes of the rest.
        std::optional<Error> problem;
        const auto keepGoing = [&](const char *name, const Result<void> &done) {
            if (done)
                return;
            document[name] = errorJson(done.error());
            if (!problem)
                problem = done.error();
        };
        (*loaded)->deviceInto(document);
        keepGoing("clearError", (*loaded)->clearInto(document));
        if (recorder) {
            keepGoing("recordingError", recorder->stop());
            document["out"] = outFile;
        }
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(document);
        const int code = exitCode(*result);
        return problem && code == kExitDone ? exitCodeFor(problem->code) : code;
    }

private:
    /// The player works on a thread of its own, so that this one can look for signals and show progress.
    Result<ReplayResult> play(Runtime &runtime)
    {
        const CancelToken cancel;
        const bool showsProgress = isatty(STDERR_FILENO) != 0;
        const auto onProgress = [showsProgress](const ReplayProgress &progress) {
            if (showsProgress)
                std::cerr << "\r" << progress.sent << " sent, " << progress.ok << " ok, " << progress.failed << " failed   " << std::flush;
        };
        auto playing = std::async(std::launch::async, [&] { return Player(runtime).run(plan, cancel, onProgress); });
        while (playing.wait_for(kProgressPoll) != std::future_status::ready) {
            if (interruptCode() != 0)
                cancel.cancel();
        }
        if (showsProgress)
            std::cerr << '\n';
        return playing.get();
    }

    void fill(Json &document, const ReplayResult &result, Json &memory) const
    {
        const ReplayProgress &counts = result.counts;
        document["requests"] = {{"sent", counts.sent}, {"ok", counts.ok}, {"failed", counts.failed}, {"skipped", 0},
                                {"cut", counts.cut}, {"distinct", result.distinct}};
        document["latency"] = percentilesJson(result.latencyMs);
        document["service"] = percentilesJson(result.serviceMs);
        document["throughput"] = result.requestsPerSecond;
        document["tokensIn"] = result.tokensIn;
        document["tokensOut"] = result.tokensOut;
        document["memory"] = {{"start", std::move(memory["before"])}, {"end", std::move(memory["after"])}, {"peak", std::move(memory["peak"])}};
        if (result.firstError)
            document["firstError"] = errorJson(*result.firstError);
        if (result.isInterrupted)
            document["interrupted"] = true;
    }

    static void print(const Json &document)
    {
        const Json &counts = document["requests"];
        std::cout << counts["ok"] << " of " << counts["sent"] << " requests ok, " << counts["failed"] << " failed, " << counts["cut"] << " cut; "
                  << std::round(document["throughput"].get<double>() * 100) / 100 << " a second\n";
        for (const auto &[outcome, values] : document["latency"].items())
            std::cout << outcome << ": p50 " << std::lround(values["p50"].get<double>()) << " ms, p95 "
                      << std::lround(values["p95"].get<double>()) << " ms, max " << std::lround(values["max"].get<double>()) << " ms\n";
        for (const char *name : {"rssAnon", "heapInUse", "hostTensors"}) {
            if (document["memory"]["start"].contains(name) && document["memory"]["end"].contains(name))
                std::cout << name << ": " << formatByteSize(document["memory"]["start"][name]) << " at the start, "
                          << formatByteSize(document["memory"]["end"][name]) << " at the end, "
                          << formatByteSize(document["memory"]["peak"][name]) << " at most\n";
        }
        printMemorySummary(document);
        if (document.contains("out"))
            std::cout << (document.contains("recordingError") ? "recorded in part in " : "recorded in ")
                      << document["out"].get<std::string>() << '\n';
        for (const auto &[name, what] : {std::pair{"firstError", "the first that failed: "}, {"recordingError", "recording: "}, {"clearError", "clearing: "}}) {
            if (document.contains(name))
                printError(what, document[name]);
        }
    }

    static void printError(const char *what, const Json &error)
    {
        std::cerr << "limnograph-cli: " << what << error["code"].get<std::string>() << ": " << error["message"].get<std::string>() << '\n';
    }

    static int exitCode(const ReplayResult &result)
    {
        if (interruptCode() != 0)
            return interruptCode();
        if (result.counts.failed == 0)
            return kExitDone;
        return result.counts.ok > 0 || !result.firstError ? kExitSomeFailed : exitCodeFor(result.firstError->code);
    }
};

} // namespace

void declareReplay(CLI::App &root, Invocation &invocation)
{
    CLI::App *replay = root.add_subcommand("replay", "The same request in a loop");
    replay->require_subcommand(1);
    for (const auto &[task, about] : {std::pair{Task::Chat, "Loop a chat message"}, std::pair{Task::Complete, "Loop a text to go on from"}}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<Replay>(*replay, invocation, std::string(taskName(task)), about, command);
        state->task = task;
        state->plan.concurrency = 0;
        state->model.declare(*command);
        state->generation.declare(*command);
        state->input.declare(*command);
        command->add_option("--requests", state->plan.requests, "Stop after so many")->check(wholeNumber(1, int64_t{1} << 40));
        command->add_option("--seconds", state->plan.seconds, "Stop sending after so long")->check(realNumber(0.001, 1e9));
        command->add_option("--concurrency", state->plan.concurrency, "Requests in flight (default: one a worker)")->check(wholeNumber(1, 4096));
        command->add_option("--vary", state->vary, "What differs from request to request")->check(CLI::IsMember({"none", "prompt"}))->capture_default_str();
        command->add_option("--distinct", state->plan.distinct, "Different inputs, then they repeat (default: all)")->check(wholeNumber(1, int64_t{1} << 40));
        command->add_option("--out", state->outFile, "Record into a .limno file");
    }
}

} // namespace limno::cli
