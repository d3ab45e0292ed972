// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"
#include "core/memory/sampler.h"
#include "core/memory/snapshotstore.h"
#include "core/replay/player.h"
#include "core/replay/recording.h"

#include <functional>
#include <optional>
#include <string>

namespace limno {

/// How a loop is recorded and judged.
struct ReplayRunOptions {
    std::string recordingPath; ///< empty: a temporary file, which is gone afterwards
    RecordInputs inputs = RecordInputs::Whole;
    std::map<std::string, std::string> meta; ///< what the recording is to say beside what it knows itself
    VerdictOptions verdict;
    bool confirms = false; ///< 60 % more requests after the loop, for the confirmation (docs/verdict.md)
    /// Plan without a limit: judged at 80, 160, 320, … requests until the verdict is sure, at most so many.
    std::optional<int64_t> untilSureAtMost;
    /// After the loop so long nothing is sent, then the clear ladder runs (what a leak survives). Absent: neither.
    std::optional<double> restSeconds;
};

struct ReplayReport {
    ReplayResult result;
    std::optional<MemoryRun> run; ///< what was judged
    std::optional<Verdict> verdict; ///< absent when the recording could not be read again
    std::optional<Error> recordingError; ///< it was cut, or could not be read; the result is whole
    int looks = 1; ///< how often the run was judged
};

/// A loop with all that makes it evidence: recorded, with phases marked, confirmed, rested, judged from its recording.
class ReplayRun
{
public:
    enum class Phase { Main, Confirm, Rest, Judging };
    struct Progress {
        Phase phase = Phase::Main;
        ReplayProgress counts; ///< of the phase
    };

    /// All of them live longer. The sampler is running.
    ReplayRun(Runtime &runtime, Sampler &sampler, SnapshotStore &snapshots, const Clock &clock = Clock::steady());

    /// Blocks its caller, who is neither ui nor worker. Cancelling returns within the time that cancelling requests
    /// takes, with what was finished, recorded and judged. Fails as Player does, and when the recording that was asked for
    /// cannot be begun; without room for a temporary one the loop runs, and recordingError says why it is not judged.
    Result<ReplayReport> run(const ReplayPlan &plan, const ReplayRunOptions &options, const CancelToken &cancel,
                             const std::function<void(const Progress &)> &onProgress = {});

private:
    Runtime &m_runtime;
    Sampler &m_sampler;
    SnapshotStore &m_snapshots;
    const Clock &m_clock;
};

} // namespace limno
