// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// The part of a run to which a row belongs. Nothing runs during Rest: its rows are readings between two marks.
enum class RunPhase : uint8_t { Main, Confirm, Rest };

enum class MarkKind : uint8_t { Load, Toggle, Clear, Error, Phase };

/// One finished request, or one reading during Rest. What is unknown is absent.
struct RunRow {
    int64_t request = 0; ///< its index in the run
    RunPhase phase = RunPhase::Main;
    bool isOk = true;
    std::optional<int64_t> timeNs;
    std::optional<int64_t> tokens; ///< in and out
    std::optional<int64_t> pixels;
    std::optional<int64_t> payloadBytes;
    std::optional<int64_t> distinctInputs; ///< different inputs up to and with this row
    std::optional<int64_t> threads;
    std::string shape; ///< of the input; empty = unknown
};

/// Something that happened before row `row`.
struct RunMark {
    size_t row = 0;
    MarkKind kind = MarkKind::Phase;
    int clearStep = 0; ///< Clear: the highest rung that ran, 0 = unknown
    std::string text;
};

/// Values of one metric, one a row; absent ones are NaN.
struct RunSeries {
    static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

    std::string name; ///< as in memory.md: "heapInUse", …
    std::vector<double> values;
};

/// Bytes of one request that are alive at the end of the run, requests in flight left out.
struct Survivor {
    int64_t request = 0;
    double bytes = 0;
};

/// What can run out.
struct MemoryLimit {
    std::string name; ///< "cgroupLimit", "deviceTotal", "given"
    double bytes = 0;
};

/// A run as the verdict reads it.
struct MemoryRun {
    std::vector<RunRow> rows;
    std::vector<RunSeries> series;
    std::vector<RunMark> marks; ///< ascending rows
    std::map<std::string, std::vector<Survivor>> survivors; ///< by series: exact evidence where it could be read
    std::optional<MemoryLimit> limit;

    const RunSeries *find(std::string_view name) const
    {
        for (const RunSeries &one : series) {
            if (one.name == name)
                return &one;
        }
        return nullptr;
    }
};

} // namespace limno
