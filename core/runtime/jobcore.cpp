// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/jobcore.h"

#include <algorithm>
#include <utility>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365); ///< more could overflow the clock

/// Appends to the last event when that is text too.
void appendText(std::vector<JobEvent> &events, std::string text, int64_t pieces)
{
    if (!events.empty() && events.back().kind == JobEvent::Kind::Text) {
        events.back().text += text;
        events.back().pieces += pieces;
    } else {
        events.push_back({JobEvent::Kind::Text, std::move(text), 0, pieces});
    }
}

} // namespace

JobCore::JobCore(int64_t id, JobKind kind)
    : m_id(id)
    , m_kind(kind)
{
}

void JobCore::setCancelHook(std::function<void()> hook)
{
    const std::lock_guard lock(m_mutex);
    m_cancelHook = std::move(hook);
}

void JobCore::setState(JobState state)
{
    const std::lock_guard lock(m_mutex);
    if (!m_result)
        m_state = state;
}

void JobCore::addText(std::string_view text)
{
    if (text.empty())
        return;
    {
        const std::lock_guard lock(m_mutex);
        appendText(m_events, std::string(text), 1);
    }
    m_changed.notify_all();
}

void JobCore::setProgress(double fraction)
{
    {
        const std::lock_guard lock(m_mutex);
        // The newest replaces the one that nobody fetched; the texts around that one become neighbours.
        std::vector<JobEvent> kept;
        for (JobEvent &event : m_events) {
            if (event.kind == JobEvent::Kind::Text)
                appendText(kept, std::move(event.text), event.pieces);
        }
        kept.push_back({JobEvent::Kind::Progress, {}, fraction, 0});
        m_events = std::move(kept);
    }
    m_changed.notify_all();
}

void JobCore::finish(JobResult result)
{
    std::function<void()> hook; // destroyed without the lock
    {
        const std::lock_guard lock(m_mutex);
        hook = std::exchange(m_cancelHook, nullptr);
        m_state = JobState::Finished;
        m_result = std::move(result);
    }
    m_changed.notify_all();
}

JobState JobCore::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

void JobCore::cancel()
{
    m_cancel.cancel();
    std::unique_lock lock(m_mutex);
    const std::function<void()> hook = m_cancelHook;
    lock.unlock();
    if (hook)
        hook();
}

std::vector<JobEvent> JobCore::takeEvents()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

bool JobCore::waitForEvents(std::chrono::milliseconds timeout) const
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::min(timeout, kLongest), [this] { return m_result || !m_events.empty(); });
}

bool JobCore::waitForFinished(std::chrono::milliseconds timeout) const
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::min(timeout, kLongest), [this] { return m_result.has_value(); });
}

const JobResult &JobCore::wait() const
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_result.has_value(); });
    return *m_result;
}

const JobResult *JobCore::result() const
{
    const std::lock_guard lock(m_mutex);
    return m_result ? &*m_result : nullptr;
}

} // namespace limno
