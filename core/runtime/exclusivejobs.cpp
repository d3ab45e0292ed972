// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that run while nobody else holds a permit: load, unload, clear, policy.
#include "core/base/bytesize.h"
#include "core/runtime/guarded.h"
#include "core/runtime/runtimeimpl.h"

#include <filesystem>
#include <utility>

namespace limno {

namespace {

constexpr const char *kTensorsModule = "limnograph-tensors";

std::string markKind(JobKind kind)
{
    switch (kind) {
    case JobKind::Load:
        return "load";
    case JobKind::Unload:
        return "unload";
    case JobKind::Clear:
        return "clear";
    default:
        return "toggle";
    }
}

std::string stepNumbers(const std::vector<ClearStep> &steps)
{
    std::string numbers;
    for (const ClearStep step : steps)
        numbers += (numbers.empty() ? "" : ",") + std::to_string(static_cast<int>(step));
    return numbers;
}

} // namespace

JobHandle Runtime::load(ModelSpec spec, ModelPolicy policy)
{
    const std::string name = spec.name;
    return m_impl->exclusive(JobKind::Load, name, "load " + name,
                             [impl = m_impl.get(), spec = std::move(spec), policy](Job &job, int worker, JobResult &result) {
                                 return impl->load(spec, policy, job, worker, result);
                             });
}

JobHandle Runtime::unload(std::string model)
{
    return m_impl->exclusive(JobKind::Unload, model, "unload " + model,
                             [impl = m_impl.get(), model](Job &, int, JobResult &) { return impl->unload(model); });
}

JobHandle Runtime::clear(std::vector<ClearStep> steps)
{
    std::string label = "clear " + stepNumbers(steps);
    return m_impl->exclusive(JobKind::Clear, {}, std::move(label),
                             [impl = m_impl.get(), steps = std::move(steps)](Job &, int, JobResult &result) {
                                 return impl->clear(steps, result);
                             });
}

JobHandle Runtime::setPolicy(std::string model, ModelPolicy policy)
{
    return m_impl->exclusive(
        JobKind::Policy, model, "policy " + model,
        [impl = m_impl.get(), model, policy](Job &, int, JobResult &) { return impl->setPolicy(model, policy); });
}

JobHandle Runtime::setDevice(DeviceSpec device)
{
    return m_impl->exclusive(JobKind::Device, {}, "device " + deviceSpecText(device),
                             [impl = m_impl.get(), device](Job &job, int worker, JobResult &result) {
                                 return impl->setDevice(device, job, worker, result);
                             });
}

JobHandle Runtime::Impl::exclusive(JobKind kind, std::string model, std::string label, Job::Work work)
{
    const JobPtr job = makeJob(kind, std::move(model), std::move(label));
    job->work = std::move(work);
    job->view.state = JobState::Waiting;
    job->view.times.queuedNs = job->view.times.submittedNs;
    job->core->setState(JobState::Waiting);
    JobHandle handle(job->core);
    if (const std::optional<Error> refusal = line.add(job)) {
        endWith(job, *refusal);
        return handle;
    }
    enterGate(job, {.exclusive = true, .label = job->view.label},
              [this, job](int worker) { runExclusive(job, worker); });
    return handle;
}

void Runtime::Impl::runExclusive(const JobPtr &job, int worker)
{
    start(*job, worker);
    JobResult result;
    const Result<std::string> text = guarded([&]() -> Result<std::string> {
        if (isCancelled(*job))
            return failure(ErrorCode::Cancelled, "cancelled before it began");
        return job->work(*job, worker, result);
    });
    const int64_t doneNs = clock.nowNs();
    job->permit.release();
    if (text) {
        result.outcome.kind = OutcomeKind::Ok;
        observers.tellMark(doneNs, markKind(job->core->kind()), *text);
    } else {
        result = resultOf(text.error());
    }
    end(job, std::move(result));
}

Result<std::string> Runtime::Impl::load(const ModelSpec &spec, const ModelPolicy &policy, Job &job, int worker, JobResult &result)
{
    if (spec.name.empty())
        return failure(ErrorCode::InputInvalid, spec.path + ": a model needs a name");
    const Result<const ModelFactory *> factory = factoryFor(spec.path, worker);
    if (!factory)
        return failure(factory.error());
    const auto onProgress = [this, &job](double fraction) {
        line.update(job, [fraction](JobView &view) { view.progress = fraction; });
        job.core->setProgress(fraction);
    };
    const LoadContext context{job.core->cancelToken(), onProgress, modules.devices().current(), policy.offload};
    Result<std::shared_ptr<Model>> model = (*factory)->load(spec, context);
    if (!model)
        return failure(model.error());
    result.model = (*model)->info();
    models.replace(spec, std::move(*model), policy);
    return spec.name + ": " + spec.path;
}

Result<const ModelFactory *> Runtime::Impl::factoryFor(const std::string &path, int worker)
{
    if (const ModelFactory *known = modules.factoryFor(path))
        return known;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return failure(ErrorCode::ModelMissing, path + ": no such file or folder");
    if (const Result<void> opened = modules.open(kTensorsModule); !opened)
        return failure(opened.error());
    workers->enterHooks(worker);
    if (const ModelFactory *fresh = modules.factoryFor(path))
        return fresh;
    return failure(ErrorCode::ModelUnsupported, path + ": no loader knows this kind of file");
}

Result<std::string> Runtime::Impl::unload(const std::string &name)
{
    if (!models.remove(name))
        return failure(modelMissing(name));
    return name;
}

Result<std::string> Runtime::Impl::setDevice(const DeviceSpec &device, Job &job, int worker, JobResult &result)
{
    Devices &devices = modules.devices();
    if (device == devices.current()->spec())
        return deviceLabel(device);
    if (device.kind == DeviceSpec::Kind::Cuda) {
        if (const Result<void> opened = modules.open(kTensorsModule); !opened)
            return failure(opened.error());
    }
    std::vector<std::pair<ModelSpec, ModelPolicy>> loaded;
    for (const ModelRegistry::Lease &model : models.leaseAll())
        loaded.emplace_back(model->spec(), model->policy());
    if (const Result<void> selected = devices.select(device); !selected)
        return failure(selected.error());
    models.clear();
    std::optional<Error> error;
    for (const auto &[spec, policy] : loaded) {
        if (const Result<std::string> again = load(spec, policy, job, worker, result); !again && !error)
            error = Error{again.error().code, "the device is " + deviceLabel(device) + " now, but " + spec.name
                              + " could not be loaded there: " + again.error().message};
    }
    if (error)
        return failure(*error);
    return deviceLabel(device);
}

Result<std::string> Runtime::Impl::clear(const std::vector<ClearStep> &steps, JobResult &result)
{
    result.clearSteps = modules.ladder().run(steps);
    int64_t bytes = 0;
    for (const ClearStepResult &step : result.clearSteps)
        bytes += step.bytes;
    return stepNumbers(steps) + ": " + formatByteSize(bytes);
}

Result<std::string> Runtime::Impl::setPolicy(const std::string &name, const ModelPolicy &policy)
{
    const ModelRegistry::Lease model = models.lease(name);
    if (!model)
        return failure(modelMissing(name));
    if (policy.offload != model->policy().offload) {
        if (const Result<void> moved = model->model().setOffload(policy.offload); !moved)
            return failure(moved.error());
    }
    model->setPolicy(policy);
    std::string text = name + ": KV cache " + (policy.kvCache == Toggle::On ? "on" : "off");
    if (policy.contextCap > 0)
        text += ", context capped at " + std::to_string(policy.contextCap) + " tokens";
    const EffectiveOffload offload = model->model().effectiveOffload();
    text += ", offload " + std::string(offloadName(offload.offload));
    if (!offload.reason.empty())
        text += " (" + std::string(offloadName(policy.offload)) + " asked for: " + offload.reason + ")";
    return text;
}

} // namespace limno
