// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace limno {

/// The C library's allocator without what makes memory jump: one arena, no thresholds that adapt, no huge pages (2 MiB
/// pages hide leaks of 16 KiB). Only a process that starts so has it.
///
/// True when this process was started so.
bool isAllocatorQuiet();

/// Prepares the environment, so that programs started from here have it.
Result<void> quietChildren();

/// Starts this very program anew with it, in the same process and with the same arguments: returns only when that fails
/// (Io).
Result<void> restartQuietly();

} // namespace limno
