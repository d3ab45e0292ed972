// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/player.h"

#include "core/replay/sendschedule.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kLookEvery{20}; ///< a CancelToken wakes nobody
constexpr int64_t kRefusedPauseNs = 20 * kNsPerMs; ///< a full line is not asked again in a tight loop
constexpr int64_t kProgressEveryNs = 100 * kNsPerMs;

/// Wakes the player when a request ends, its own or somebody else's.
class EndSignal final : public Runtime::Observer
{
public:
    void requestFinished(int64_t id, const Request &, const Outcome &) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ended.push_back(id);
        }
        m_wake.notify_one();
    }
    void marked(int64_t, const std::string &, const std::string &) override { }

    /// Waits for an end, at most so long; returns who ended since the last call.
    std::vector<int64_t> wait(std::chrono::nanoseconds longest)
    {
        std::vector<int64_t> ended;
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, longest, [this] { return !m_ended.empty(); });
        ended.swap(m_ended);
        return ended;
    }

private:
    std::mutex m_mutex; ///< guards m_ended
    std::condition_variable m_wake;
    std::vector<int64_t> m_ended;
};

class SignalRegistration
{
public:
    SignalRegistration(Runtime &runtime, std::shared_ptr<EndSignal> signal)
        : m_runtime(runtime)
        , m_signal(std::move(signal))
    {
        m_runtime.addObserver(m_signal);
    }
    ~SignalRegistration() { m_runtime.removeObserver(m_signal); }
    SignalRegistration(const SignalRegistration &) = delete;
    SignalRegistration &operator=(const SignalRegistration &) = delete;

private:
    Runtime &m_runtime;
    std::shared_ptr<EndSignal> m_signal;
};

void summarize(ReplayResult &result)
{
    if (result.endNs > result.startNs)
        result.requestsPerSecond =
            static_cast<double>(result.counts.ok) * kNsPerSecond / static_cast<double>(result.endNs - result.startNs);
    for (const auto &[kind, values] : result.latencies)
        result.latencyMs[kind] = percentiles(values).value();
    for (const auto &[kind, values] : result.services)
        result.serviceMs[kind] = percentiles(values).value();
}

/// One run of a plan.
class Loop
{
public:
    Loop(Runtime &runtime, const Clock &clock, const ReplayPlan &plan, const CancelToken &cancel,
         const std::function<void(const ReplayProgress &)> &onProgress)
        : m_runtime(runtime)
        , m_clock(clock)
        , m_plan(plan)
        , m_cancel(cancel)
        , m_onProgress(onProgress)
        , m_slots(static_cast<size_t>(plan.concurrency))
    {
        if (plan.pacing != Pacing::Closed)
            m_schedule.emplace(plan);
    }

    Result<ReplayResult> run();

private:
    struct Slot {
        JobHandle job;
        int64_t notBeforeNs = 0;
        std::optional<int64_t> plannedNs;
    };

    bool isDoneSending() const;
    void sendWhatIsDue();
    void send(Slot &slot, std::optional<int64_t> plannedNs = std::nullopt);
    void collect(Slot &slot);
    void count(const Slot &slot, const Outcome &outcome);
    std::chrono::nanoseconds longestWait() const;
    void report(bool isLast);
    ReplayResult finished();

    Runtime &m_runtime;
    const Clock &m_clock;
    const ReplayPlan &m_plan;
    const CancelToken &m_cancel;
    const std::function<void(const ReplayProgress &)> &m_onProgress;
    std::deque<Slot> m_slots;
    std::optional<SendSchedule> m_schedule;
    ReplayResult m_result;
    int64_t m_lastProgressNs = 0;
    bool m_isCancelling = false;
};

