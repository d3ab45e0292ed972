// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/memorywatch.h"
#include "app/cli/numbers.h"
#include "app/cli/playing.h"
#include "app/cli/runfile.h"
#include "app/cli/textinput.h"

#include "core/base/bytesize.h"
#include "core/replay/replayrun.h"
#include "core/replay/verdictjson.h"

#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

constexpr int64_t kUntilSureAtMost = 5120;

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
    JudgeOptions judging;
    ReplayPlan plan;
    std::string vary = "none";
    std::string listFile;
    std::string outFile;
    bool wantsConfirmation = false;
    bool untilSure = false;
    bool gates = false;
    std::optional<double> restSeconds;
    bool isNull = false; ///< `replay null`: the built-in model that does nothing

    int run(OutputMode mode)
    {
        const auto planned = complete();
        if (!planned)
            return reportError(mode, planned.error());
        ReplayRunOptions options;
        options.recordingPath = outFile;
        options.confirms = wantsConfirmation;
        options.restSeconds = restSeconds;
        const auto verdictOptions = judging.verdictOptions();
        if (!verdictOptions)
            return reportError(mode, verdictOptions.error());
        options.verdict = *verdictOptions;
        if (untilSure)
            options.untilSureAtMost = plan.requests > 0 ? plan.requests : kUntilSureAtMost;
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());
        plan.concurrency = plan.concurrency > 0 ? plan.concurrency : model.workers;

        Services &services = (*loaded)->services();
        services.sampler.start();
        MemoryWatch watch(services.devices);
        auto report = playInterruptible(services, plan, options);
        Json memory = watch.finish();
        if (!report)
            return reportError(mode, report.error());

        Json document = (*loaded)->document();
        fill(document, report->result, memory);
        if (report->verdict)
            document.update(verdictJson(*report->verdict));
        if (untilSure)
            document["looks"] = report->looks;
        // What was measured is printed whatever becomes of the rest.
        std::optional<Error> problem;
        const auto keepGoing = [&](const char *name, const std::optional<Error> &error) {
            if (!error)
                return;
            document[name] = errorJson(*error);
            if (!problem)
                problem = *error;
        };
        (*loaded)->deviceInto(document);
        const Result<void> cleared = (*loaded)->clearInto(document);
        keepGoing("clearError", cleared ? std::optional<Error>() : cleared.error());
        keepGoing("recordingError", report->recordingError);
        if (!outFile.empty())
            document["out"] = outFile;
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(document);
        const int code = exitCode(*report);
        return problem && code == kExitDone ? exitCodeFor(problem->code) : code;
    }

