// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayrun.h"

#include "core/replay/recordedrun.h"
#include "core/replay/recorder.h"

#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <thread>

namespace limno {

namespace {

constexpr double kConfirmShare = 0.6;
constexpr int64_t kFirstLook = 80;
constexpr std::chrono::milliseconds kLookEvery{20}; ///< a CancelToken wakes nobody
constexpr double kSettleSeconds = 0.5; ///< so that samples follow the clear ladder

/// What ends an open-ended run.
bool isSure(const Verdict &verdict)
{
    return verdict.leakClass != LeakClass::Growing && verdict.leakClass != LeakClass::Inconclusive
        && (!isLeak(verdict.leakClass) || verdict.isConfirmed);
}

/// One run from the start of its recording to its end.
class Run
{
public:
    Run(Runtime &runtime, Sampler &sampler, SnapshotStore &snapshots, const Clock &clock, const ReplayPlan &plan,
        const ReplayRunOptions &options, const CancelToken &cancel, const std::function<void(const ReplayRun::Progress &)> &onProgress)
        : m_runtime(runtime)
        , m_sampler(sampler)
        , m_snapshots(snapshots)
        , m_clock(clock)
        , m_plan(plan)
        , m_options(options)
        , m_cancel(cancel)
        , m_onProgress(onProgress)
    {
    }

    Result<ReplayReport> run()
    {
        if (const Result<void> checked = checkPlan(m_plan); !checked)
            return failure(checked.error());
        if (m_plan.requests == 0 && m_plan.seconds == 0 && m_plan.momentsNs.empty() && !m_options.untilSureAtMost)
            return failure(ErrorCode::InputInvalid, "a loop needs a number of requests, a time, or until-sure");
        if (const Result<void> begun = begin(); !begun) {
            if (!m_options.recordingPath.empty())
                return failure(begun.error());
            m_report.recordingError = begun.error(); // no room for a temporary file: the loop still runs, unjudged
        }
        m_snapshots.take("begin of the loop");
        const Result<void> played = m_options.untilSureAtMost ? playUntilSure() : playOnce();
        m_snapshots.take("end of the loop");
        if (played && !m_cancel.isCancelled() && m_options.restSeconds)
            rest();
        if (m_recorder) {
            if (m_report.result.isInterrupted)
                m_recorder->addMeta("interrupted", "true");
            if (const Result<void> closed = m_recorder->stop(); !closed)
                m_report.recordingError = closed.error();
        }
        if (!played)
            return failure(played.error());
        tell(ReplayRun::Phase::Judging, {});
        judge(m_report.looks - 1);
        if (m_report.verdict && !m_report.recordingError && !m_options.recordingPath.empty())
            keepVerdict();
        return std::move(m_report);
    }

private:
    Result<void> begin()
    {
        m_path = m_options.recordingPath;
        if (m_path.empty()) {
            if (!m_folder.isValid())
                return failure(ErrorCode::Io, "no temporary folder: " + m_folder.errorString().toStdString());
            m_path = m_folder.filePath(QStringLiteral("replay.limno")).toStdString();
        }
        auto started = Recorder::start(m_path, m_runtime, m_sampler, m_options.inputs);
        if (!started)
            return failure(started.error());
        m_recorder = *std::move(started);
        m_recorder->recordSnapshots(m_snapshots);
        for (const auto &[key, value] : m_options.meta)
            m_recorder->addMeta(key, value);
        return {};
    }

    void tell(ReplayRun::Phase phase, const ReplayProgress &counts) const
    {
        if (m_onProgress)
            m_onProgress({phase, counts});
    }

    Result<void> play(const ReplayPlan &plan, ReplayRun::Phase phase)
    {
        auto played = Player(m_runtime, m_clock).run(plan, m_cancel, [&](const ReplayProgress &counts) { tell(phase, counts); });
        if (!played)
            return failure(played.error());
        m_report.result = m_report.result.counts.sent == 0 ? *std::move(played) : joined(std::move(m_report.result), *played);
        return {};
    }

