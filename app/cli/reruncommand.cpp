// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/memorywatch.h"
#include "app/cli/playing.h"
#include "app/cli/replayoutput.h"
#include "app/cli/runfile.h"

#include "core/io/builtinmodels.h"
#include "core/replay/rerun.h"
#include "core/replay/verdictjson.h"

#include <QTemporaryDir>

#include <filesystem>
#include <iostream>

namespace limno::cli {

namespace {

/// `replay FILE.limno`.
struct Rerun {
    std::string file;
    ModelOptions model;
    JudgeOptions judging;
    std::string outFile;
    bool asRecorded = false;
    bool gates = false;

    int run(OutputMode mode)
    {
        if (!std::filesystem::exists(file))
            return reportError(mode, {ErrorCode::InputInvalid, "replay: \"" + file + "\" is neither a recording nor a task (chat, complete, null)"});
        const auto original = Recording::open(file);
        if (!original)
            return reportError(mode, original.error());
        auto plan = rerunPlan(*original, asRecorded ? RerunPacing::AsRecorded : RerunPacing::Closed);
        if (!plan)
            return reportError(mode, {plan.error().code, file + ": " + plan.error().message});
        if (const Result<void> found = findModel(*original); !found)
            return reportError(mode, found.error());
        const auto verdictOptions = judging.verdictOptions();
        if (!verdictOptions)
            return reportError(mode, verdictOptions.error());
        for (Request &request : plan->list)
            request.model = model.model;
        plan->request.model = model.model;
        auto loaded = LoadedModel::open(model);
        if (!loaded)
            return reportError(mode, loaded.error());
        plan->concurrency = model.workers;

        const QTemporaryDir folder; // the outputs are compared from a recording, also when none is wanted
        ReplayRunOptions options;
        options.verdict = *verdictOptions;
        options.recordingPath = outFile.empty() ? folder.filePath(QStringLiteral("again.limno")).toStdString() : outFile;
        options.meta = {{"rerunOf", std::filesystem::path(file).filename().string()}};
        Services &services = (*loaded)->services();
        services.sampler.start();
        MemoryWatch watch(services.devices);
        auto report = playInterruptible(services, *plan, options);
        Json memory = watch.finish();
        if (!report)
            return reportError(mode, report.error());
        const auto again = Recording::open(options.recordingPath);
        if (!again)
            return reportError(mode, again.error());
        const RerunComparison compared = compareReruns(*original, *again);
        Json document = (*loaded)->document();
        document["rerun"] = {{"of", file}, {"same", compared.same}, {"different", compared.different}, {"missing", compared.missing}};
        if (compared.firstDifferent)
            document["rerun"]["firstDifferent"] = *compared.firstDifferent;
        replayInto(document, report->result, std::move(memory));
        if (report->verdict)
            document.update(verdictJson(*report->verdict));
        (*loaded)->deviceInto(document);
        if (!outFile.empty())
            document["out"] = outFile;
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(document, compared);
        return replayExitCode(*report, gates);
    }

private:
    /// The recording's model: where --model says, where it was, or a built-in one; always told by its identity.
    Result<void> findModel(const Recording &original)
    {
        if (original.models.empty() && model.model.empty())
            return failure(ErrorCode::ModelMissing, file + ": does not say which model ran: --model");
        const std::string name = original.models.empty() ? model.model : original.models.back().name;
        const std::string identity = original.identities.empty() ? std::string() : original.identities.back();
        std::vector<std::string> candidates;
        if (!model.model.empty())
            candidates = {model.model};
        else
            candidates = {original.models.back().path, name};
        for (const std::string &candidate : candidates) {
            const auto path = resolveModel(candidate);
            if (!path)
                continue;
            const auto found = identity.empty() ? Result<std::string>(identity) : modelIdentity(*path);
            if (found && *found == identity) {
                model.model = candidate;
                return {};
            }
        }
        return failure(ErrorCode::ModelMissing, file + ": ran on " + name + (identity.empty() ? "" : " (" + identity + ")")
                           + (model.model.empty() ? ", which is not here: --model says where it is" : ", which " + model.model + " is not"));
    }

    static void print(const Json &document, const RerunComparison &compared)
    {
        std::cout << compared.same << " outputs as before, " << compared.different << " different, " << compared.missing << " not comparable";
        if (compared.firstDifferent)
            std::cout << "; the first that differs is request " << *compared.firstDifferent;
        std::cout << '\n';
        printReplay(document);
    }
};

} // namespace

void declareRerun(CLI::App &root, Invocation &invocation, CLI::App *&replay)
{
    auto state = declareCommand<Rerun>(root, invocation, "replay", "The same request in a loop, or a recording once more", replay);
    CLI::App *command = replay;
    command->callback([state, &invocation, command] {
        if (!command->get_subcommands().empty())
            return;
        if (state->file.empty())
            throw CLI::RequiredError("replay: a task (chat, complete, null) or a recording");
        invocation.action = [state, &invocation] { return state->run(invocation.mode); };
    });
    state->model.model.clear(); // the recording says which
    command->add_option("recording", state->file, "A .limno file whose requests are sent again");
    state->model.declare(*command);
    state->judging.declare(*command);
    command->add_flag("--as-recorded", state->asRecorded, "At the moments of the original schedule in place of a closed loop");
    command->add_flag("--gate", state->gates, "Exit code 3 for a leak, 4 when it can't be told");
    command->add_option("--out", state->outFile, "Record into a .limno file");
}

} // namespace limno::cli
