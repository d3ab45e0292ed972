// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workerpool.h"

#include "core/base/log.h"

#include <QRunnable>
#include <QThreadPool>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace limno {

namespace {

void runLogged(const WorkerPool::Task &task, int worker)
{
    try {
        task(worker);
    } catch (const std::exception &exception) {
        logError("runtime", "worker " + std::to_string(worker) + ": a task threw: " + exception.what());
    } catch (...) {
        logError("runtime", "worker " + std::to_string(worker) + ": a task threw something unknown");
    }
}

} // namespace

struct WorkerPool::Impl {
    Impl(int workers, Task start)
        : onStart(std::move(start))
        , own(static_cast<size_t>(workers))
        , loops(workers)
    {
    }

    void loop(int worker);
    bool hasWork(int worker) const;
    Task takeTask(int worker);

    struct Position {
        const Impl *pool = nullptr;
        int worker = -1;
    };
    static thread_local Position t_position; ///< which loop the present thread is

    const Task onStart;
    mutable std::mutex mutex; ///< guards everything below but the threads
    std::condition_variable work; ///< something was queued, or the end
    mutable std::condition_variable done; ///< a task or a loop has ended
    std::deque<Task> granted;
    std::deque<Task> other;
    std::vector<std::deque<Task>> own; ///< for one worker alone
    int busy = 0;
    int loops = 0;
    bool stopping = false;
    QThreadPool threads;
};

thread_local WorkerPool::Impl::Position WorkerPool::Impl::t_position;

bool WorkerPool::Impl::hasWork(int worker) const
{
    return !own[static_cast<size_t>(worker)].empty() || !granted.empty() || !other.empty();
}

WorkerPool::Task WorkerPool::Impl::takeTask(int worker)
{
    std::deque<Task> &mine = own[static_cast<size_t>(worker)];
    std::deque<Task> &queue = !mine.empty() ? mine : !granted.empty() ? granted : other;
    Task task = std::move(queue.front());
    queue.pop_front();
    return task;
}

void WorkerPool::Impl::loop(int worker)
{
    t_position = {this, worker};
    if (onStart)
        runLogged(onStart, worker);
    std::unique_lock lock(mutex);
    while (true) {
        work.wait(lock, [&] { return stopping || hasWork(worker); });
        if (!hasWork(worker))
            break;
        Task task = takeTask(worker);
        ++busy;
        lock.unlock();
        runLogged(task, worker);
        task = nullptr; // what it captured goes before the worker counts as free
        lock.lock();
        --busy;
        done.notify_all();
    }
    --loops;
    done.notify_all();
}

WorkerPool::WorkerPool(int workers, Task onStart)
    : m_impl(std::make_unique<Impl>(std::max(workers, 1), std::move(onStart)))
{
    const int count = workerCount();
    m_impl->threads.setMaxThreadCount(count);
    m_impl->threads.setExpiryTimeout(-1);
    for (int worker = 0; worker < count; ++worker)
        m_impl->threads.start(QRunnable::create([impl = m_impl.get(), worker] { impl->loop(worker); }));
}

WorkerPool::~WorkerPool()
{
    {
        std::unique_lock lock(m_impl->mutex);
        m_impl->stopping = true;
        m_impl->work.notify_all();
        m_impl->done.wait(lock, [this] { return m_impl->loops == 0; });
    }
    m_impl->threads.waitForDone();
}

int WorkerPool::workerCount() const
{
    return static_cast<int>(m_impl->own.size());
}

void WorkerPool::post(Task task, Lane lane)
{
    {
        const std::lock_guard lock(m_impl->mutex);
        (lane == Lane::Granted ? m_impl->granted : m_impl->other).push_back(std::move(task));
    }
    m_impl->work.notify_one();
}

void WorkerPool::runOnEachWorker(const Task &task)
{
    Impl &impl = *m_impl;
    const int self = Impl::t_position.pool == &impl ? Impl::t_position.worker : -1;
    int left = 0; // guarded by the pool's mutex
    {
        const std::lock_guard lock(impl.mutex);
        for (int worker = 0; worker < workerCount(); ++worker) {
            if (worker == self)
                continue;
            ++left;
            impl.own[static_cast<size_t>(worker)].push_back([&impl, &task, &left](int index) {
                runLogged(task, index);
                const std::lock_guard relock(impl.mutex);
                --left;
                impl.done.notify_all();
            });
        }
    }
    impl.work.notify_all();
    if (self >= 0)
        runLogged(task, self);
    std::unique_lock lock(impl.mutex);
    impl.done.wait(lock, [&left] { return left == 0; });
}

void WorkerPool::discardQueued()
{
    std::deque<Task> granted; // destroyed without the lock
    std::deque<Task> other;
    const std::lock_guard lock(m_impl->mutex);
    granted.swap(m_impl->granted);
    other.swap(m_impl->other);
}

bool WorkerPool::waitForIdle(std::chrono::milliseconds timeout) const
{
    const Impl &impl = *m_impl;
    std::unique_lock lock(impl.mutex);
    return impl.done.wait_for(lock, timeout, [&impl] {
        return impl.busy == 0 && impl.granted.empty() && impl.other.empty()
            && std::all_of(impl.own.begin(), impl.own.end(), [](const auto &queue) { return queue.empty(); });
    });
}

} // namespace limno
