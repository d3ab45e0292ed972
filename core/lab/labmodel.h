// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/scenario.h"
#include "core/runtime/modulehost.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace limno {

enum class Variant { Faulty, Fixed };

/// "lab:history-grows", "lab:history-grows:fixed": under which a scenario's model is loaded.
std::string labPath(const Scenario &scenario, Variant variant);
bool isLabPath(std::string_view path);

/// Loads a scenario's model with its fault around it, for window and command line alike.
class LabModelFactory final : public ModelFactory
{
public:
    /// Finds the file of a built-in model: ModelMissing.
    using Resolve = std::function<Result<std::string>(const std::string &name)>;

    /// `modules` lives longer.
    LabModelFactory(ModuleHost &modules, Resolve resolve);
    ~LabModelFactory() override;

    bool accepts(const std::string &path) const override { return isLabPath(path); }
    /// InputInvalid for a name that no scenario has, else what the model's own factory says.
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override;

    /// What the fault of the latest load has kept so far; 0 for a twin.
    int64_t keptBytes() const;

private:
    ModuleHost &m_modules;
    const Resolve m_resolve;
    mutable std::mutex m_mutex; ///< guards m_fault
    mutable std::weak_ptr<Fault> m_fault;
};

} // namespace limno
