// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/runfile.h"

#include "core/replay/verdictjson.h"

#include <algorithm>
#include <iostream>

namespace limno::cli {

namespace {

struct Judge {
    std::vector<std::string> files;
    JudgeOptions options;

    int run(OutputMode mode) const
    {
        const auto verdictOptions = options.verdictOptions();
        if (!verdictOptions)
            return reportError(mode, verdictOptions.error());
        Json entries = Json::array();
        std::vector<int> codes;
        for (const std::string &file : files) {
            const auto judged = readRunFile(file);
            if (!judged && files.size() == 1)
                return reportError(mode, judged.error());
            Json entry{{"file", file}};
            if (judged) {
                const Verdict verdict = judgeRun(*judged, *verdictOptions);
                entry.update(verdictJson(verdict));
                codes.push_back(verdictExitCode(verdict.leakClass));
                if (mode == OutputMode::People)
                    print(file, verdict);
            } else {
                entry["error"] = errorJson(judged.error());
                codes.push_back(exitCodeFor(judged.error().code));
                if (mode == OutputMode::People)
                    std::cerr << "limnograph-cli: " << errorCodeName(judged.error().code) << ": " << judged.error().message << '\n';
            }
            entries.push_back(std::move(entry));
        }
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            if (files.size() == 1)
                document.update(entries.front());
            else
                document["files"] = std::move(entries);
            printDocument(document);
        }
        return worst(codes);
    }

private:
    /// A leak outranks everything, then a file that could not be judged, then what is inconclusive.
    static int worst(const std::vector<int> &codes)
    {
        const auto rank = [](int code) { return code == kExitLeak ? 3 : code == kExitDone ? 0 : code == kExitInconclusive ? 1 : 2; };
        return *std::ranges::max_element(codes, {}, rank);
    }

    static void print(const std::string &file, const Verdict &verdict)
    {
        std::cout << file << ": " << leakClassName(verdict.leakClass) << "\n  " << verdict.text << '\n';
        for (const auto &[name, curve] : verdict.curves) {
            std::cout << "  " << name << ": " << leakClassName(curve.leakClass);
            if (curve.slope)
                std::cout << ", " << sizeText(*curve.slope) << " a request (" << sizeText(curve.interval.low) << " to "
                          << sizeText(curve.interval.high) << ")";
            std::cout << '\n';
        }
        for (const Advice &advice : verdict.advice)
            std::cout << (advice.kind == Advice::Kind::Cause ? "  may be: " : "  to try: ") << advice.text
                      << (advice.option.empty() ? "" : " (" + advice.option + ' ' + advice.value + ')') << '\n';
    }
};

} // namespace

void declareJudge(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Judge>(root, invocation, "judge", "Does a recorded run leak? Exit code 3: yes, 4: can't tell", command);
    command->add_option("files", state->files, "Recordings (.limno) or CSV files whose header names the series")->required();
    state->options.declare(*command);
}

} // namespace limno::cli
