// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// Name and path of the model that needs no file and does nothing; the runtime knows it.
inline constexpr std::string_view kNullModel = "null";

struct BuiltinModel {
    std::string name; ///< "smollm2"
    std::string path; ///< where it is on this machine
    std::string title; ///< "SmolLM2 135M Instruct"
};

/// The models that come with the program, found in LIMNOGRAPH_MODELS and in share/limnograph/models beside the core
/// library's folder. Only those that are there.
std::vector<BuiltinModel> builtinModels();

/// A built-in name, or a path that exists. ModelMissing says what was looked for.
Result<std::string> resolveModel(const std::string &nameOrPath);

} // namespace limno
