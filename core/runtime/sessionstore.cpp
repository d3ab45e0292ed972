// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/sessionstore.h"

#include <algorithm>
#include <utility>

namespace limno {

SessionStore::Use::Use(SessionStore &store, std::string conversation, std::unique_ptr<Session> session, int64_t bytes)
    : m_store(store)
    , m_conversation(std::move(conversation))
    , m_session(std::move(session))
    , m_bytes(bytes)
{
    const std::lock_guard lock(m_store.m_mutex);
    ++m_store.m_inUse;
}

SessionStore::Use::~Use()
{
    if (m_keep && !m_conversation.empty()) {
        report();
        m_store.putBack({m_conversation, std::move(m_session), m_bytes});
    } else {
        m_session.reset();
        m_store.m_kvBytes -= m_bytes;
    }
    const std::lock_guard lock(m_store.m_mutex);
    --m_store.m_inUse;
}

void SessionStore::Use::report()
{
    const int64_t bytes = m_session->cacheBytes();
    m_store.m_kvBytes.fetch_add(bytes - std::exchange(m_bytes, bytes), std::memory_order_relaxed);
}

SessionStore::SessionStore(Model &model)
    : m_model(model)
{
}

SessionStore::Use SessionStore::take(const std::string &conversation)
{
    if (!conversation.empty()) {
        std::unique_lock lock(m_mutex);
        const auto found = std::find_if(m_idle.begin(), m_idle.end(),
                                        [&](const Idle &idle) { return idle.conversation == conversation; });
        if (found != m_idle.end()) {
            Idle idle = std::move(*found);
            m_idle.erase(found);
            lock.unlock();
            return Use(*this, conversation, std::move(idle.session), idle.bytes);
        }
    }
    return Use(*this, conversation, m_model.openSession(conversation), 0);
}

void SessionStore::putBack(Idle idle)
{
    std::vector<Idle> dropped; // destroyed without the lock
    {
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(idle));
        if (m_idle.size() > kKept) {
            dropped.push_back(std::move(m_idle.front()));
            m_idle.erase(m_idle.begin());
        }
    }
    for (const Idle &each : dropped)
        m_kvBytes -= each.bytes;
}

void SessionStore::dropIdle()
{
    std::vector<Idle> dropped;
    {
        const std::lock_guard lock(m_mutex);
        dropped.swap(m_idle);
    }
    for (const Idle &each : dropped)
        m_kvBytes -= each.bytes;
}

int SessionStore::count() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_idle.size()) + m_inUse;
}

} // namespace limno
