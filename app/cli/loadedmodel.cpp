// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/loadedmodel.h"

#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "core/io/builtinmodels.h"
#include "core/memory/heapprofile.h"
#include "core/memory/memorysummary.h"
#include "core/memory/quietallocator.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <thread>

namespace limno::cli {

namespace {

constexpr auto kSignalPoll = std::chrono::milliseconds(50);

/// "off", "auto", "2", "text=8,vision=3": permits for text models.
Result<int> parseTextPermits(const std::string &text, int workers)
{
    if (text == "off")
        return kUnlimitedPermits;
    if (text == "auto")
        return workers;
    std::string value = text;
    if (const size_t at = text.find("text="); at != std::string::npos)
        value = text.substr(at + 5, text.find(',', at) - at - 5);
    else if (text.find('=') != std::string::npos)
        return workers;
    int permits = 0;
    const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), permits);
    if (status != std::errc() || end != value.data() + value.size() || permits < 1)
        return failure(ErrorCode::InputInvalid, "--permits: \"" + text + "\" is not off, auto, a number from 1 or text=N");
    return permits;
}

Result<ComputeType> parseComputeType(const std::string &text)
{
    if (text.empty())
        return ComputeType::Native;
    if (text == "fp32")
        return ComputeType::Fp32;
    return text == "bf16" ? ComputeType::Bf16 : ComputeType::Fp16;
}

} // namespace

void ModelOptions::declare(CLI::App &command)
{
    command.add_option("--model", model, "GGUF file or a built-in name (limnograph-cli models list)")->capture_default_str();
    command.add_option("--device", device, "cpu, emulated:SIZE[,context=SIZE][,slots=N][,copy=SIZE/s] or cuda:N")->capture_default_str();
    command.add_option("--dtype", dtype, "Compute type; on GGUF, fp32 dequantizes")->check(CLI::IsMember({"fp32", "bf16", "fp16"}));
    command.add_option("--kv-type", kvType, "Storage of keys and values")->check(CLI::IsMember({"f16", "f32", "q8_0"}));
    command.add_option("--kv-cache", kvCache, "Keep keys and values")->check(CLI::IsMember({"on", "off"}))->capture_default_str();
    command.add_option("--offload", offload, "Where weights wait")->check(CLI::IsMember({"none", "model", "layer"}))->capture_default_str();
    command.add_option("--threads", threads, "Intra-op threads of a worker (0: cores / workers)")->check(wholeNumber(0, 1024));
    command.add_option("--workers", workers, "Worker loops")->check(wholeNumber(1, 256))->capture_default_str();
    command.add_option("--permits", permits, "Requests that may compute at once: off, auto, N or text=N")->capture_default_str();
    command.add_option("--queue", queue, "Requests that may wait; more are refused")->check(wholeNumber(1, 1'000'000))->capture_default_str();
    command.add_option("--gate-deadline", gateDeadlineSeconds, "Longest wait for a permit in seconds (0: none)")->check(realNumber(0, 1e9));
    command.add_option("--context-cap", contextCap, "Most tokens of prompt and reply (0: the model's own)")->check(wholeNumber(0, 1 << 30));
    command.add_option("--seed", seed, "Any 64-bit integer")->capture_default_str();
    command.add_option("--snapshot-at", snapshotPercent, "Take a snapshot when more than so many percent of the device are in use (default 90)")->check(wholeNumber(1, 100));
    command.add_flag(kQuietAllocatorOption, wantsQuietAllocator, "Start with one heap arena, fixed thresholds and no huge pages, so that curves are still");
    command.add_flag("--heap-stacks", wantsHeapStacks, "Snapshots name the places in the program that hold the heap (sampled call stacks)");
    command.add_flag("--memory-summary", wantsMemorySummary, "Print the device allocator's table after the run");
    command.add_option("--clear", clearSteps, "Clear caches before ending: all or steps as 1,2,6");
}

void GenerationFlags::declare(CLI::App &command)
{
    command.add_option("--max-tokens", options.maxTokens, "Most new tokens (default 256)")->check(wholeNumber(0, 1 << 24));
    command.add_option("--min-tokens", options.minTokens, "No end before so many new tokens")->check(wholeNumber(0, 1 << 24));
    command.add_option("--temperature", options.temperature, "0 = greedy")->check(anyNumber());
    command.add_option("--top-k", options.topK, "Best tokens drawn from (0: all)")->check(wholeNumber(0, 1 << 30));
    command.add_option("--top-p", options.topP, "Probability mass drawn from")->check(anyNumber());
    command.add_option("--min-p", options.minP, "Least share of the best token's probability")->check(anyNumber());
    command.add_option("--repetition-penalty", options.repetitionPenalty, "Above 1 discourages what was said")->check(anyNumber());
    command.add_option("--presence-penalty", options.presencePenalty, "Taken off once for each token that was said")->check(anyNumber());
    command.add_option("--frequency-penalty", options.frequencyPenalty, "Taken off for each time it was said")->check(anyNumber());
    command.add_option("--stop", options.stop, "Text that ends the reply (repeatable)")->take_all()->expected(1);
    command.add_flag("--ignore-eos", options.ignoreEos, "Go on to --max-tokens");
}

