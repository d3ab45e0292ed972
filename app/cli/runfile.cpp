// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runfile.h"

#include "core/base/bytesize.h"
#include "core/io/seriescsv.h"
#include "core/replay/recordedrun.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace limno::cli {

int verdictExitCode(LeakClass leakClass)
{
    if (isLeak(leakClass))
        return kExitLeak;
    const bool isOpen = leakClass == LeakClass::Growing || leakClass == LeakClass::Inconclusive;
    return isOpen ? kExitInconclusive : kExitDone;
}

Result<MemoryRun> readRunFile(const std::string &path)
{
    constexpr std::string_view kDatabase = "SQLite format 3";
    std::string start(kDatabase.size(), '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    if (start != kDatabase && !path.ends_with(".limno"))
        return readSeriesCsv(path);
    return readRecordedRun(path);
}

void JudgeOptions::declare(CLI::App &command)
{
    command.add_option("--floor", floor, "Growth per request that is nobody's concern")->capture_default_str();
    command.add_option("--limit", limit, "Memory that may be used: the requests until then are estimated");
    command.add_option("--warmup", warmUp, "Requests that count as start-up: auto or a number")->capture_default_str();
}

Result<VerdictOptions> JudgeOptions::verdictOptions() const
{
    VerdictOptions options;
    const auto floorBytes = parseByteSize(floor);
    if (!floorBytes)
        return failure(ErrorCode::InputInvalid, "--floor: " + floorBytes.error().message);
    options.floorBytes = static_cast<double>(*floorBytes);
    if (!limit.empty()) {
        const auto limitBytes = parseByteSize(limit);
        if (!limitBytes)
            return failure(ErrorCode::InputInvalid, "--limit: " + limitBytes.error().message);
        options.limit = MemoryLimit{"given", static_cast<double>(*limitBytes)};
    }
    if (warmUp != "auto") {
        size_t rows = 0;
        const auto [end, error] = std::from_chars(warmUp.data(), warmUp.data() + warmUp.size(), rows);
        if (error != std::errc() || end != warmUp.data() + warmUp.size())
            return failure(ErrorCode::InputInvalid, "--warmup: \"" + warmUp + "\" is neither auto nor a number of requests");
        options.warmUpRows = rows;
    }
    return options;
}

std::string sizeText(double bytes)
{
    return formatByteSize(std::llround(std::clamp(bytes, -4e18, 4e18)));
}

} // namespace limno::cli
