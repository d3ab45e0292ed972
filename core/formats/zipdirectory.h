// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace limno {

struct ZipEntry {
    std::string name;
    uint64_t storedBytes = 0;
    bool isCompressed = false;
};

/// The table of contents of a zip archive, checked against the archive's size; nothing is unpacked. ModelInvalid (its
/// message without the file's name) with `reason` bad_magic, truncated, count_too_large, bad_offset or duplicate_key.
/// Specification: PKWARE APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16 and 4.5.3. Thread-safe.
Result<std::vector<ZipEntry>> readZipDirectory(std::span<const std::byte> bytes);

} // namespace limno
