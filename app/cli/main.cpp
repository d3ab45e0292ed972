// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

#include "core/base/version.h"

#include "core/memory/quietallocator.h"

#include <QCoreApplication>

#include <algorithm>
#include <clocale>
#include <iostream>
#include <string>
#include <vector>

using namespace limno;
using namespace limno::cli;

namespace {

std::string listed(const std::vector<std::string> &words, const char *separator)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : separator) + word;
    return text;
}

/// The innermost command that was recognized.
const CLI::App *chosenCommand(const CLI::App &root)
{
    const CLI::App *command = &root;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().front();
    return command;
}

/// What is wrong, with the words that nobody knows: CLI11 leaves out those where a command should be, and reverses others.
std::string explanation(const CLI::App &root, const CLI::ParseError &error, const std::vector<std::string> &words)
{
    const CLI::App *command = chosenCommand(root);
    std::vector<std::string> unknown = root.remaining(true);
    const auto place = [&words](const std::string &word) { return std::find(words.begin(), words.end(), word); };
    std::stable_sort(unknown.begin(), unknown.end(), [&](const auto &a, const auto &b) { return place(a) < place(b); });
    if (dynamic_cast<const CLI::ExtrasError *>(&error))
        return "not expected: " + listed(unknown, " ");
    std::vector<std::string> known;
    for (const CLI::App *each : command->get_subcommands({}))
        known.push_back(each->get_name());
    if (!dynamic_cast<const CLI::RequiredError *>(&error) || known.empty())
        return error.what();
    const std::string after = command == &root ? "" : " after \"" + command->get_name() + "\"";
    const auto wrong = std::find_if(unknown.begin(), unknown.end(), [](const std::string &word) { return !word.starts_with('-'); });
    return (wrong == unknown.end() ? "a command is needed" : "no command \"" + *wrong + "\"") + after + "; there are "
        + listed(known, ", ");
}

int usageError(const CLI::App &root, const CLI::ParseError &error, const std::vector<std::string> &words, OutputMode mode)
{
    if (error.get_exit_code() == 0)
        return root.exit(error, std::cout, std::cerr);
    const std::string what = explanation(root, error, words);
    if (mode == OutputMode::Script)
        return reportError(mode, {ErrorCode::InputInvalid, what});
    std::cerr << "limnograph-cli: " << what << "\nTry limnograph-cli --help, or --help after a command.\n";
    return exitCodeFor(ErrorCode::InputInvalid);
}

} // namespace

int main(int argc, char **argv)
{
    secureStreams();
    const std::vector<std::string> words(argv, argv + argc);
    const auto isSaid = [&words](const char *option) { return std::find(words.begin(), words.end(), option) != words.end(); };
    if (isSaid(kQuietAllocatorOption) && !isAllocatorQuiet()) {
        const Result<void> restarted = restartQuietly();
        return reportError(isSaid("--json") ? OutputMode::Script : OutputMode::People,
                           {restarted.error().code, std::string(kQuietAllocatorOption) + ": " + restarted.error().message});
    }
    const QCoreApplication application(argc, argv);
    // Qt takes the user's locale for the C library; numbers on the command line have a point under every locale.
    std::setlocale(LC_NUMERIC, "C");
    catchInterrupts();

    CLI::App root("Runs models locally and shows what they do to memory", "limnograph-cli");
    root.set_version_flag("--version", std::string("limnograph-cli ") + kVersion);
    root.require_subcommand(1);
    Invocation invocation;
    declareModels(root, invocation);
    declareRun(root, invocation);
    declareTokenize(root, invocation);
    declareTemplate(root, invocation);
    declarePerplexity(root, invocation);
    declareImage(root, invocation);
    declareReplay(root, invocation);
    declareCompare(root, invocation);
    declareJudge(root, invocation);
    declareLab(root, invocation);
    declareMatrix(root, invocation);
    declareSnapshot(root, invocation);
    declareExport(root, invocation);
    declareBench(root, invocation);
    declareDoctor(root, invocation);
    const bool wantsJson = isSaid("--json");
    const auto run = [&] {
        try {
            root.parse(argc, argv);
            return invocation.action();
        } catch (const CLI::ParseError &error) {
            return usageError(root, error, words, wantsJson ? OutputMode::Script : OutputMode::People);
        } catch (const std::bad_alloc &) {
            return reportError(invocation.mode, {ErrorCode::OutOfMemory, "out of memory"});
        } catch (const std::exception &error) {
            return reportError(invocation.mode, {ErrorCode::Internal, error.what()});
        }
    };
    return finishOutput(run());
}