private:
    /// Puts the options together into the plan.
    Result<void> complete()
    {
        if (plan.requests == 0 && plan.seconds == 0 && !untilSure)
            return failure(ErrorCode::InputInvalid, "replay needs --requests, --seconds or --until-sure");
        if (untilSure && plan.seconds > 0)
            return failure(ErrorCode::InputInvalid, "--until-sure ends by itself: --seconds has no place beside it");
        const auto seed = parseSeed(model.seed);
        if (!seed)
            return failure(seed.error());
        plan.seed = *seed;
        plan.pacing = plan.ratePerSecond > 0 ? Pacing::Open : Pacing::Closed;
        plan.vary = vary == "prompt" ? Vary::Prompt : vary == "shape" ? Vary::Shape : vary == "list" ? Vary::List : Vary::None;
        if ((plan.vary == Vary::List) == listFile.empty())
            return failure(ErrorCode::InputInvalid, "--vary list and --list FILE need each other");
        if (isNull && input.prompts.empty() && input.promptFile.empty() && input.messagesFile.empty())
            input.prompts = {"null"};
        if (!listFile.empty() && input.prompts.empty() && input.promptFile.empty() && input.messagesFile.empty())
            input.prompts = {"-"}; // its place is taken by the list's inputs
        const auto requests = input.requests(task, model.model, generation.options, *seed);
        if (!requests)
            return failure(requests.error());
        if (requests->size() != 1)
            return failure(ErrorCode::InputInvalid, "replay repeats one input, got " + std::to_string(requests->size()));
        plan.request = requests->front();
        if (!listFile.empty()) {
            auto list = readRequestList(listFile, plan.request);
            if (!list)
                return failure(list.error());
            plan.list = *std::move(list);
        }
        return {};
    }

    void fill(Json &document, const ReplayResult &result, Json &memory) const
    {
        const ReplayProgress &counts = result.counts;
        document["requests"] = {{"sent", counts.sent}, {"ok", counts.ok}, {"failed", counts.failed}, {"skipped", counts.skipped},
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
        if (document.contains("text"))
            std::cout << document["text"].get<std::string>() << '\n';
        if (document.contains("verdict"))
            printAdvice(document["verdict"]["advice"]);
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

    static void printAdvice(const Json &advice)
    {
        for (const Json &one : advice)
            std::cout << (one["kind"] == "cause" ? "  may be: " : "  to try: ") << one["text"].get<std::string>()
                      << (one.contains("option") ? " (" + one["option"].get<std::string>() + ' ' + one["value"].get<std::string>() + ')' : std::string())
                      << '\n';
    }

    int exitCode(const ReplayReport &report) const
    {
        const ReplayResult &result = report.result;
        if (interruptCode() != 0)
            return interruptCode();
        if (gates && report.verdict && verdictExitCode(report.verdict->leakClass) != kExitDone)
            return verdictExitCode(report.verdict->leakClass);
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
    struct Kind {
        Task task;
        const char *name;
        const char *about;
    };
    for (const Kind &kind : {Kind{Task::Chat, "chat", "Loop a chat message"}, Kind{Task::Complete, "complete", "Loop a text to go on from"},
                             Kind{Task::Chat, "null", "Loop a request that does nothing: what the program itself costs"}}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<Replay>(*replay, invocation, kind.name, kind.about, command);
        state->task = kind.task;
        state->plan.concurrency = 0;
        state->model.declare(*command);
        state->isNull = std::string_view(kind.name) == "null";
        if (state->isNull)
            state->model.model = "null";
        state->generation.declare(*command);
        state->input.declare(*command);
        state->judging.declare(*command);
        command->add_option("--requests", state->plan.requests, "Stop after so many")->check(wholeNumber(1, int64_t{1} << 40));
        command->add_option("--seconds", state->plan.seconds, "Stop sending after so long")->check(realNumber(0.001, 1e9));
        command->add_flag("--until-sure", state->untilSure, "Stop when the verdict is sure (at most --requests, default 5120)");
        command->add_option("--concurrency", state->plan.concurrency, "Requests in flight (default: one a worker)")->check(wholeNumber(1, 4096));
        command->add_option("--rate", state->plan.ratePerSecond, "Open loop: so many requests a second, whatever becomes of them")->check(realNumber(0.001, 1e6));
        command->add_option("--vary", state->vary, "What differs from request to request")
            ->check(CLI::IsMember({"none", "prompt", "shape", "list"}))->capture_default_str();
        command->add_option("--distinct", state->plan.distinct, "Different inputs, then they repeat (default: all)")->check(wholeNumber(1, int64_t{1} << 40));
        command->add_option("--random-text", state->plan.randomCharacters, "--vary prompt: so many random characters in place of a counter")
            ->check(wholeNumber(1, 1 << 24));
        command->add_option("--list", state->listFile, "--vary list: one JSON input a line, taken in shuffled order");
        command->add_option("--rest", state->restSeconds, "After the loop send nothing for so many seconds, then clear caches")->check(realNumber(0, 86400));
        command->add_flag("--confirm", state->wantsConfirmation, "60 % more requests, which confirm a verdict");
        command->add_flag("--gate", state->gates, "Exit code 3 for a leak, 4 when it can't be told");
        command->add_option("--out", state->outFile, "Record into a .limno file");
    }
}

} // namespace limno::cli
