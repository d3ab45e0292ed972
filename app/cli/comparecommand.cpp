// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/runfile.h"

#include "core/analysis/comparison.h"
#include "core/replay/verdictjson.h"

#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

struct Compare {
    std::string fileA;
    std::string fileB;
    bool gates = false;
    JudgeOptions options;

    int run(OutputMode mode) const
    {
        const auto verdictOptions = options.verdictOptions();
        if (!verdictOptions)
            return reportError(mode, verdictOptions.error());
        const auto a = readRunFile(fileA);
        if (!a)
            return reportError(mode, a.error());
        const auto b = readRunFile(fileB);
        if (!b)
            return reportError(mode, b.error());
        const Comparison comparison = compareRuns(*a, *b, *verdictOptions);
        if (comparison.series.empty())
            return reportError(mode, {ErrorCode::InputInvalid, fileA + " and " + fileB + " have no series in common"});
        if (mode == OutputMode::Script)
            printDocument(document(comparison));
        else
            print(comparison);
        return gates ? exitCode(comparison, verdictOptions->floorBytes) : kExitDone;
    }

private:
    static int exitCode(const Comparison &comparison, double floorBytes)
    {
        if (!comparison.slopeDifference)
            return kExitInconclusive;
        return comparison.slopeDifference->interval.low > floorBytes ? kExitLeak : kExitDone;
    }

    static Json rateOrNull(const std::optional<Rate> &rate)
    {
        return rate ? rateJson(*rate) : Json(nullptr);
    }

    Json document(const Comparison &comparison) const
    {
        Json json = newDocument();
        json["a"] = {{"file", fileA}};
        json["a"].update(verdictJson(comparison.a));
        json["b"] = {{"file", fileB}};
        json["b"].update(verdictJson(comparison.b));
        json["series"] = comparison.series;
        json["slopeDifference"] = rateOrNull(comparison.slopeDifference);
        json["reduction"] = rateOrNull(comparison.reduction);
        return json;
    }

    void print(const Comparison &comparison) const
    {
        std::cout << fileA << ": " << leakClassName(comparison.a.leakClass) << ". " << comparison.a.text << '\n'
                  << fileB << ": " << leakClassName(comparison.b.leakClass) << ". " << comparison.b.text << '\n';
        if (!comparison.slopeDifference) {
            std::cout << "One of the runs is too short to compare their growth.\n";
            return;
        }
        const Rate &difference = *comparison.slopeDifference;
        std::cout << comparison.series << ": " << sizeText(difference.value) << " a request more in the second (" << sizeText(difference.interval.low)
                  << " to " << sizeText(difference.interval.high) << ")\n";
        if (comparison.reduction)
            std::cout << "growth is reduced by " << std::lround(100 * comparison.reduction->value) << " % ("
                      << std::lround(100 * comparison.reduction->interval.low) << " % to " << std::lround(100 * comparison.reduction->interval.high) << " %)\n";
    }
};

} // namespace

void declareCompare(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Compare>(root, invocation, "compare", "Does the second run grow less than the first?", command);
    command->add_option("a", state->fileA, "Recording (.limno) or CSV file")->required();
    command->add_option("b", state->fileB, "Recording (.limno) or CSV file")->required();
    command->add_flag("--gate", state->gates, "Exit code 3 when the second grows faster by more than --floor, 4 when one is too short");
    state->options.declare(*command);
}

} // namespace limno::cli
