// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/memorywatch.h"
#include "app/cli/numbers.h"
#include "app/cli/playing.h"
#include "app/cli/replayoutput.h"
#include "app/cli/runfile.h"
#include "app/cli/textinput.h"

#include "core/replay/replayrun.h"
#include "core/replay/verdictjson.h"


namespace limno::cli {

namespace {

constexpr int64_t kUntilSureAtMost = 5120;

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
        replayInto(document, report->result, std::move(memory));
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
            printReplay(document);
        const int code = replayExitCode(*report, gates);
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
};

} // namespace

void declareReplay(CLI::App &root, Invocation &invocation)
{
    CLI::App *replay = nullptr;
    declareRerun(root, invocation, replay);
    replay->require_subcommand(0, 1);
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
