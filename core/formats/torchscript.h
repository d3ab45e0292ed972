// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace limno {

/// Whether a .pt file is TorchScript: an archive with code and constants. Decided by the names of its entries alone,
/// because opening the pickles inside would run whatever they hold. ModelMissing, Io, ModelUnsupported (`no_code`: a
/// state dict or something else without code), or the failures of readZipDirectory(). Thread-safe.
Result<void> checkTorchScript(const std::string &path);

} // namespace limno
