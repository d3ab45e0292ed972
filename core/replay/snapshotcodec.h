// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/memory/snapshot.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// A snapshot as a recording keeps it: JSON, deflated, behind its length in four bytes (big endian), so that
/// `json.loads(zlib.decompress(blob[4:]))` reads it in Python. Times are from `startNs`.
std::string encodeSnapshot(const MemorySnapshot &snapshot, int64_t startNs);

/// Reads what encodeSnapshot() writes. InputInvalid for bytes that are damaged, contradict themselves (blocks that do
/// not tile their segment, tags that mean nothing) or come from a newer version.
Result<MemorySnapshot> decodeSnapshot(std::string_view bytes);

} // namespace limno
