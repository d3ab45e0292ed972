// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/benchmark.h"
#include "core/base/result.h"
#include "core/memory/clearladder.h"
#include "core/memory/devices.h"
#include "core/runtime/imagedecoder.h"
#include "core/runtime/model.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// What every thread that computes must do first and last: thread counts, InferenceMode, flushing per-thread caches.
/// A module hands one in; the runtime calls it in every worker.
class WorkerHook
{
public:
    virtual ~WorkerHook() = default;
    virtual void enter(int intraOpThreads) = 0;
    /// Step 4 of the clear ladder, called in each worker between jobs.
    virtual void flushThreadCaches() = 0;
};

/// A line of `doctor`.
struct DoctorCheck {
    std::string name;
    bool ok = true;
    std::string detail;
};

/// Where an opened module leaves what it offers. A module's only entry is
/// `extern "C" void limnographRegister(limno::ModuleHost *)`. Knows the built-in model `null` from the start.
/// Thread-safe. What a module left stays until the host is destroyed; the module itself stays until the process ends.
class ModuleHost
{
public:
    ModuleHost(ClearLadder &ladder, Devices &devices);

    void add(std::unique_ptr<ModelFactory> factory);
    void add(std::shared_ptr<WorkerHook> hook);
    void add(std::function<std::vector<DoctorCheck>()> checks);
    void add(std::shared_ptr<const ImageDecoder> decoder);
    void add(Benchmark benchmark);
    void keep(ClearLadder::Registration registration);
    ClearLadder &ladder();
    Devices &devices();

    /// Opens lib<name>.so beside the core library on first use (RTLD_LOCAL); later calls do nothing. `name` is
    /// "limnograph-tensors" or "limnograph-images". Io with the loader's words when it cannot be opened; a later call
    /// tries again.
    Result<void> open(const std::string &name);

    /// The factory that accepts the path, or null.
    const ModelFactory *factoryFor(const std::string &path) const;
    std::vector<std::shared_ptr<WorkerHook>> workerHooks() const;
    /// Null until the images module is open.
    std::shared_ptr<const ImageDecoder> imageDecoder() const;
    std::vector<DoctorCheck> doctorChecks() const;
    std::optional<Benchmark> benchmark(const std::string &name) const;

private:
    ClearLadder &m_ladder;
    Devices &m_devices;
    std::mutex m_openMutex; ///< one module is opened at a time; guards m_opened
    std::vector<std::string> m_opened;
    mutable std::mutex m_mutex; ///< guards everything below
    std::vector<std::unique_ptr<ModelFactory>> m_factories;
    std::vector<std::shared_ptr<WorkerHook>> m_hooks;
    std::vector<std::function<std::vector<DoctorCheck>()>> m_checks;
    std::vector<Benchmark> m_benchmarks;
    std::shared_ptr<const ImageDecoder> m_imageDecoder;
    std::vector<ClearLadder::Registration> m_registrations;
};

} // namespace limno
