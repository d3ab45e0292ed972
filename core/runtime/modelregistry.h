// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/ledger.h"
#include "core/runtime/runtime.h"
#include "core/runtime/sessionstore.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// A model with its switches and sessions, in the ledger as long as it lives.
class LoadedModel
{
public:
    LoadedModel(int64_t id, ModelSpec spec, std::shared_ptr<Model> model, ModelPolicy policy);

    /// Tells instances of one name apart.
    int64_t id() const { return m_id; }
    const ModelSpec &spec() const { return m_spec; }
    Model &model() { return *m_model; }
    SessionStore &sessions() { return m_sessions; }
    ModelPolicy policy() const;
    void setPolicy(ModelPolicy policy);
    Runtime::ModelView view() const;

private:
    const int64_t m_id;
    const ModelSpec m_spec; ///< what it was loaded from
    const std::shared_ptr<Model> m_model;
    SessionStore m_sessions;
    mutable std::mutex m_mutex; ///< guards m_policy
    ModelPolicy m_policy;
    Ledger::Registration m_weights;
    Ledger::Registration m_cache; ///< its reporter reads m_sessions
};

/// The error of asking for a model that is not loaded.
Error modelMissing(const std::string &name);

/// The models by name. A lease keeps a model from being freed: replace() and remove() wait for the last one, so a lease
/// is held for one stage of a request only, never while waiting for anything. Thread-safe.
class ModelRegistry
{
public:
    using Lease = std::shared_ptr<LoadedModel>;

    bool contains(const std::string &name) const;
    /// Null when no model of that name is loaded. Must not outlive the registry.
    Lease lease(const std::string &name);
    /// Puts the model in place of one of the same name, which is freed before this returns. Not with a lease in hand.
    void replace(ModelSpec spec, std::shared_ptr<Model> model, ModelPolicy policy);
    /// Frees the model; false when there is none. Not with a lease in hand.
    bool remove(const std::string &name);
    void clear();

    void dropIdleSessions();
    void evictWeights();
    std::vector<Lease> leaseAll() const;
    std::vector<Runtime::ModelView> views() const;

private:
    struct Entry {
        std::unique_ptr<LoadedModel> loaded;
        int leases = 0;
    };
    using EntryPtr = std::shared_ptr<Entry>;

    void free(EntryPtr entry);
    Lease leaseOf(const EntryPtr &entry) const;

    mutable std::mutex m_mutex; ///< guards everything below, and Entry::leases
    mutable std::condition_variable m_leaseEnded;
    std::map<std::string, EntryPtr> m_models;
    int64_t m_lastId = 0;
};

} // namespace limno
