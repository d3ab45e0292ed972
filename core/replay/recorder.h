// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/sampler.h"
#include "core/memory/snapshotstore.h"
#include "core/replay/recording.h"
#include "core/runtime/runtime.h"

#include <memory>
#include <string>

namespace limno {

/// Everything that happens in the program, into a recording, from construction to destruction: samples, finished
/// requests, marks, the models that are loaded, every switch that changes (seen at the next mark), and snapshots.
/// Thread-safe.
class Recorder
{
public:
    /// Starts recording; samples come from `sampler`, requests and marks from `runtime`.
    static Result<std::unique_ptr<Recorder>> start(const std::string &path, Runtime &runtime, Sampler &sampler,
                                                   RecordInputs inputs = RecordInputs::Whole);
    ~Recorder();
    /// The snapshots that `store` takes from now on go into the recording too; `store` lives longer. Once.
    void recordSnapshots(SnapshotStore &store);
    /// Adds to what the file says about itself: "device", "deviceEmulated", "library.libtorch".
    void addMeta(const std::string &key, const std::string &value);
    /// Stops listening and closes the file. Not from a listener of sampler or snapshots, or an observer of the runtime.
    Result<void> stop();
    const std::string &path() const;
    bool isCut() const;

private:
    struct Impl;
    explicit Recorder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