Result<ReplayResult> Loop::run()
{
    const auto signal = std::make_shared<EndSignal>();
    const SignalRegistration registration(m_runtime, signal);
    m_result.startNs = m_clock.nowNs();
    while (true) {
        if (m_cancel.isCancelled() && !m_isCancelling) {
            m_isCancelling = true;
            for (const Slot &slot : m_slots) {
                if (slot.job.isValid())
                    slot.job.cancel();
            }
        }
        bool isBusy = false;
        for (Slot &slot : m_slots)
            collect(slot);
        sendWhatIsDue();
        for (const Slot &slot : m_slots)
            isBusy = isBusy || slot.job.isValid();
        if (m_result.counts.sent == 1 && m_result.counts.failed == 1
            && m_result.firstError->code == ErrorCode::ModelMissing)
            return failure(*m_result.firstError);
        if (!isBusy && isDoneSending())
            break;
        report(false);
        for (const int64_t id : signal->wait(longestWait())) {
            const auto slot = std::find_if(m_slots.begin(), m_slots.end(),
                                           [&](const Slot &each) { return each.job.isValid() && each.job.id() == id; });
            if (slot != m_slots.end())
                slot->job.wait(); // observers are told a moment before the handle is
        }
    }
    return finished();
}

bool Loop::isDoneSending() const
{
    if (m_cancel.isCancelled())
        return true;
    if (m_schedule)
        return !m_schedule->next();
    if (m_plan.requests > 0 && m_result.counts.sent >= m_plan.requests)
        return true;
    return m_plan.seconds > 0
        && static_cast<double>(m_clock.nowNs() - m_result.startNs) >= m_plan.seconds * kNsPerSecond;
}

void Loop::sendWhatIsDue()
{
    if (!m_schedule) {
        for (Slot &slot : m_slots) {
            if (!slot.job.isValid() && !isDoneSending() && m_clock.nowNs() >= slot.notBeforeNs)
                send(slot);
        }
        return;
    }
    const auto sinceStart = [this] { return m_clock.nowNs() - m_result.startNs; };
    m_schedule->lookedAt(sinceStart());
    const auto isFree = [](const Slot &slot) { return !slot.job.isValid(); };
    while (!isDoneSending()) {
        const auto slot = std::find_if(m_slots.begin(), m_slots.end(), isFree);
        if (slot == m_slots.end() && m_plan.pacing == Pacing::Paced)
            return;
        const auto moment = m_schedule->due(sinceStart());
        if (!moment)
            return;
        send(slot == m_slots.end() ? m_slots.emplace_back() : *slot, m_result.startNs + *moment);
    }
}

void Loop::send(Slot &slot, std::optional<int64_t> plannedNs)
{
    Request request = variedRequest(m_plan, m_plan.firstIndex + m_result.counts.sent);
    request.plannedNs = plannedNs;
    slot.plannedNs = plannedNs;
    slot.job = m_runtime.submit(std::move(request));
    ++m_result.counts.sent;
    if (const JobResult *refused = slot.job.result(); refused && !refused->outcome.times.queuedNs)
        slot.notBeforeNs = m_clock.nowNs() + kRefusedPauseNs;
    collect(slot);
}

void Loop::collect(Slot &slot)
{
    if (!slot.job.isValid())
        return;
    const JobResult *result = slot.job.result();
    if (!result)
        return;
    count(slot, result->outcome);
    slot.job = {};
}

std::chrono::nanoseconds Loop::longestWait() const
{
    if (!m_schedule || isDoneSending())
        return kLookEvery;
    const int64_t untilNext = *m_schedule->next() - (m_clock.nowNs() - m_result.startNs);
    return std::clamp<std::chrono::nanoseconds>(std::chrono::nanoseconds(untilNext), std::chrono::nanoseconds(0), kLookEvery);
}

