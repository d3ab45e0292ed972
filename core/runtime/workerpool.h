// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace limno {

/// W permanent loops in a QThreadPool of its own. Threads never expire, none is made for a request. Thread-safe.
class WorkerPool
{
public:
    using Task = std::function<void(int worker)>;

    /// `workers` loops; `onStart` runs first in each of them.
    explicit WorkerPool(int workers, Task onStart = {});
    /// Runs what is queued, then ends the loops and waits.
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    int workerCount() const;
    /// Queues a task for the next free loop, in order. An exception that escapes it is logged, the loop goes on.
    void post(Task task);
    /// Runs `task` once in every loop and waits until all are done. Must not be called from a worker.
    void runOnEachWorker(Task task);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
