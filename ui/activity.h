// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/runtime.h"

#include <mutex>
#include <string>
#include <vector>

namespace limno {

/// One request on the time axis, times as Clock::nowNs(); 0 = not reached.
struct RequestSpan {
    int64_t id = 0;
    int worker = -1;
    int64_t queuedNs = 0;
    int64_t startedNs = 0;
    int64_t finishedNs = 0; ///< 0 = still going on
    OutcomeKind end = OutcomeKind::Ok;
};

RequestSpan spanOf(int64_t id, int worker, const RequestTimes &times, OutcomeKind end);

struct LevelMark {
    int64_t timeNs = 0;
    std::string kind; ///< "load", "unload", "clear", "toggle", "oom", "error"
    std::string text;
};

/// Collects what the workers tell about ended requests and marks until the window fetches it. Thread-safe; what nobody
/// fetches is bounded.
class Activity final : public Runtime::Observer
{
public:
    struct News {
        std::vector<RequestSpan> spans;
        std::vector<LevelMark> marks;
    };

    void requestFinished(int64_t id, const Request &request, const Outcome &outcome) override;
    void marked(int64_t timeNs, const std::string &kind, const std::string &text) override;

    News take();

private:
    std::mutex m_mutex; ///< guards m_news
    News m_news;
};

} // namespace limno
