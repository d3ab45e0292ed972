// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace limno {

/// W permanent loops in a QThreadPool of its own. Threads never expire, none is made for a request. Thread-safe.
class WorkerPool
{
public:
    using Task = std::function<void(int worker)>;
    /// Work that holds a permit goes before work that does not.
    enum class Lane { Granted, Other };

    /// `workers` loops, at least one; `onStart` runs first in each of them.
    explicit WorkerPool(int workers, Task onStart = {});
    /// Runs what is queued, then ends the loops and waits.
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    int workerCount() const;
    /// Queues a task for the next free loop, in order within its lane. An exception that escapes it is logged, the loop
    /// goes on.
    void post(Task task, Lane lane = Lane::Other);
    /// Runs `task` once in every loop and waits until all are done. A worker may call it: it runs its own part at once
    /// and waits for the others, so two workers must not call it at the same time.
    void runOnEachWorker(const Task &task);
    /// Drops what is queued and has not begun.
    void discardQueued();
    /// Waits until nothing is queued and no loop is at work; false on timeout.
    bool waitForIdle(std::chrono::milliseconds timeout) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