Result<uint64_t> parseSeed(const std::string &text)
{
    const char *end = text.data() + text.size();
    if (text.starts_with('-')) {
        int64_t value = 0;
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc() && stop == end)
            return static_cast<uint64_t>(value);
    } else {
        uint64_t value = 0;
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc() && stop == end)
            return value;
    }
    return failure(ErrorCode::InputInvalid, "--seed: \"" + text + "\" is not a 64-bit integer");
}

Result<std::vector<ClearStep>> parseClearSteps(const std::string &text)
{
    std::vector<ClearStep> steps;
    for (const std::string &part : CLI::detail::split(text, ',')) {
        if (part == "all") {
            const std::vector<ClearStep> all = ClearLadder::all();
            steps.insert(steps.end(), all.begin(), all.end());
            continue;
        }
        int step = 0;
        const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), step);
        if (status != std::errc() || end != part.data() + part.size() || step < 1 || step > 10)
            return failure(ErrorCode::InputInvalid, "--clear: \"" + part + "\" is not all or a step from 1 to 10");
        steps.push_back(static_cast<ClearStep>(step));
    }
    return steps;
}

Json clearJson(const std::vector<ClearStepResult> &steps)
{
    Json list = Json::array();
    for (const ClearStepResult &step : steps) {
        Json curves = Json::object();
        for (const auto &[metric, bytes] : step.curves)
            curves[std::string(metricInfo(metric).name)] = bytes;
        Json row{{"step", static_cast<int>(step.step)}, {"name", clearStepInfo(step.step).name}, {"bytes", step.bytes}, {"curves", std::move(curves)}};
        if (!step.note.empty())
            row["note"] = step.note;
        list.push_back(std::move(row));
    }
    return list;
}

void printMemorySummary(const Json &document)
{
    if (const auto summary = document.find("memorySummary"); summary != document.end())
        std::cout << summary->get<std::string>();
}

const JobResult &waitInterruptible(const JobHandle &job)
{
    while (!job.waitForFinished(kSignalPoll)) {
        if (interruptCode() != 0) {
            job.cancel();
            break;
        }
    }
    return job.wait();
}

