// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace limno {

/// Bytes that this process can still get without swapping: MemAvailable of /proc/meminfo, or what is left to the limit
/// of its control group where that is less. Absent when neither is known.
std::optional<int64_t> availableMemoryBytes();

} // namespace limno
