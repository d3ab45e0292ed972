// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/memory/clearladder.h"
#include "core/memory/devicespec.h"
#include "core/runtime/gate.h"
#include "core/runtime/job.h"
#include "core/runtime/modulehost.h"
#include "core/runtime/request.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace limno {

/// The life of a request: submit → prepare → gate → worker → outcome; and the models that are loaded.
/// One a process. Thread-safe. Every job, of whatever kind, is one entry of one line, visible in snapshot().
/// A job takes its place when it is submitted: a request that is still being prepared is overtaken by requests that are
/// ready, never by an exclusive job behind it. A job that no worker has taken ends at once when it is cancelled.
class Runtime
{
public:
    struct Options {
        int workers = 1;
        int intraOpThreads = 0; ///< per worker; 0 = cores / workers, at least 1
        int textPermits = 1; ///< kUnlimitedPermits = gate off
        int queueLimit = 256; ///< requests that have not finished; more are refused with Busy
        std::chrono::milliseconds gateDeadline{0}; ///< a request without a permit by then ends with Timeout; 0 = none
    };

    struct JobView {
        int64_t id = 0;
        JobKind kind = JobKind::Request;
        JobState state = JobState::Preparing;
        Task task = Task::Complete;
        std::string model;
        std::string label; ///< "chat", "load smollm2", "clear 1,2,3"
        int position = 0; ///< place among those without a permit, from 1; 0 once the permit is there
        int worker = -1; ///< while Running and after
        int64_t loopIndex = -1;
        RequestTimes times;
        OutcomeKind kindOfEnd = OutcomeKind::Ok; ///< once Finished
        double progress = 0;
    };
    struct ModelView {
        ModelInfo info;
        ModelPolicy policy;
        EffectiveOffload offload;
        int sessions = 0;
        int64_t kvBytes = 0;
    };
    struct Snapshot {
        std::vector<JobView> jobs; ///< unfinished ones in line order, then the latest 512 finished, newest first
        std::vector<ModelView> models;
        Gate::Snapshot gate;
        DeviceSpec device;
        int workers = 0;
        int intraOpThreads = 0;
        int64_t submitted = 0;
        int64_t finished = 0;
    };

    /// Told about every job's end, after its permit has been returned and before its handle says Finished: on the
    /// worker's thread, or, for a job that no worker took, on the thread that refused or cancelled it; so from several
    /// threads at once. Used by recorders.
    class Observer
    {
    public:
        virtual ~Observer() = default;
        virtual void requestFinished(int64_t id, const Request &request, const Outcome &outcome) = 0;
        /// Marks: "load", "unload", "clear", "toggle" when done, "oom" and "error" for a job of any kind that failed (Busy is no
        /// error of the run); `timeNs` is Clock::nowNs().
        virtual void marked(int64_t timeNs, const std::string &kind, const std::string &text) = 0;
    };

    Runtime(ModuleHost &modules, Options options, const Clock &clock = Clock::steady());
    /// Cancels everything and waits for it, up to three seconds (not at all after a shutdown() that returned false). A
    /// computation that still has not ended then is left behind with its model and its worker, which stay in memory
    /// until the process ends: leave it soon, without running destructors of what a module holds. Its handle still
    /// learns of its end; observers do not.
    ~Runtime();
    Runtime(const Runtime &) = delete;
    Runtime &operator=(const Runtime &) = delete;

    /// A job that is refused (unknown model, full line, shut down) is a handle that has finished with the Error.
    JobHandle submit(Request request);
    /// Exclusive. Opens the tensors module when it is needed, on a worker. A model of the same name is replaced after
    /// the new one has been loaded.
    JobHandle load(ModelSpec spec, ModelPolicy policy = {});
    /// Exclusive. Waits until no request uses the model, then frees weights, sessions, caches. Requests for it that are
    /// behind in the line fail with ModelMissing.
    JobHandle unload(std::string model);
    /// Exclusive: runs the given steps of the ladder between jobs.
    JobHandle clear(std::vector<ClearStep> steps);
    /// Exclusive: takes effect for requests behind it in the line.
    JobHandle setPolicy(std::string model, ModelPolicy policy);

    /// Exclusive: unloads all models, takes the new device, and loads them there again with their switches. A device
    /// that cannot be had leaves everything as it was; a model that does not fit is told in the error and stays
    /// unloaded.
    JobHandle setDevice(DeviceSpec device);

    /// At once, also while jobs run.
    void setPermits(PermitClass permitClass, int limit);
    /// Changes the number of workers when the jobs ahead in the line have ended; waits for that. Without effect when
    /// the runtime is shut down meanwhile. Not from a worker or an observer.
    void setWorkers(int workers);

    void cancelAll();
    Snapshot snapshot() const;

    void addObserver(std::shared_ptr<Observer> observer);
    /// A call that is in progress on another thread may still end after this.
    void removeObserver(const std::shared_ptr<Observer> &observer);
    /// Puts a mark on graph and recordings.
    void mark(const std::string &kind, const std::string &text);

    /// Stops accepting, cancels all, waits for computations up to `patience`; false when one still runs. Idempotent.
    bool shutdown(std::chrono::milliseconds patience);

private:
    struct Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace limno
