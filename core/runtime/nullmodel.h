// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/model.h"

namespace limno {

/// The built-in model `null`: echoes the words of the prompt (one token a word, at most maxTokens), computes nothing
/// and needs no library. It measures what everything around a model costs.
class NullModelFactory final : public ModelFactory
{
public:
    bool accepts(const std::string &path) const override;
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override;
};

} // namespace limno
