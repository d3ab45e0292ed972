// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/runtime.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace limno {

/// Who is told about the ends of jobs and about marks. Thread-safe; nobody is called under the lock. What
/// an observer throws is logged and goes no further.
class ObserverList
{
public:
    void add(std::shared_ptr<Runtime::Observer> observer);
    void remove(const std::shared_ptr<Runtime::Observer> &observer);
    void clear();

    void tellFinished(int64_t id, const Request &request, const Outcome &outcome) const;
    void tellMark(int64_t timeNs, const std::string &kind, const std::string &text) const;

private:
    void tell(const std::function<void(Runtime::Observer &)> &call) const;

    mutable std::mutex m_mutex; ///< guards m_observers
    std::vector<std::shared_ptr<Runtime::Observer>> m_observers;
};

} // namespace limno
