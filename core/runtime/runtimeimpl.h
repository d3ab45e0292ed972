// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memoryreader.h"
#include "core/runtime/gatetimer.h"
#include "core/runtime/jobentry.h"
#include "core/runtime/jobline.h"
#include "core/runtime/modelregistry.h"
#include "core/runtime/observerlist.h"
#include "core/runtime/peaktracker.h"
#include "core/runtime/workers.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// The parts and how a job goes through them. Sources by responsibility: runtime.cpp (life of the whole, start and end
/// of a job), requeststages.cpp (prepare, infer, finish), exclusivejobs.cpp (load, unload, clear, policy).
struct Runtime::Impl : std::enable_shared_from_this<Runtime::Impl> {
    Impl(ModuleHost &host, const Options &given, const Clock &c);

    // The whole.
    bool shutdown(std::chrono::milliseconds patience);
    void cancelAll();
    /// After shutdown: lets go of everything that is not its own, so that what still runs may outlive the Runtime.
    void detach();

    // Any job.
    JobPtr makeJob(JobKind kind, std::string model, std::string label);
    JobResult resultOf(const Error &error) const;
    /// Enters the gate; `granted` is posted to a worker when the permit is there. A refusal ends the job.
    void enterGate(const JobPtr &job, Gate::Ticket ticket, std::function<void(int worker)> granted);
    /// Ends a job that no worker has taken.
    void cancelWaiting(const JobPtr &job);
    void start(Job &job, int worker);
    bool isCancelled(const Job &job) const { return job.core->cancelToken().isCancelled(); }
    /// Returns the permit, tells the observers, then the handle. Exactly once a job, by the stage that has it.
    void end(const JobPtr &job, JobResult result);
    void endWith(const JobPtr &job, const Error &error);

    // Requests.
    JobHandle submit(Request request);
    void prepare(const JobPtr &job);
    Result<void> prepareFor(Job &job, LoadedModel &model, const ModelPolicy &policy);
    void infer(const JobPtr &job, int worker);
    Result<Outcome> compute(Job &job);
    RunContext runContext(Job &job, const ModelPolicy &policy, SessionStore::Use &use);

    // Exclusive jobs. Those that return text are the work itself; the text becomes the mark.
    JobHandle exclusive(JobKind kind, std::string model, std::string label, Job::Work work);
    void runExclusive(const JobPtr &job, int worker);
    Result<std::string> load(const ModelSpec &spec, const ModelPolicy &policy, Job &job, int worker, JobResult &result);
    Result<std::string> setDevice(const DeviceSpec &device, Job &job, int worker, JobResult &result);
    Result<std::string> unload(const std::string &name);
    Result<std::string> clear(const std::vector<ClearStep> &steps, JobResult &result);
    Result<std::string> setPolicy(const std::string &name, const ModelPolicy &policy);
    Result<const ModelFactory *> factoryFor(const std::string &path, int worker);

    ModuleHost &modules;
    const Clock &clock;
    const Options options;
    const MemoryReader reader{&modules.devices()};
    JobLine line;
    ModelRegistry models;
    ObserverList observers;
    PeakTracker peaks;
    Gate gate;
    std::optional<GateTimer> timer; ///< only where requests have a deadline
    std::optional<Workers> workers; ///< its tasks use everything above
    std::vector<ClearLadder::Registration> ladderSteps;
    std::atomic<bool> leftRunning = false; ///< a shutdown ran out of patience
};

} // namespace limno
