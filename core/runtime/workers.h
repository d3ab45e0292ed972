// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/modulehost.h"
#include "core/runtime/workerpool.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

namespace limno {

/// The worker pool with what the modules want done in each worker: before a worker takes a task it enters the hooks
/// that are new to it, so nobody has to interrupt or wait for workers when a module is opened. Thread-safe.
class Workers
{
public:
    /// `intraOpThreads` per worker; 0 = cores / workers, at least 1.
    Workers(ModuleHost &modules, int workers, int intraOpThreads);
    /// Runs what is queued and waits.
    ~Workers();

    int count() const;
    int intraOpThreads() const;
    void post(WorkerPool::Task task, WorkerPool::Lane lane);
    /// For a task that has just opened a module: enters the new hooks in its own worker.
    void enterHooks(int worker);
    /// Calls flushThreadCaches() of each hook in each worker and waits. Only while an exclusive permit is held.
    void flushThreadCaches();
    /// trimThreadHeap() in each worker. Only while an exclusive permit is held.
    void trimHeaps();
    /// Puts a new team in place; returns when the old one has run what it had and is gone. Not from a worker.
    void resize(int workers);
    /// Drops the tasks that no worker has taken.
    void discardQueued();
    bool waitForIdle(std::chrono::milliseconds timeout) const;

private:
    struct Team {
        Team(int workers, int intraOp);
        void enterHooks(const ModuleHost &modules, int worker);

        const int intraOpThreads;
        std::vector<size_t> entered; ///< hooks entered by each worker; element w is touched by worker w alone
        WorkerPool pool; ///< ends before what its tasks use
    };
    std::unique_ptr<Team> makeTeam(int workers) const;

    ModuleHost &m_modules;
    const int m_intraOpThreads;
    mutable std::mutex m_mutex; ///< guards m_team; held while posting, so that a replaced team gets nothing more
    std::unique_ptr<Team> m_team;
};

} // namespace limno
