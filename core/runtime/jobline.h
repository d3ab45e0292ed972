// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/jobentry.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace limno {

/// Every job from submission to its end, and views of the latest that have ended: what the snapshot shows, what the
/// limit counts, what shutdown waits for. Thread-safe.
class JobLine
{
public:
    explicit JobLine(int queueLimit);

    int64_t nextId();
    /// Counts the job as submitted. Busy, with the job left out, when the line is closed or full.
    std::optional<Error> add(const JobPtr &job);
    /// Changes what the snapshot shows of a job: `change(view)`, under the lock.
    template<typename Change>
    void update(Job &job, Change &&change)
    {
        const std::lock_guard lock(m_mutex);
        change(job.view);
    }
    void setTicket(Job &job, int64_t ticket);
    int64_t ticket(const Job &job) const;
    /// The permit is in the job: from now on it can be claimed.
    void setGranted(Job &job, int64_t nowNs);
    /// True for one caller, once the job is granted: that one ends it.
    bool claim(Job &job);
    /// Moves it from the line to the history.
    void finish(const JobPtr &job);

    /// From now on add() refuses.
    void close();
    std::vector<JobPtr> unfinished() const;
    bool waitUntilEmpty(std::chrono::milliseconds timeout) const;
    /// Fills jobs, gate, submitted and finished as of one moment.
    void fill(Runtime::Snapshot &snapshot, const Gate &gate) const;

private:
    const int m_queueLimit;
    mutable std::mutex m_mutex; ///< guards everything below, and the views and tickets of the jobs
    mutable std::condition_variable m_emptied;
    std::map<int64_t, JobPtr> m_unfinished; ///< by id
    /// A ring of the latest that have ended, whole from the start: what the program remembers must not show as growth in
    /// the runs that it judges.
    std::vector<Runtime::JobView> m_history;
    int64_t m_lastId = 0;
    int64_t m_submitted = 0;
    int64_t m_finished = 0;
    int m_requests = 0; ///< of m_unfinished
    bool m_closed = false;
};

} // namespace limno
