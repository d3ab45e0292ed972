// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/runtimeimpl.h"

#include "core/base/log.h"

#include <algorithm>
#include <future>
#include <utility>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kPatience{3000};
constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365); ///< more could overflow the clock

/// Keeps what a computation that does not end still uses, until the process ends.
void leaveBehind(std::shared_ptr<void> impl)
{
    static auto *const kept = new std::pair<std::mutex, std::vector<std::shared_ptr<void>>>;
    const std::lock_guard lock(kept->first);
    kept->second.push_back(std::move(impl));
}

} // namespace

Runtime::Impl::Impl(ModuleHost &host, const Options &given, const Clock &c)
    : modules(host)
    , clock(c)
    , options(given)
    , line(given.queueLimit)
    , gate(c)
{
    gate.setLimit(PermitClass::Text, options.textPermits);
    workers.emplace(modules, options.workers, options.intraOpThreads);
    if (options.gateDeadline.count() > 0)
        timer.emplace(gate, clock);
}

bool Runtime::Impl::shutdown(std::chrono::milliseconds patience)
{
    const auto deadline = std::chrono::steady_clock::now() + std::min(patience, kLongest);
    const auto left = [deadline] {
        const auto rest = deadline - std::chrono::steady_clock::now();
        return std::max(std::chrono::ceil<std::chrono::milliseconds>(rest), std::chrono::milliseconds(0));
    };
    line.close();
    gate.close(); // what is granted from here on was granted before: cancelAll() sees it
    cancelAll();
    const bool ended = line.waitUntilEmpty(left()) && workers->waitForIdle(left());
    leftRunning = !ended;
    return ended;
}

void Runtime::Impl::cancelAll()
{
    for (const JobPtr &job : line.unfinished())
        job->core->cancel();
}

void Runtime::Impl::detach()
{
    timer.reset();
    observers.clear();
    ladderSteps.clear();
    workers->discardQueued();
}

JobPtr Runtime::Impl::makeJob(JobKind kind, std::string model, std::string label)
{
    const auto job = std::make_shared<Job>(std::make_shared<JobCore>(line.nextId(), kind));
    job->view.id = job->core->id();
    job->view.kind = kind;
    job->view.model = std::move(model);
    job->view.label = std::move(label);
    job->view.times.submittedNs = clock.nowNs();
    job->core->setCancelHook([impl = weak_from_this(), waiting = std::weak_ptr(job)] {
        const auto self = impl.lock();
        const JobPtr strong = waiting.lock();
        if (self && strong)
            self->cancelWaiting(strong);
    });
    return job;
}

void Runtime::Impl::enterGate(const JobPtr &job, Gate::Ticket ticket, std::function<void(int worker)> granted)
{
    const auto answered = [this, job, granted = std::move(granted)](Result<Permit> permit) {
        if (!permit)
            return endWith(job, permit.error());
        job->permit = std::move(*permit);
        line.setGranted(*job, clock.nowNs());
        if (isCancelled(*job)) // the cancel may have come between the grant and now, and found nothing to claim
            return cancelWaiting(job);
        const auto run = [this, job, granted](int worker) {
            if (line.claim(*job))
                granted(worker);
        };
        workers->post(run, WorkerPool::Lane::Granted);
    };
    const int64_t number = gate.enter(std::move(ticket), answered);
    line.setTicket(*job, number);
    if (isCancelled(*job)) // the cancel may have come before the ticket was known
        gate.leave(number);
}

void Runtime::Impl::cancelWaiting(const JobPtr &job)
{
    if (gate.leave(line.ticket(*job)))
        return;
    if (line.claim(*job))
        endWith(job, {ErrorCode::Cancelled, "cancelled before it began"});
}

void Runtime::Impl::start(Job &job, int worker)
{
    line.update(job, [&](JobView &view) {
        view.times.startedNs = clock.nowNs();
        view.state = JobState::Running;
        view.worker = worker;
    });
    job.core->setState(JobState::Running);
}

JobResult Runtime::Impl::resultOf(const Error &error) const
{
    JobResult result;
    if (error.code == ErrorCode::Cancelled) {
        result.outcome.kind = OutcomeKind::Cancelled;
        result.outcome.finish = FinishReason::Cancelled;
    } else {
        result.outcome.error = error;
    }
    return result;
}

void Runtime::Impl::endWith(const JobPtr &job, const Error &error)
{
    end(job, resultOf(error));
}

