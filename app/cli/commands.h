// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/loadedmodel.h"

namespace limno::cli {

// Each declares one command of the contract on the root and sets Invocation::action when it is chosen.
void declareModels(CLI::App &root, Invocation &invocation);
void declareRun(CLI::App &root, Invocation &invocation);
void declareTokenize(CLI::App &root, Invocation &invocation);
void declareTemplate(CLI::App &root, Invocation &invocation);
void declarePerplexity(CLI::App &root, Invocation &invocation);
void declareImage(CLI::App &root, Invocation &invocation);
void declareReplay(CLI::App &root, Invocation &invocation);
/// `replay` itself; its tasks are added to it.
void declareRerun(CLI::App &root, Invocation &invocation, CLI::App *&replay);
void declareCompare(CLI::App &root, Invocation &invocation);
void declareJudge(CLI::App &root, Invocation &invocation);
void declareMatrix(CLI::App &root, Invocation &invocation);
void declareLab(CLI::App &root, Invocation &invocation);
void declareSnapshot(CLI::App &root, Invocation &invocation);
void declareExport(CLI::App &root, Invocation &invocation);
void declareBench(CLI::App &root, Invocation &invocation);
void declareBenchVerdict(CLI::App &bench, Invocation &invocation);
void declareBenchParts(CLI::App &bench, Invocation &invocation);
void declareDoctor(CLI::App &root, Invocation &invocation);

/// A command with the options that all have (--json), and `action` behind it. The state lives as long as the root.
template<typename State>
std::shared_ptr<State> declareCommand(CLI::App &root, Invocation &invocation, const std::string &name, const std::string &about,
                                      CLI::App *&command)
{
    auto state = std::make_shared<State>();
    command = root.add_subcommand(name, about);
    command->add_flag_callback("--json", [&invocation] { invocation.mode = OutputMode::Script; }, "Print one JSON document");
    command->callback([state, &invocation] {
        invocation.action = [state, &invocation] { return state->run(invocation.mode); };
    });
    return state;
}

} // namespace limno::cli
