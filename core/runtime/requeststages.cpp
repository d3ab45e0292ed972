// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a request: prepare (no permit), infer (permit held), finish (no permit).
#include "core/memory/allocationtag.h"
#include "core/memory/births.h"
#include "core/memory/heapcounters.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"
#include "core/runtime/guarded.h"
#include "core/runtime/runtimeimpl.h"

#include <algorithm>
#include <utility>

namespace limno {

namespace {

PermitClass permitClassOf(Task task)
{
    switch (task) {
    case Task::Caption:
    case Task::Classify:
    case Task::Detect:
        return PermitClass::Vision;
    case Task::Imagine:
        return PermitClass::Image;
    default:
        return PermitClass::Text;
    }
}

bool isOutOfMemory(const Result<Outcome> &computed)
{
    const std::optional<Error> error = computed ? computed->error : computed.error();
    return error && error->code == ErrorCode::OutOfMemory;
}

/// Requests of one conversation share a session, so they go one after the other.
std::string serialOf(const Request &request)
{
    return request.conversation.empty() ? std::string() : request.model + '\n' + request.conversation;
}

} // namespace

JobHandle Runtime::Impl::submit(Request request)
{
    const JobPtr job = makeJob(JobKind::Request, request.model, std::string(taskName(request.task)));
    job->view.task = request.task;
    job->view.loopIndex = request.loopIndex;
    job->request = std::move(request);
    JobHandle handle(job->core);

    std::optional<Error> refusal = line.add(job);
    if (!refusal && !models.contains(job->request.model))
        refusal = modelMissing(job->request.model);
    if (refusal) {
        endWith(job, *refusal);
        return handle;
    }
    // The place in the line is taken now and kept while the request is being prepared, so that an exclusive job
    // submitted later cannot come first.
    Gate::Ticket ticket{.permitClass = permitClassOf(job->request.task),
                        .ready = false,
                        .serial = serialOf(job->request),
                        .label = job->view.label};
    if (timer)
        ticket.deadlineNs = job->view.times.submittedNs + options.gateDeadline.count() * kNsPerMs;
    enterGate(job, std::move(ticket), [this, job](int worker) { infer(job, worker); });
    if (timer)
        timer->wake();
    workers->post([this, job](int) { prepare(job); }, WorkerPool::Lane::Other);
    return handle;
}

void Runtime::Impl::prepare(const JobPtr &job)
{
    if (job->core->state() == JobState::Finished) // cancelled or late before a worker was free
        return;
    const Result<void> prepared = guarded([&]() -> Result<void> {
        const ModelRegistry::Lease model = models.lease(job->request.model);
        return model ? prepareFor(*job, *model, model->policy()) : failure(modelMissing(job->request.model));
    });
    const int64_t ticket = line.ticket(*job);
    if (!prepared) {
        gate.leave(ticket, prepared.error());
        return;
    }
    line.update(*job, [this](JobView &view) {
        view.times.queuedNs = clock.nowNs();
        view.state = JobState::Waiting;
    });
    job->core->setState(JobState::Waiting);
    if (!gate.makeReady(ticket))
        job->prepared.reset(); // ended meanwhile
}

Result<void> Runtime::Impl::prepareFor(Job &job, LoadedModel &model, const ModelPolicy &policy)
{
    const Request &request = job.request;
    const ModelInfo &info = model.model().info();
    if (std::find(info.tasks.begin(), info.tasks.end(), request.task) == info.tasks.end())
        return failure(ErrorCode::InputInvalid, request.model + ": cannot do " + std::string(taskName(request.task)));
    Result<std::unique_ptr<Prepared>> prepared = model.model().prepare(request, policy);
    if (!prepared)
        return failure(prepared.error());
    job.prepared = std::move(*prepared);
    job.preparedFor = model.id();
    job.preparedPolicy = policy;
    return {};
}

void Runtime::Impl::infer(const JobPtr &job, int worker)
{
    start(*job, worker);
    const std::string name = "request " + std::to_string(job->core->id());
    modules.devices().current()->mark(name + " begins: " + std::string(taskName(job->request.task)) + ", " + job->request.model);
    RequestMemory memory;
    memory.before = reader.read(ReadDepth::Counters);
    peaks.begin(job->core->id());
    const uint32_t birth = births().begin(job->core->id());
    const auto heapBefore = threadHeapBytes();
    Result<Outcome> computed = guarded([&] {
        const BirthScope scope(birth);
        return compute(*job);
    });
    job->prepared.reset();
    modules.devices().current()->mark(name + " ends");
    if (isOutOfMemory(computed))
        modules.devices().current()->emptyCache(); // its segments would stand in the next request's way
    memory.peakHostTensors = peaks.end(job->core->id());
    if (const auto heapAfter = threadHeapBytes(); heapBefore && heapAfter)
        memory.heapKeptBytes = *heapAfter - *heapBefore;
    memory.survivorBytes = births().bytes(birth);
    births().end(birth);
    memory.after = reader.read(ReadDepth::Request);
    job->permit.release();

    const auto before = memory.before.value(Metric::HostTensors);
    const auto after = memory.after.value(Metric::HostTensors);
    if (before && after)
        memory.keptBytes = *after - *before;
    JobResult result = computed ? JobResult{std::move(*computed), {}, {}} : resultOf(computed.error());
    if (result.outcome.kind == OutcomeKind::Failed && !result.outcome.error)
        result.outcome.error = Error{ErrorCode::Internal, job->request.model + ": failed without a reason"};
    memory.weightBytesCopied = result.outcome.memory.weightBytesCopied;
    result.outcome.memory = std::move(memory);
    end(job, std::move(result));
}

Result<Outcome> Runtime::Impl::compute(Job &job)
{
    if (isCancelled(job))
        return failure(ErrorCode::Cancelled, "cancelled before it began");
    const ModelRegistry::Lease model = models.lease(job.request.model);
    if (!model)
        return failure(modelMissing(job.request.model));
    // An exclusive job ahead in the line may have replaced the model or changed its switches since.
    const ModelPolicy policy = model->policy();
    if (job.preparedFor != model->id() || job.preparedPolicy != policy) {
        if (Result<void> again = prepareFor(job, *model, policy); !again)
            return failure(again.error());
    }
    const std::shared_ptr<Device> device = modules.devices().current();
    EmulatedCard *card = device->emulatedCard();
    std::optional<ComputeSlot> slot;
    if (card)
        slot.emplace(card->computeSlots());
    const DeviceScope scope(card);
    SessionStore::Use use = model->sessions().take(job.request.conversation);
    Outcome outcome = use.session().run(job.request, *job.prepared, runContext(job, policy, use));
    use.keep();
    return outcome;
}

RunContext Runtime::Impl::runContext(Job &job, const ModelPolicy &policy, SessionStore::Use &use)
{
    const auto stamp = [this, &job, &use](std::optional<int64_t> RequestTimes::*stage) {
        use.report();
        line.update(job, [&](JobView &view) {
            if (!(view.times.*stage))
                view.times.*stage = clock.nowNs();
        });
    };
    RunContext context;
    context.cancel = job.core->cancelToken();
    context.policy = policy;
    context.onText = [&job, &use](std::string_view text) {
        use.report();
        job.core->addText(text);
    };
    context.onProgress = [this, &job](double fraction) {
        line.update(job, [fraction](JobView &view) { view.progress = fraction; });
        job.core->setProgress(fraction);
    };
    context.onPrefilled = [stamp] { stamp(&RequestTimes::prefilledNs); };
    context.onFirstToken = [stamp] { stamp(&RequestTimes::firstTokenNs); };
    return context;
}

} // namespace limno
