// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/jobline.h"

#include <algorithm>
#include <string>

namespace limno {

namespace {
constexpr size_t kHistory = 512;
}

JobLine::JobLine(int queueLimit)
    : m_queueLimit(queueLimit)
    , m_history(kHistory)
{
}

int64_t JobLine::nextId()
{
    const std::lock_guard lock(m_mutex);
    return ++m_lastId;
}

std::optional<Error> JobLine::add(const JobPtr &job)
{
    const std::lock_guard lock(m_mutex);
    ++m_submitted;
    if (m_closed)
        return Error{ErrorCode::Busy, job->view.label + ": the runtime is shutting down"};
    const bool isRequest = job->view.kind == JobKind::Request;
    if (isRequest && m_requests >= m_queueLimit) {
        return Error{ErrorCode::Busy,
                     job->view.label + ": " + std::to_string(m_requests) + " requests wait or run, the limit is "
                         + std::to_string(m_queueLimit),
                     "queue_full"};
    }
    m_requests += isRequest ? 1 : 0;
    m_unfinished[job->view.id] = job;
    return std::nullopt;
}

void JobLine::setTicket(Job &job, int64_t ticket)
{
    const std::lock_guard lock(m_mutex);
    job.ticket = ticket;
}

int64_t JobLine::ticket(const Job &job) const
{
    const std::lock_guard lock(m_mutex);
    return job.ticket;
}

void JobLine::setGranted(Job &job, int64_t nowNs)
{
    const std::lock_guard lock(m_mutex);
    job.view.times.grantedNs = nowNs;
    job.stage = Job::Stage::Granted;
}

bool JobLine::claim(Job &job)
{
    const std::lock_guard lock(m_mutex);
    if (job.stage != Job::Stage::Granted)
        return false;
    job.stage = Job::Stage::Claimed;
    return true;
}

void JobLine::finish(const JobPtr &job)
{
    const std::lock_guard lock(m_mutex);
    job->view.state = JobState::Finished;
    m_history[static_cast<size_t>(m_finished) % kHistory] = job->view;
    ++m_finished;
    if (m_unfinished.erase(job->view.id) > 0 && job->view.kind == JobKind::Request)
        --m_requests;
    if (m_unfinished.empty())
        m_emptied.notify_all();
}

void JobLine::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
}

std::vector<JobPtr> JobLine::unfinished() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<JobPtr> jobs;
    jobs.reserve(m_unfinished.size());
    for (const auto &[id, job] : m_unfinished)
        jobs.push_back(job);
    return jobs;
}

bool JobLine::waitUntilEmpty(std::chrono::milliseconds timeout) const
{
    std::unique_lock lock(m_mutex);
    return m_emptied.wait_for(lock, timeout, [this] { return m_unfinished.empty(); });
}

void JobLine::fill(Runtime::Snapshot &snapshot, const Gate &gate) const
{
    const std::lock_guard lock(m_mutex); // before the gate's own, never the other way round
    snapshot.gate = gate.snapshot();
    std::map<int64_t, int> positions;
    for (const Gate::Waiting &waiting : snapshot.gate.waiting)
        positions[waiting.ticket] = static_cast<int>(positions.size()) + 1;

    std::vector<const Job *> inOrder;
    for (const auto &[id, job] : m_unfinished)
        inOrder.push_back(job.get());
    std::stable_sort(inOrder.begin(), inOrder.end(), [](const Job *a, const Job *b) { return a->ticket < b->ticket; });

    const int64_t kept = std::min<int64_t>(m_finished, kHistory);
    snapshot.jobs.reserve(inOrder.size() + static_cast<size_t>(kept));
    for (const Job *job : inOrder) {
        snapshot.jobs.push_back(job->view);
        if (const auto found = positions.find(job->ticket); found != positions.end())
            snapshot.jobs.back().position = found->second;
    }
    for (int64_t newest = m_finished; newest > m_finished - kept; --newest)
        snapshot.jobs.push_back(m_history[static_cast<size_t>(newest - 1) % kHistory]);
    snapshot.submitted = m_submitted;
    snapshot.finished = m_finished;
}

} // namespace limno
