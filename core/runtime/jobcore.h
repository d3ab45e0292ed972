// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/canceltoken.h"
#include "core/runtime/job.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

namespace limno {

/// What the handles of a job share with the runtime: its state, its event channel, its result. Thread-safe.
class JobCore
{
public:
    JobCore(int64_t id, JobKind kind);

    int64_t id() const { return m_id; }
    JobKind kind() const { return m_kind; }
    CancelToken cancelToken() const { return m_cancel; }

    // The runtime's side.
    /// `hook` is called, with no lock held, by every cancel() that comes before the end.
    void setCancelHook(std::function<void()> hook);
    void setState(JobState state); ///< has no effect after the end
    void addText(std::string_view text);
    void setProgress(double fraction);
    /// Once; from then on the state is Finished and the result does not change.
    void finish(JobResult result);

    // The handles' side, as described in JobHandle.
    JobState state() const;
    void cancel();
    std::vector<JobEvent> takeEvents();
    bool waitForEvents(std::chrono::milliseconds timeout) const;
    bool waitForFinished(std::chrono::milliseconds timeout) const;
    const JobResult &wait() const;
    const JobResult *result() const;

private:
    const int64_t m_id;
    const JobKind m_kind;
    const CancelToken m_cancel;
    mutable std::mutex m_mutex; ///< guards everything below
    mutable std::condition_variable m_changed;
    std::function<void()> m_cancelHook;
    JobState m_state = JobState::Preparing;
    std::vector<JobEvent> m_events; ///< at most Text, Progress, Text
    std::optional<JobResult> m_result;
};

} // namespace limno
