// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labmodel.h"

#include <utility>

namespace limno {

namespace {

constexpr std::string_view kPrefix = "lab:";
constexpr std::string_view kFixed = ":fixed";

/// A session a request: each of them could be kept.
class LabSession final : public Session
{
public:
    LabSession(std::shared_ptr<Model> inner, std::shared_ptr<Fault> fault, std::shared_ptr<Device> device,
               std::shared_ptr<std::atomic<int64_t>> count, std::string conversation)
        : m_inner(std::move(inner))
        , m_fault(std::move(fault))
        , m_device(std::move(device))
        , m_count(std::move(count))
        , m_conversation(std::move(conversation))
    {
    }

    Outcome run(const Request &request, const Prepared &prepared, const RunContext &context) override
    {
        const int64_t number = m_count->fetch_add(1, std::memory_order_relaxed);
        std::unique_ptr<Session> session = m_inner->openSession(m_conversation);
        FaultyRun run{request, prepared, context, session, m_device.get(), number};
        return m_fault ? m_fault->run(run) : run.compute();
    }
    int64_t clearCache() override { return 0; }
    int64_t cacheBytes() const override { return 0; }

private:
    const std::shared_ptr<Model> m_inner;
    const std::shared_ptr<Fault> m_fault;
    const std::shared_ptr<Device> m_device;
    const std::shared_ptr<std::atomic<int64_t>> m_count;
    const std::string m_conversation;
};

class LabModel final : public Model
{
public:
    LabModel(const ModelSpec &spec, std::shared_ptr<Model> inner, std::shared_ptr<Fault> fault, std::shared_ptr<Device> device)
        : m_inner(std::move(inner))
        , m_fault(std::move(fault))
        , m_device(std::move(device))
        , m_info(m_inner->info())
    {
        m_info.name = spec.name;
        m_info.path = spec.path;
    }
    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &request, const ModelPolicy &policy) const override
    {
        return m_inner->prepare(request, policy);
    }
    Result<void> setOffload(Offload offload) override { return m_inner->setOffload(offload); }
    EffectiveOffload effectiveOffload() const override { return m_inner->effectiveOffload(); }
    void evictWeights() override { m_inner->evictWeights(); }
    std::unique_ptr<Session> openSession(const std::string &conversation) override
    {
        return std::make_unique<LabSession>(m_inner, m_fault, m_device, m_count, conversation);
    }

private:
    const std::shared_ptr<Model> m_inner;
    const std::shared_ptr<Fault> m_fault; ///< null in the twin; goes before the model, whose sessions it may keep
    const std::shared_ptr<Device> m_device;
    const std::shared_ptr<std::atomic<int64_t>> m_count = std::make_shared<std::atomic<int64_t>>(0);
    ModelInfo m_info;
};

} // namespace

std::string labPath(const Scenario &scenario, Variant variant)
{
    return std::string(kPrefix) + std::string(scenario.name) + (variant == Variant::Fixed ? std::string(kFixed) : std::string());
}

bool isLabPath(std::string_view path)
{
    return path.starts_with(kPrefix);
}

LabModelFactory::LabModelFactory(ModuleHost &modules, Resolve resolve)
    : m_modules(modules)
    , m_resolve(std::move(resolve))
{
}

LabModelFactory::~LabModelFactory() = default;

Result<std::shared_ptr<Model>> LabModelFactory::load(const ModelSpec &spec, const LoadContext &context) const
{
    std::string_view name = std::string_view(spec.path).substr(kPrefix.size());
    const bool isFixed = name.ends_with(kFixed);
    if (isFixed)
        name.remove_suffix(kFixed.size());
    const Result<const Scenario *> found = scenarioByName(name);
    if (!found)
        return failure(found.error());
    const Scenario &scenario = **found;

    ModelSpec inner = spec;
    inner.path = std::string(scenario.model);
    if (!inner.path.starts_with("torch:")) {
        const Result<std::string> path = m_resolve(inner.path);
        if (!path)
            return failure(path.error());
        inner.path = *path;
    } else if (isFixed) {
        inner.path += kFixed;
    }
    if (!m_modules.factoryFor(inner.path)) {
        if (const Result<void> opened = m_modules.open("limnograph-tensors"); !opened)
            return failure(opened.error());
    }
    const ModelFactory *factory = m_modules.factoryFor(inner.path);
    if (!factory)
        return failure(ErrorCode::ModelUnsupported, spec.path + ": no loader knows " + inner.path);
    auto model = factory->load(inner, context);
    if (!model)
        return failure(model.error());
    const std::shared_ptr<Fault> fault = !isFixed && scenario.makeFault ? scenario.makeFault() : nullptr;
    {
        const std::lock_guard lock(m_mutex);
        m_fault = fault;
    }
    return std::make_shared<LabModel>(spec, *std::move(model), fault, context.device);
}

int64_t LabModelFactory::keptBytes() const
{
    const std::lock_guard lock(m_mutex);
    const std::shared_ptr<Fault> fault = m_fault.lock();
    return fault ? fault->keptBytes() : 0;
}

} // namespace limno
