// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/modelregistry.h"

#include <utility>

namespace limno {

LoadedModel::LoadedModel(int64_t id, ModelSpec spec, std::shared_ptr<Model> model, ModelPolicy policy)
    : m_id(id)
    , m_spec(std::move(spec))
    , m_model(std::move(model))
    , m_sessions(*m_model)
    , m_policy(policy)
{
    const std::string &name = m_spec.name;
    if (const int64_t bytes = m_model->info().mappedBytes; bytes > 0)
        m_weights = Ledger::instance().add(Ledger::Kind::MappedWeights, name + ": weights", [bytes] { return bytes; });
    m_cache = Ledger::instance().add(Ledger::Kind::Cache, name + ": KV cache", [this] { return m_sessions.kvBytes(); });
}

ModelPolicy LoadedModel::policy() const
{
    const std::lock_guard lock(m_mutex);
    return m_policy;
}

void LoadedModel::setPolicy(ModelPolicy policy)
{
    const std::lock_guard lock(m_mutex);
    m_policy = policy;
}

Runtime::ModelView LoadedModel::view() const
{
    Runtime::ModelView view{m_model->info(), policy(), m_model->effectiveOffload(), m_sessions.count(), m_sessions.kvBytes()};
    view.info.name = m_spec.name;
    return view;
}

Error modelMissing(const std::string &name)
{
    return {ErrorCode::ModelMissing, name + ": no model of this name is loaded"};
}

bool ModelRegistry::contains(const std::string &name) const
{
    const std::lock_guard lock(m_mutex);
    return m_models.contains(name);
}

ModelRegistry::Lease ModelRegistry::lease(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_models.find(name);
    return found == m_models.end() ? nullptr : leaseOf(found->second);
}

ModelRegistry::Lease ModelRegistry::leaseOf(const EntryPtr &entry) const
{
    ++entry->leases;
    return Lease(entry->loaded.get(), [this, entry](LoadedModel *) {
        const std::lock_guard lock(m_mutex);
        --entry->leases;
        m_leaseEnded.notify_all();
    });
}

void ModelRegistry::replace(ModelSpec spec, std::shared_ptr<Model> model, ModelPolicy policy)
{
    const std::string name = spec.name;
    auto entry = std::make_shared<Entry>();
    int64_t id = 0;
    {
        const std::lock_guard lock(m_mutex);
        id = ++m_lastId;
    }
    entry->loaded = std::make_unique<LoadedModel>(id, std::move(spec), std::move(model), policy);
    std::unique_lock lock(m_mutex);
    EntryPtr old = std::exchange(m_models[name], std::move(entry));
    lock.unlock();
    if (old)
        free(std::move(old));
}

bool ModelRegistry::remove(const std::string &name)
{
    std::unique_lock lock(m_mutex);
    auto node = m_models.extract(name);
    lock.unlock();
    if (node.empty())
        return false;
    free(std::move(node.mapped()));
    return true;
}

void ModelRegistry::clear()
{
    std::unique_lock lock(m_mutex);
    const auto models = std::exchange(m_models, {});
    lock.unlock();
    for (const auto &[name, entry] : models)
        free(entry);
}

void ModelRegistry::free(EntryPtr entry)
{
    std::unique_lock lock(m_mutex);
    m_leaseEnded.wait(lock, [&entry] { return entry->leases == 0; });
    const std::unique_ptr<LoadedModel> last = std::move(entry->loaded);
    lock.unlock(); // weights are freed without the lock
}

std::vector<ModelRegistry::Lease> ModelRegistry::leaseAll() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Lease> all;
    for (const auto &[name, entry] : m_models)
        all.push_back(leaseOf(entry));
    return all;
}

void ModelRegistry::dropIdleSessions()
{
    for (const Lease &each : leaseAll())
        each->sessions().dropIdle();
}

void ModelRegistry::evictWeights()
{
    for (const Lease &each : leaseAll())
        each->model().evictWeights();
}

std::vector<Runtime::ModelView> ModelRegistry::views() const
{
    std::vector<Runtime::ModelView> views;
    for (const Lease &each : leaseAll())
        views.push_back(each->view());
    return views;
}

} // namespace limno
