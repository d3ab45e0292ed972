// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/gate.h"
#include "core/runtime/jobcore.h"
#include "core/runtime/runtime.h"

#include <functional>
#include <memory>
#include <string>

namespace limno {

/// One entry of the line, whatever its kind. Lives until no stage and no line knows it any more.
struct Job {
    /// What an exclusive job does with its permit, on a worker. Returns the text of its mark.
    using Work = std::function<Result<std::string>(Job &job, int worker, JobResult &result)>;
    /// Who may end the job: the gate, then whoever claims it first, a worker or cancel().
    enum class Stage { InGate, Granted, Claimed };

    explicit Job(std::shared_ptr<JobCore> c)
        : core(std::move(c))
    {
    }

    const std::shared_ptr<JobCore> core;

    // Set before it enters the line.
    Request request; ///< requests
    Work work; ///< exclusive jobs

    // Belongs to the stage that has the job: prepare, then the gate's grant, then infer. Hand-over is through the gate.
    std::unique_ptr<Prepared> prepared;
    int64_t preparedFor = 0; ///< LoadedModel::id()
    ModelPolicy preparedPolicy;
    Permit permit;

    // Guarded by JobLine.
    Runtime::JobView view;
    int64_t ticket = 0;
    Stage stage = Stage::InGate;
};

using JobPtr = std::shared_ptr<Job>;

} // namespace limno
