// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/player.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kLookEvery{20}; ///< a CancelToken wakes nobody
constexpr int64_t kRefusedPauseNs = 20 * kNsPerMs; ///< a full line is not asked again in a tight loop
constexpr int64_t kProgressEveryNs = 100 * kNsPerMs;
constexpr size_t kCounterDigits = 6;

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

    /// Waits for an end or a while; returns who ended since the last call.
    std::vector<int64_t> wait()
    {
        std::vector<int64_t> ended;
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, kLookEvery, [this] { return !m_ended.empty(); });
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
    }

    Result<ReplayResult> run();

private:
    struct Slot {
        JobHandle job;
        int64_t notBeforeNs = 0;
    };

    bool isDoneSending() const;
    void send(Slot &slot);
    void collect(Slot &slot);
    void count(const Outcome &outcome);
    void report(bool isLast);
    ReplayResult finished();

    Runtime &m_runtime;
    const Clock &m_clock;
    const ReplayPlan &m_plan;
    const CancelToken &m_cancel;
    const std::function<void(const ReplayProgress &)> &m_onProgress;
    std::vector<Slot> m_slots;
    ReplayResult m_result;
    std::map<OutcomeKind, std::vector<double>> m_latencyMs;
    std::map<OutcomeKind, std::vector<double>> m_serviceMs;
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
        for (Slot &slot : m_slots) {
            collect(slot);
            if (!slot.job.isValid() && !isDoneSending() && m_clock.nowNs() >= slot.notBeforeNs)
                send(slot);
            isBusy = isBusy || slot.job.isValid();
        }
        if (m_result.counts.sent == 1 && m_result.counts.failed == 1
            && m_result.firstError->code == ErrorCode::ModelMissing)
            return failure(*m_result.firstError);
        if (!isBusy && isDoneSending())
            break;
        report(false);
        for (const int64_t id : signal->wait()) {
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
    if (m_cancel.isCancelled() || (m_plan.requests > 0 && m_result.counts.sent >= m_plan.requests))
        return true;
    return m_plan.seconds > 0
        && static_cast<double>(m_clock.nowNs() - m_result.startNs) >= m_plan.seconds * kNsPerSecond;
}

void Loop::send(Slot &slot)
{
    slot.job = m_runtime.submit(variedRequest(m_plan, m_result.counts.sent));
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
    count(result->outcome);
    slot.job = {};
}

void Loop::count(const Outcome &outcome)
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
    m_latencyMs[outcome.kind].push_back(milliseconds(*times.finishedNs - times.submittedNs));
    if (times.grantedNs)
        m_serviceMs[outcome.kind].push_back(milliseconds(*times.finishedNs - *times.grantedNs));
}

void Loop::report(bool isLast)
{
    const int64_t nowNs = m_clock.nowNs();
    ReplayProgress &progress = m_result.counts;
    progress.elapsedSeconds = static_cast<double>(nowNs - m_result.startNs) / kNsPerSecond;
    progress.secondsLeft.reset();
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
    report(true);
    const int64_t sent = m_result.counts.sent;
    if (m_plan.vary == Vary::None)
        m_result.distinct = std::min<int64_t>(sent, 1);
    else
        m_result.distinct = m_plan.distinct > 0 ? std::min(sent, m_plan.distinct) : sent;
    if (m_result.endNs > m_result.startNs)
        m_result.requestsPerSecond = static_cast<double>(m_result.counts.ok) * kNsPerSecond
            / static_cast<double>(m_result.endNs - m_result.startNs);
    for (auto &[kind, values] : m_latencyMs)
        m_result.latencyMs[kind] = percentiles(std::move(values)).value();
    for (auto &[kind, values] : m_serviceMs)
        m_result.serviceMs[kind] = percentiles(std::move(values)).value();
    return std::move(m_result);
}

Result<void> check(const ReplayPlan &plan)
{
    const auto refuse = [](const std::string &message) { return failure(ErrorCode::InputInvalid, message); };
    if (plan.concurrency < 1)
        return refuse("concurrency: " + std::to_string(plan.concurrency) + ", at least 1 is needed");
    if (plan.requests < 0 || plan.distinct < 0 || !(plan.seconds >= 0))
        return refuse("requests, distinct and seconds cannot be negative");
    if (plan.vary == Vary::Prompt && !plan.request.inputIds.empty())
        return refuse("vary: an input of token ids has no prompt to vary");
    if (plan.vary == Vary::None && plan.distinct > 1)
        return refuse("distinct: " + std::to_string(plan.distinct) + " different inputs need something that varies");
    return {};
}

} // namespace

Request variedRequest(const ReplayPlan &plan, int64_t index)
{
    Request request = plan.request;
    request.loopIndex = index;
    if (plan.vary == Vary::None)
        return request;
    std::string counter = std::to_string((plan.distinct > 0 ? index % plan.distinct : index) + 1);
    if (counter.size() < kCounterDigits)
        counter.insert(0, kCounterDigits - counter.size(), '0');
    counter = "[" + counter + "] ";
    const auto last = std::find_if(request.messages.rbegin(), request.messages.rend(),
                                   [](const Message &message) { return message.role == "user"; });
    std::string &text = last != request.messages.rend() ? last->content : request.prompt;
    text.insert(0, counter);
    return request;
}

Player::Player(Runtime &runtime, const Clock &clock)
    : m_runtime(runtime)
    , m_clock(clock)
{
}

Result<ReplayResult> Player::run(const ReplayPlan &plan, const CancelToken &cancel,
                                 const std::function<void(const ReplayProgress &)> &onProgress)
{
    if (const Result<void> checked = check(plan); !checked)
        return failure(checked.error());
    return Loop(m_runtime, m_clock, plan, cancel, onProgress).run();
}

} // namespace limno