    Result<void> playOnce()
    {
        m_runtime.mark("phase", "main");
        if (Result<void> played = play(m_plan, ReplayRun::Phase::Main); !played || !m_options.confirms || m_cancel.isCancelled())
            return played;
        m_runtime.mark("phase", "confirm");
        ReplayPlan more = m_plan;
        more.firstIndex += m_report.result.counts.sent;
        more.requests = std::max<int64_t>(1, std::llround(std::ceil(kConfirmShare * static_cast<double>(m_report.result.counts.sent))));
        more.seconds = 0;
        more.momentsNs.clear();
        if (more.pacing == Pacing::Open && more.ratePerSecond <= 0)
            more.pacing = Pacing::Closed;
        return play(more, ReplayRun::Phase::Confirm);
    }

    Result<void> playUntilSure()
    {
        m_runtime.mark("phase", "main");
        const int64_t most = *m_options.untilSureAtMost;
        for (int64_t target = std::min(kFirstLook, most);; target = std::min(2 * target, most)) {
            ReplayPlan part = m_plan;
            part.firstIndex += m_report.result.counts.sent;
            part.requests = target - m_report.result.counts.sent;
            if (Result<void> played = play(part, ReplayRun::Phase::Main); !played || m_cancel.isCancelled())
                return played;
            judge(m_report.looks - 1);
            if (target >= most || (m_report.verdict && isSure(*m_report.verdict)))
                return {};
            ++m_report.looks;
        }
    }

    void rest()
    {
        m_runtime.mark("phase", "rest");
        idle(*m_options.restSeconds);
        if (m_cancel.isCancelled())
            return;
        m_runtime.clear(ClearLadder::all()).wait();
        idle(kSettleSeconds);
    }

    void idle(double seconds) const
    {
        ReplayProgress counts;
        const int64_t beginNs = m_clock.nowNs();
        while (!m_cancel.isCancelled()) {
            counts.elapsedSeconds = static_cast<double>(m_clock.nowNs() - beginNs) / kNsPerSecond;
            counts.secondsLeft = std::max(0.0, seconds - counts.elapsedSeconds);
            tell(ReplayRun::Phase::Rest, counts);
            if (counts.elapsedSeconds >= seconds)
                return;
            std::this_thread::sleep_for(kLookEvery);
        }
    }

    /// What the recording says so far, all but its last half second while it is open.
    void judge(int look)
    {
        if (!m_recorder)
            return;
        auto run = readRecordedRun(m_path);
        if (!run) {
            if (!m_report.recordingError)
                m_report.recordingError = run.error();
            m_report.verdict.reset();
            return;
        }
        VerdictOptions options = m_options.verdict;
        options.look = look;
        m_report.verdict = judgeRun(*run, options);
        m_report.run = *std::move(run);
    }

    void keepVerdict()
    {
        if (const Result<void> kept = addVerdict(m_path, *m_report.verdict); !kept)
            m_report.recordingError = kept.error();
    }

    Runtime &m_runtime;
    Sampler &m_sampler;
    SnapshotStore &m_snapshots;
    const Clock &m_clock;
    const ReplayPlan &m_plan;
    const ReplayRunOptions &m_options;
    const CancelToken &m_cancel;
    const std::function<void(const ReplayRun::Progress &)> &m_onProgress;
    QTemporaryDir m_folder;
    std::string m_path;
    std::unique_ptr<Recorder> m_recorder;
    ReplayReport m_report;
};

} // namespace

ReplayRun::ReplayRun(Runtime &runtime, Sampler &sampler, SnapshotStore &snapshots, const Clock &clock)
    : m_runtime(runtime)
    , m_sampler(sampler)
    , m_snapshots(snapshots)
    , m_clock(clock)
{
}

Result<ReplayReport> ReplayRun::run(const ReplayPlan &plan, const ReplayRunOptions &options, const CancelToken &cancel,
                                    const std::function<void(const Progress &)> &onProgress)
{
    return Run(m_runtime, m_sampler, m_snapshots, m_clock, plan, options, cancel, onProgress).run();
}

} // namespace limno
