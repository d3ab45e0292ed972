// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/activity.h"

#include <utility>

namespace limno {

namespace {

constexpr size_t kUnfetched = 20'000;

template<typename T>
void appendBounded(std::vector<T> &list, T value)
{
    if (list.size() >= kUnfetched)
        list.erase(list.begin(), list.begin() + kUnfetched / 2);
    list.push_back(std::move(value));
}

} // namespace

RequestSpan spanOf(int64_t id, int worker, const RequestTimes &times, OutcomeKind end)
{
    return {id,
            worker,
            times.queuedNs.value_or(times.submittedNs),
            times.startedNs.value_or(0),
            times.finishedNs.value_or(0),
            end};
}

void Activity::requestFinished(int64_t id, const Request &, const Outcome &outcome)
{
    const RequestSpan span = spanOf(id, outcome.worker, outcome.times, outcome.kind);
    const std::lock_guard lock(m_mutex);
    appendBounded(m_news.spans, span);
}

void Activity::marked(int64_t timeNs, const std::string &kind, const std::string &text)
{
    const std::lock_guard lock(m_mutex);
    appendBounded(m_news.marks, LevelMark{timeNs, kind, text});
}

Activity::News Activity::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_news, {});
}

} // namespace limno