void Loop::count(const Slot &slot, const Outcome &outcome)
{
    switch (outcome.kind) {
    case OutcomeKind::Ok:
        ++m_result.counts.ok;
        break;
    case OutcomeKind::Cancelled:
        ++m_result.counts.cut;
        break;
    case OutcomeKind::Failed:
        ++m_result.counts.failed;
        if (!m_result.firstError)
            m_result.firstError =
                outcome.error.value_or(Error{ErrorCode::Internal, "a request failed without an error"});
        break;
    }
    m_result.tokensIn += outcome.tokens.in;
    m_result.tokensOut += outcome.tokens.out;
    const RequestTimes &times = outcome.times;
    if (!times.finishedNs)
        return;
    const auto milliseconds = [](int64_t ns) { return static_cast<double>(ns) / kNsPerMs; };
    m_result.latencies[outcome.kind].push_back(milliseconds(*times.finishedNs - slot.plannedNs.value_or(times.submittedNs)));
    if (times.grantedNs)
        m_result.services[outcome.kind].push_back(milliseconds(*times.finishedNs - *times.grantedNs));
}

void Loop::report(bool isLast)
{
    const int64_t nowNs = m_clock.nowNs();
    ReplayProgress &progress = m_result.counts;
    progress.elapsedSeconds = static_cast<double>(nowNs - m_result.startNs) / kNsPerSecond;
    progress.secondsLeft.reset();
    if (m_schedule)
        progress.skipped = m_schedule->skipped();
    const int64_t done = progress.ok + progress.failed + progress.cut;
    if (m_plan.requests > 0 && done > 0)
        progress.secondsLeft =
            progress.elapsedSeconds / static_cast<double>(done) * static_cast<double>(m_plan.requests - done);
    if (m_plan.seconds > 0) {
        const double left = std::max(0.0, m_plan.seconds - progress.elapsedSeconds);
        progress.secondsLeft = std::min(progress.secondsLeft.value_or(left), left);
    }
    if (isLast)
        progress.secondsLeft = 0;
    if (!m_onProgress || (!isLast && nowNs - m_lastProgressNs < kProgressEveryNs))
        return;
    m_lastProgressNs = nowNs;
    m_onProgress(progress);
}

ReplayResult Loop::finished()
{
    m_result.endNs = m_clock.nowNs();
    m_result.isInterrupted = m_isCancelling || m_cancel.isCancelled();
    if (m_schedule)
        m_schedule->finish(m_result.isInterrupted ? 0 : m_result.endNs - m_result.startNs);
    report(true);
    m_result.distinct = distinctInputs(m_plan, m_plan.firstIndex + m_result.counts.sent);
    summarize(m_result);
    return std::move(m_result);
}

} // namespace

ReplayResult joined(ReplayResult earlier, const ReplayResult &later)
{
    earlier.counts.sent += later.counts.sent;
    earlier.counts.ok += later.counts.ok;
    earlier.counts.failed += later.counts.failed;
    earlier.counts.skipped += later.counts.skipped;
    earlier.counts.cut += later.counts.cut;
    earlier.counts.elapsedSeconds += later.counts.elapsedSeconds;
    earlier.counts.secondsLeft = later.counts.secondsLeft;
    earlier.distinct = later.distinct;
    earlier.isInterrupted = earlier.isInterrupted || later.isInterrupted;
    for (const auto &[kind, values] : later.latencies)
        earlier.latencies[kind].insert(earlier.latencies[kind].end(), values.begin(), values.end());
    for (const auto &[kind, values] : later.services)
        earlier.services[kind].insert(earlier.services[kind].end(), values.begin(), values.end());
    earlier.tokensIn += later.tokensIn;
    earlier.tokensOut += later.tokensOut;
    earlier.endNs = later.endNs;
    if (!earlier.firstError)
        earlier.firstError = later.firstError;
    summarize(earlier);
    return earlier;
}

Player::Player(Runtime &runtime, const Clock &clock)
    : m_runtime(runtime)
    , m_clock(clock)
{
}

Result<ReplayResult> Player::run(const ReplayPlan &plan, const CancelToken &cancel,
                                 const std::function<void(const ReplayProgress &)> &onProgress)
{
    if (const Result<void> checked = checkPlan(plan); !checked)
        return failure(checked.error());
    return Loop(m_runtime, m_clock, plan, cancel, onProgress).run();
}

} // namespace limno
