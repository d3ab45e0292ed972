// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

#include <QCoreApplication>

#include <algorithm>
#include "core/base/version.h"

#include <clocale>
#include <iostream>
#include <string_view>

using namespace limno;
using namespace limno::cli;

namespace {

int usageError(const CLI::App &root, const CLI::ParseError &error, OutputMode mode)
{
    if (error.get_exit_code() == 0)
        return root.exit(error, std::cout, std::cerr);
    const std::string what = error.what();
    if (mode == OutputMode::Script)
        return reportError(mode, {ErrorCode::InputInvalid, what});
    std::cerr << "limnograph-cli: " << what << "\nTry limnograph-cli --help, or --help after a command.\n";
    return exitCodeFor(ErrorCode::InputInvalid);
}

} // namespace

int main(int argc, char **argv)
{
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
    declareReplay(root, invocation);
    declareExport(root, invocation);
    declareBench(root, invocation);
    declareDoctor(root, invocation);
    const bool wantsJson = std::any_of(argv, argv + argc, [](const char *word) { return std::string_view(word) == "--json"; });
    try {
        root.parse(argc, argv);
        return invocation.action();
    } catch (const CLI::ParseError &error) {
        return usageError(root, error, wantsJson ? OutputMode::Script : OutputMode::People);
    } catch (const std::bad_alloc &) {
        return reportError(invocation.mode, {ErrorCode::OutOfMemory, "out of memory"});
    } catch (const std::exception &error) {
        return reportError(invocation.mode, {ErrorCode::Internal, error.what()});
    }
}
