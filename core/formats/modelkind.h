// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace limno {

enum class ModelKind { Gguf, Safetensors, ShardIndex, HfConfig, TokenizerJson, TorchScript };

/// Decided by the file's name; by its first bytes where the name says nothing, so that a model may be called anything.
/// ModelMissing, Io, or ModelUnsupported (`unknown_format`). Thread-safe.
Result<ModelKind> modelKind(const std::string &path);

} // namespace limno