Result<std::unique_ptr<LoadedModel>> LoadedModel::open(const ModelOptions &options)
{
    const auto device = parseDeviceSpec(options.device);
    if (!device)
        return failure(device.error().code, "--device: " + device.error().message);
    const auto seed = parseSeed(options.seed);
    if (!seed)
        return failure(seed.error());
    const auto permits = parseTextPermits(options.permits, options.workers);
    if (!permits)
        return failure(permits.error());
    const auto computeType = parseComputeType(options.dtype);
    const auto path = isLabPath(options.model) ? Result<std::string>(options.model) : resolveModel(options.model);
    if (!path)
        return failure(path.error());

    auto loaded = std::unique_ptr<LoadedModel>(new LoadedModel);
    loaded->m_options = options;
    loaded->m_seed = *seed;
    if (!options.clearSteps.empty()) {
        auto steps = parseClearSteps(options.clearSteps);
        if (!steps)
            return failure(steps.error());
        loaded->m_clearSteps = *std::move(steps);
    }
    Runtime::Options runtimeOptions;
    runtimeOptions.workers = options.workers;
    runtimeOptions.intraOpThreads = options.threads;
    runtimeOptions.textPermits = *permits;
    runtimeOptions.queueLimit = options.queue;
    runtimeOptions.gateDeadline = std::chrono::milliseconds(static_cast<int64_t>(options.gateDeadlineSeconds * 1000));
    loaded->m_services = std::make_unique<Services>(runtimeOptions);

    if (options.wantsHeapStacks && !HeapProfile::start())
        return failure(ErrorCode::InputInvalid, "--heap-stacks: malloc is not counted in this build (sanitizers)");
    if (options.snapshotPercent)
        loaded->m_services->snapshots.setThreshold(options.snapshotPercent);
    if (device->kind != DeviceSpec::Kind::Cpu)
        loaded->m_services->sampler.start(); // it watches for a device that fills up, which loading can do too

    const JobHandle choosing = loaded->runtime().setDevice(*device);
    if (const JobResult &chosen = waitInterruptible(choosing); chosen.outcome.error)
        return failure(chosen.outcome.error->code, "--device: " + chosen.outcome.error->message);

    ModelPolicy policy;
    policy.kvCache = options.kvCache == "on" ? Toggle::On : Toggle::Off;
    policy.contextCap = options.contextCap;
    policy.offload = *offloadByName(options.offload);
    ModelSpec spec;
    spec.name = options.model;
    spec.path = *path;
    spec.computeType = *computeType;
    if (!options.kvType.empty())
        spec.kvType = options.kvType == "f16" ? KvType::F16 : options.kvType == "f32" ? KvType::F32 : KvType::Q8_0;
    const int64_t start = Clock::steady().nowNs();
    const JobHandle loading = loaded->runtime().load(spec, policy);
    const JobResult &result = waitInterruptible(loading);
    if (result.outcome.kind == OutcomeKind::Cancelled)
        return failure(ErrorCode::Cancelled, "interrupted while loading");
    if (result.outcome.error)
        return failure(*result.outcome.error);
    loaded->m_loadMs = static_cast<double>(Clock::steady().nowNs() - start) / kNsPerMs;
    loaded->m_info = *result.model;

    const Runtime::Snapshot snapshot = loaded->runtime().snapshot();
    loaded->m_configured = {{"threads", options.threads}, {"workers", options.workers}, {"permits", options.permits},
                            {"kvCache", options.kvCache}, {"kvType", options.kvType.empty() ? "auto" : options.kvType},
                            {"dtype", options.dtype.empty() ? "native" : options.dtype}, {"offload", options.offload},
                            {"contextCap", options.contextCap}, {"allocator", isAllocatorQuiet() ? "quiet" : "default"}};
    Json reasons = Json::object();
    const Json permitsEffective = *permits == kUnlimitedPermits ? Json("off") : Json(*permits);
    if (options.threads == 0)
        reasons["threads"] = "cores divided by workers";
    if (options.permits == "auto")
        reasons["permits"] = "one a worker; not calibrated";
    const EffectiveOffload offload = snapshot.models.empty() ? EffectiveOffload{} : snapshot.models.front().offload;
    if (!offload.reason.empty())
        reasons["offload"] = offload.reason;
    if (options.kvType.empty())
        reasons["kvType"] = "follows the compute type";
    if (options.contextCap == 0 || options.contextCap > loaded->m_info.contextLength)
        reasons["contextCap"] = "the model's own context";
    const int64_t context = options.contextCap > 0 ? std::min<int64_t>(options.contextCap, loaded->m_info.contextLength)
                                                   : loaded->m_info.contextLength;
    loaded->m_effective = {{"threads", snapshot.intraOpThreads}, {"workers", snapshot.workers}, {"permits", permitsEffective},
                           {"kvCache", options.kvCache},
                           {"kvType", !options.kvType.empty() ? options.kvType : options.dtype == "fp32" ? "f32" : "f16"},
                           {"dtype", loaded->m_info.computeType}, {"offload", offloadName(offload.offload)}, {"contextCap", context},
                           {"allocator", isAllocatorQuiet() ? "quiet" : "default"}};
    if (!reasons.empty())
        loaded->m_effective["reason"] = std::move(reasons);
    return loaded;
}

Json LoadedModel::document() const
{
    Json document = newDocument();
    document["seed"] = m_options.seed.starts_with('-') ? Json(static_cast<int64_t>(m_seed)) : Json(m_seed);
    document["device"] = m_options.device;
    document["deviceEmulated"] = m_services->devices.current()->isEmulated();
    document["model"] = {{"name", m_info.name}, {"path", m_info.path}, {"bytes", m_info.fileBytes}};
    document["configured"] = m_configured;
    document["effective"] = m_effective;
    return document;
}

void LoadedModel::deviceInto(Json &document) const
{
    document["snapshots"] = m_services->snapshots.takenCount();
    if (!m_options.wantsMemorySummary)
        return;
    const std::shared_ptr<Device> device = m_services->devices.current();
    const std::optional<DeviceStats> stats = device->stats();
    document["memorySummary"] = stats ? memorySummary(*stats, device->name())
                                      : device->name() + ": tensors live in host memory, there is no device allocator to sum up\n";
}

Result<void> LoadedModel::clearInto(Json &document)
{
    if (m_clearSteps.empty())
        return {};
    const JobHandle clearing = runtime().clear(m_clearSteps);
    const JobResult &result = clearing.wait();
    if (result.outcome.error)
        return failure(*result.outcome.error);
    document["clear"] = clearJson(result.clearSteps);
    return {};
}

} // namespace limno::cli
