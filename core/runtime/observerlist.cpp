// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/observerlist.h"

#include "core/base/log.h"

#include <exception>
#include <utility>

namespace limno {

void ObserverList::add(std::shared_ptr<Runtime::Observer> observer)
{
    const std::lock_guard lock(m_mutex);
    m_observers.push_back(std::move(observer));
}

void ObserverList::remove(const std::shared_ptr<Runtime::Observer> &observer)
{
    const std::lock_guard lock(m_mutex);
    std::erase(m_observers, observer);
}

void ObserverList::clear()
{
    std::vector<std::shared_ptr<Runtime::Observer>> gone; // destroyed without the lock
    const std::lock_guard lock(m_mutex);
    gone.swap(m_observers);
}

void ObserverList::tellFinished(int64_t id, const Request &request, const Outcome &outcome) const
{
    tell([&](Runtime::Observer &observer) { observer.requestFinished(id, request, outcome); });
}

void ObserverList::tellMark(int64_t timeNs, const std::string &kind, const std::string &text) const
{
    tell([&](Runtime::Observer &observer) { observer.marked(timeNs, kind, text); });
}

void ObserverList::tell(const std::function<void(Runtime::Observer &)> &call) const
{
    std::unique_lock lock(m_mutex);
    const auto observers = m_observers;
    lock.unlock();
    for (const auto &observer : observers) {
        try {
            call(*observer);
        } catch (const std::exception &exception) {
            logError("runtime", std::string("an observer threw: ") + exception.what());
        }
    }
}

} // namespace limno
