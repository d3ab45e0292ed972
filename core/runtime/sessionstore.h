// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/model.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace limno {

/// The sessions of one model: those of conversations wait here between requests, the least recently used go when there
/// are too many; one without a conversation dies with its request. The gate sees to it that a conversation has one
/// request at a time. Thread-safe.
class SessionStore
{
public:
    static constexpr size_t kKept = 32;

    /// A session in use by one request. Unless keep() was called (the run threw), it is destroyed with this.
    class Use
    {
    public:
        ~Use();
        Use(const Use &) = delete;
        Use &operator=(const Use &) = delete;

        Session &session() { return *m_session; }
        /// Tells the store how much the cache holds now; on the thread that runs the session.
        void report();
        void keep() { m_keep = true; }

    private:
        friend class SessionStore;
        Use(SessionStore &store, std::string conversation, std::unique_ptr<Session> session, int64_t bytes);

        SessionStore &m_store;
        const std::string m_conversation;
        std::unique_ptr<Session> m_session;
        int64_t m_bytes; ///< as reported last
        bool m_keep = false;
    };

    explicit SessionStore(Model &model);

    /// The conversation's session, or a new one. Throws what Model::openSession() throws.
    Use take(const std::string &conversation);
    /// Destroys every session that is not in use.
    void dropIdle();

    int count() const;
    /// What the caches hold, those of running requests as of their last token.
    int64_t kvBytes() const { return m_kvBytes.load(std::memory_order_relaxed); }

private:
    struct Idle {
        std::string conversation;
        std::unique_ptr<Session> session;
        int64_t bytes = 0;
    };

    void putBack(Idle idle);

    Model &m_model;
    std::atomic<int64_t> m_kvBytes = 0;
    mutable std::mutex m_mutex; ///< guards everything below
    std::vector<Idle> m_idle; ///< least recently used first
    int m_inUse = 0;
};

} // namespace limno
