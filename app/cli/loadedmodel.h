// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/services.h"
#include "core/runtime/runtime.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limno::cli {

/// What one command line asked for, shared by all commands; a command fills in its part and says what to run.
struct Invocation {
    OutputMode mode = OutputMode::People;
    std::function<int()> action; ///< set by the command that was chosen
};

/// Looked for before anything else: the program starts anew with it.
inline constexpr const char *kQuietAllocatorOption = "--quiet-allocator";

/// Options that every command which runs a model has.
struct ModelOptions {
    std::string model = "smollm2";
    std::string device = "cpu";
    std::string dtype;
    std::string kvType;
    std::string kvCache = "on";
    std::string offload = "none";
    std::string permits = "auto";
    std::string clearSteps;
    std::string seed = "0";
    int threads = 0;
    int workers = 1;
    int queue = 256;
    double gateDeadlineSeconds = 0;
    int contextCap = 0;
    std::optional<int> snapshotPercent;
    bool wantsQuietAllocator = false; ///< obeyed by main()
    bool wantsHeapStacks = false;
    bool wantsMemorySummary = false;

    void declare(CLI::App &command);
};

/// Options of generated text; SamplingSettings knows their limits.
struct GenerationFlags {
    GenerationOptions options;

    void declare(CLI::App &command);
};

/// A process's services with the model of the options loaded, and the parts of a document that say how it ran.
class LoadedModel
{
public:
    /// Waits for the load; interruptible.
    static Result<std::unique_ptr<LoadedModel>> open(const ModelOptions &options);

    Services &services() { return *m_services; }
    Runtime &runtime() { return m_services->runtime; }
    const ModelInfo &info() const { return m_info; }
    double loadMs() const { return m_loadMs; }
    uint64_t seed() const { return m_seed; }

    /// schema, version, seed, device, configured, effective.
    Json document() const;
    /// "snapshots", how many were taken, and with --memory-summary "memorySummary": the device as it is now.
    void deviceInto(Json &document) const;
    /// Runs --clear, if asked for, into `document`.
    Result<void> clearInto(Json &document);

private:
    LoadedModel() = default;
    ModelOptions m_options;
    Json m_configured;
    Json m_effective;
    std::unique_ptr<Services> m_services;
    ModelInfo m_info;
    double m_loadMs = 0;
    uint64_t m_seed = 0;
    std::vector<ClearStep> m_clearSteps;
};

/// Any 64-bit integer, signed or not.
Result<uint64_t> parseSeed(const std::string &text);
/// "all" or "1,2,6".
Result<std::vector<ClearStep>> parseClearSteps(const std::string &text);
Json clearJson(const std::vector<ClearStepResult> &steps);
/// What LoadedModel::deviceInto() put into a document, for people; nothing when it wasn't asked for.
void printMemorySummary(const Json &document);

/// Waits for a job while signals are looked at; an interrupt cancels it.
const JobResult &waitInterruptible(const JobHandle &job);
const JobResult &waitInterruptible(JobHandle &&job) = delete; ///< the result would die with the handle

} // namespace limno::cli
