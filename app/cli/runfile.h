// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include "core/analysis/verdict.h"

#include <CLI/CLI.hpp>

namespace limno::cli {

inline constexpr int kExitLeak = 3;
inline constexpr int kExitInconclusive = 4;
/// Of `judge`, and of other commands with --gate.
int verdictExitCode(LeakClass leakClass);

/// A recording (.limno) or a CSV file, told apart by their first bytes.
Result<MemoryRun> readRunFile(const std::string &path);

/// The options of every command that judges.
struct JudgeOptions {
    std::string floor = "1KiB";
    std::string limit;
    std::string warmUp = "auto";

    void declare(CLI::App &command);
    /// InputInvalid for sizes and counts that are none.
    Result<VerdictOptions> verdictOptions() const;
};

/// "4.0 KiB".
std::string sizeText(double bytes);

} // namespace limno::cli