void Runtime::Impl::end(const JobPtr &job, JobResult result)
{
    job->permit.release();
    Outcome &outcome = result.outcome;
    line.update(*job, [&](JobView &view) {
        view.times.finishedNs = clock.nowNs();
        view.kindOfEnd = outcome.kind;
        outcome.times = view.times;
        outcome.worker = view.worker;
    });
    const int64_t id = job->core->id();
    if (job->core->kind() == JobKind::Request)
        observers.tellFinished(id, job->request, outcome);
    if (outcome.error && outcome.error->code != ErrorCode::Busy) { // a refusal is no event of the run
        observers.tellMark(*outcome.times.finishedNs, outcome.error->code == ErrorCode::OutOfMemory ? "oom" : "error",
                           job->view.label + " " + std::to_string(id) + ": "
                               + std::string(errorCodeName(outcome.error->code)) + ": " + outcome.error->message);
    }
    line.finish(job);
    job->core->finish(std::move(result));
}

Runtime::Runtime(ModuleHost &modules, Options options, const Clock &clock)
    : m_impl(std::make_shared<Impl>(modules, options, clock))
{
    const std::weak_ptr<Impl> weak = m_impl; // the ladder may run a step while this is being destroyed
    m_impl->ladderSteps.push_back(modules.ladder().add(ClearStep::KvCaches, [weak] {
        if (const auto impl = weak.lock())
            impl->models.dropIdleSessions();
    }));
    m_impl->ladderSteps.push_back(modules.ladder().add(ClearStep::PrimitiveCaches, [weak] {
        if (const auto impl = weak.lock())
            impl->workers->flushThreadCaches();
    }));
    m_impl->ladderSteps.push_back(modules.ladder().add(ClearStep::HeapTrim, [weak] {
        if (const auto impl = weak.lock())
            impl->workers->trimHeaps();
    }));
    m_impl->ladderSteps.push_back(modules.ladder().add(ClearStep::OffloadWeights, [weak] {
        if (const auto impl = weak.lock())
            impl->models.evictWeights();
    }));
    m_impl->ladderSteps.push_back(modules.ladder().add(ClearStep::UnloadModel, [weak] {
        if (const auto impl = weak.lock())
            impl->models.clear();
    }));
}

Runtime::~Runtime()
{
    const bool ended = m_impl->shutdown(m_impl->leftRunning ? std::chrono::milliseconds(0) : kPatience);
    m_impl->detach();
    if (ended) {
        m_impl->workers.reset();
        m_impl->models.clear();
    } else {
        logWarning("runtime", "a computation does not end; it and its model are left behind");
        leaveBehind(std::move(m_impl));
    }
}

JobHandle Runtime::submit(Request request)
{
    return m_impl->submit(std::move(request));
}

void Runtime::setPermits(PermitClass permitClass, int limit)
{
    m_impl->gate.setLimit(permitClass, limit);
}

void Runtime::setWorkers(int workers)
{
    const auto granted = std::make_shared<std::promise<Result<Permit>>>();
    m_impl->gate.enter({.exclusive = true, .label = "workers " + std::to_string(workers)},
                       [granted](Result<Permit> permit) { granted->set_value(std::move(permit)); });
    const Result<Permit> permit = granted->get_future().get();
    if (permit)
        m_impl->workers->resize(workers);
}

void Runtime::cancelAll()
{
    m_impl->cancelAll();
}

Runtime::Snapshot Runtime::snapshot() const
{
    Snapshot snapshot;
    m_impl->line.fill(snapshot, m_impl->gate);
    snapshot.models = m_impl->models.views();
    snapshot.device = m_impl->modules.devices().current()->spec();
    snapshot.workers = m_impl->workers->count();
    snapshot.intraOpThreads = m_impl->workers->intraOpThreads();
    return snapshot;
}

void Runtime::addObserver(std::shared_ptr<Observer> observer)
{
    m_impl->observers.add(std::move(observer));
}

void Runtime::removeObserver(const std::shared_ptr<Observer> &observer)
{
    m_impl->observers.remove(observer);
}

void Runtime::mark(const std::string &kind, const std::string &text)
{
    m_impl->observers.tellMark(m_impl->clock.nowNs(), kind, text);
}

bool Runtime::shutdown(std::chrono::milliseconds patience)
{
    return m_impl->shutdown(patience);
}

} // namespace limno
