// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/memory/snapshot.h"

#include <string>

namespace limno {

/// What torch.cuda.memory._snapshot() returns, pickled: PyTorch's memory viewer and torch.cuda._memory_viz open it.
/// Protocol 4 without frames and memo. Each block's frames are its site and its owner; request marks are `user_defined`
/// entries of the trace; the one external annotation says which device it was, and that it is emulated where it is.
/// InputInvalid for a snapshot of a device whose allocator could not be looked into.
Result<std::string> snapshotPickle(const MemorySnapshot &snapshot);

} // namespace limno
