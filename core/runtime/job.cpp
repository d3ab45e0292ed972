// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/job.h"

#include "core/runtime/jobcore.h"

#include <utility>

namespace limno {

JobHandle::JobHandle(std::shared_ptr<JobCore> core)
    : m_core(std::move(core))
{
}

int64_t JobHandle::id() const
{
    return m_core->id();
}

JobKind JobHandle::kind() const
{
    return m_core->kind();
}

JobState JobHandle::state() const
{
    return m_core->state();
}

void JobHandle::cancel() const
{
    m_core->cancel();
}

std::vector<JobEvent> JobHandle::takeEvents() const
{
    return m_core->takeEvents();
}

bool JobHandle::waitForEvents(std::chrono::milliseconds timeout) const
{
    return m_core->waitForEvents(timeout);
}

bool JobHandle::waitForFinished(std::chrono::milliseconds timeout) const
{
    return m_core->waitForFinished(timeout);
}

const JobResult &JobHandle::wait() const &
{
    return m_core->wait();
}

const JobResult *JobHandle::result() const &
{
    return m_core->result();
}

} // namespace limno
