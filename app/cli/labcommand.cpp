// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/memorywatch.h"
#include "app/cli/numbers.h"
#include "app/cli/playing.h"
#include "app/cli/replayoutput.h"
#include "app/cli/runfile.h"

#include "core/memory/quietallocator.h"
#include "core/replay/verdictjson.h"

#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

struct LabList {
    int run(OutputMode mode) const
    {
        Json document = newDocument();
        document["scenarios"] = Json::array();
        for (const Scenario &scenario : scenarios())
            document["scenarios"].push_back({{"name", scenario.name}, {"class", leakClassName(scenario.leakClass)}, {"series", scenario.series},
                                             {"model", scenario.model}, {"requests", scenario.loop.requests}, {"about", scenario.about}});
        if (mode == OutputMode::Script) {
            printDocument(document);
            return kExitDone;
        }
        for (const Scenario &scenario : scenarios())
            std::cout << std::left << std::setw(24) << scenario.name << std::setw(14) << leakClassName(scenario.leakClass) << scenario.about << "\n";
        return kExitDone;
    }
};

struct LabRun {
    std::string name;
    ModelOptions model;
    int64_t requests = 0;
    std::string outFile;
    bool isFixed = false;
    bool gates = false;

    int run(OutputMode mode)
    {
        const auto found = scenarioByName(name);
        if (!found)
            return reportError(mode, found.error());
        const Scenario &scenario = **found;
        const ScenarioLoop &loop = isFixed ? scenario.fixedLoop : scenario.loop;
        if ((loop.allocatorIsQuiet || model.wantsQuietAllocator) && !isAllocatorQuiet()) {
            const Result<void> restarted = restartQuietly();
            return reportError(mode, restarted.error());
        }
        model.model = labPath(scenario, isFixed ? Variant::Fixed : Variant::Faulty);
        model.device = loop.device;
        model.workers = loop.workers;
        model.permits = loop.gateIsOff ? "off" : "text=1";
        const auto seed = parseSeed(model.seed);
        if (!seed)
            return reportError(mode, seed.error());
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());

        Services &services = (*loaded)->services();
        services.sampler.start();
        MemoryWatch watch(services.devices);
        ReplayRunOptions options;
        options.recordingPath = outFile;
        options.confirms = true;
        options.restSeconds = kRestSeconds;
        auto report = playInterruptible(services, planOf(loop, *seed), options);
        Json memory = watch.finish();
        if (!report)
            return reportError(mode, report.error());
        const int64_t kept = services.lab->keptBytes();
        Json document = (*loaded)->document();
        document["scenario"] = name;
        document["fixed"] = isFixed;
        document["truth"] = truthOf(scenario, kept, report->result.counts);
        replayInto(document, report->result, std::move(memory));
        if (report->verdict)
            document.update(verdictJson(*report->verdict));
        (*loaded)->deviceInto(document);
        if (report->recordingError)
            document["recordingError"] = errorJson(*report->recordingError);
        if (!outFile.empty())
            document["out"] = outFile;
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(document);
        const int code = replayExitCode(*report, gates);
        return code == kExitSomeFailed ? kExitDone : code; // failures are part of a scenario
    }

private:
    static constexpr double kRestSeconds = 1;

    ReplayPlan planOf(const ScenarioLoop &loop, uint64_t seed) const
    {
        ReplayPlan plan;
        plan.request.task = Task::Complete;
        plan.request.model = model.model;
        plan.request.prompt = loop.prompt;
        plan.request.generation.maxTokens = loop.maxTokens;
        plan.request.generation.ignoreEos = true;
        plan.request.seed = seed;
        plan.request.dump = loop.keepsLogits ? DumpTensors::Yes : DumpTensors::No;
        plan.requests = requests > 0 ? requests : loop.requests;
        plan.concurrency = loop.concurrency;
        plan.vary = loop.variesPrompt ? Vary::Prompt : Vary::None;
        plan.seed = seed;
        return plan;
    }

    /// What the scenario itself counted; a twin keeps nothing.
    Json truthOf(const Scenario &scenario, int64_t kept, const ReplayProgress &counts) const
    {
        const int64_t all = counts.ok + counts.failed + counts.cut;
        const bool isLeaking = isLeak(scenario.leakClass) && !isFixed;
        return {{"class", isFixed ? "flat" : leakClassName(scenario.leakClass)},
                {"series", scenario.series},
                {"keptBytes", kept},
                {"slopePerRequest", isLeaking && all > 0 ? Json(static_cast<double>(kept) / static_cast<double>(all)) : isLeaking ? Json(nullptr) : Json(0)}};
    }

    static void print(const Json &document)
    {
        const Json &truth = document["truth"];
        std::cout << document["scenario"].get<std::string>() << (document["fixed"].get<bool>() ? ", repaired" : "") << ": the truth is "
                  << truth["class"].get<std::string>();
        if (truth["slopePerRequest"].is_number() && truth["slopePerRequest"].get<double>() > 0)
            std::cout << ", " << sizeText(truth["slopePerRequest"].get<double>()) << " a request";
        std::cout << '\n';
        printReplay(document);
    }
};

} // namespace

void declareLab(CLI::App &root, Invocation &invocation)
{
    CLI::App *lab = root.add_subcommand("lab", "Deliberate leaks of known size, and their repaired twins");
    lab->require_subcommand(1);
    CLI::App *list = nullptr;
    declareCommand<LabList>(*lab, invocation, "list", "What there is, with the verdict to be expected", list);
    CLI::App *run = nullptr;
    auto state = declareCommand<LabRun>(*lab, invocation, "run", "Runs one and judges it", run);
    run->add_option("name", state->name, "Scenario (lab list)")->required();
    run->add_flag("--fixed", state->isFixed, "The repaired twin");
    run->add_option("--requests", state->requests, "Requests before the confirmation")->check(wholeNumber(1, 1'000'000));
    run->add_option("--seed", state->model.seed, "Any 64-bit integer")->capture_default_str();
    run->add_option("--threads", state->model.threads, "Intra-op threads of a worker (0: cores / workers)")->check(wholeNumber(0, 1024));
    run->add_flag("--gate", state->gates, "Exit code 3 for a leak, 4 when it can't be told");
    run->add_flag(kQuietAllocatorOption, state->model.wantsQuietAllocator, "Start with one heap arena, fixed thresholds and no huge pages");
    run->add_flag("--heap-stacks", state->model.wantsHeapStacks, "Snapshots name the places in the program that hold the heap");
    run->add_option("--out", state->outFile, "Record into a .limno file");
}

} // namespace limno::cli
