// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workers.h"

#include "core/memory/heaptrim.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace limno {

Workers::Team::Team(int workers, int intraOp)
    : intraOpThreads(intraOp)
    , entered(static_cast<size_t>(workers), 0)
    , pool(workers)
{
}

void Workers::Team::enterHooks(const ModuleHost &modules, int worker)
{
    const auto hooks = modules.workerHooks(); // only ever grows
    for (size_t &next = entered[static_cast<size_t>(worker)]; next < hooks.size(); ++next)
        hooks[next]->enter(intraOpThreads);
}

Workers::Workers(ModuleHost &modules, int workers, int intraOpThreads)
    : m_modules(modules)
    , m_intraOpThreads(intraOpThreads)
    , m_team(makeTeam(workers))
{
}

Workers::~Workers() = default;

std::unique_ptr<Workers::Team> Workers::makeTeam(int workers) const
{
    const int count = std::max(workers, 1);
    const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    return std::make_unique<Team>(count, m_intraOpThreads > 0 ? m_intraOpThreads : std::max(cores / count, 1));
}

int Workers::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_team->pool.workerCount();
}

int Workers::intraOpThreads() const
{
    const std::lock_guard lock(m_mutex);
    return m_team->intraOpThreads;
}

void Workers::post(WorkerPool::Task task, WorkerPool::Lane lane)
{
    const std::lock_guard lock(m_mutex);
    m_team->pool.post(
        [this, team = m_team.get(), task = std::move(task)](int worker) {
            team->enterHooks(m_modules, worker);
            task(worker);
        },
        lane);
}

void Workers::enterHooks(int worker)
{
    std::unique_lock lock(m_mutex);
    Team *team = m_team.get(); // cannot be replaced meanwhile: that waits for the caller's task
    lock.unlock();
    team->enterHooks(m_modules, worker);
}

void Workers::flushThreadCaches()
{
    std::unique_lock lock(m_mutex);
    Team *team = m_team.get();
    lock.unlock();
    team->pool.runOnEachWorker([this, team](int worker) {
        team->enterHooks(m_modules, worker);
        for (const auto &hook : m_modules.workerHooks())
            hook->flushThreadCaches();
    });
}

void Workers::trimHeaps()
{
    std::unique_lock lock(m_mutex);
    Team *team = m_team.get();
    lock.unlock();
    team->pool.runOnEachWorker([](int) { trimThreadHeap(); });
}

void Workers::resize(int workers)
{
    std::unique_ptr<Team> team = makeTeam(workers);
    std::unique_lock lock(m_mutex);
    m_team.swap(team);
    lock.unlock();
    team.reset();
}

void Workers::discardQueued()
{
    const std::lock_guard lock(m_mutex);
    m_team->pool.discardQueued();
}

bool Workers::waitForIdle(std::chrono::milliseconds timeout) const
{
    std::unique_lock lock(m_mutex);
    const Team *team = m_team.get();
    lock.unlock();
    return team->pool.waitForIdle(timeout);
}

} // namespace limno
