// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace limno {

/// What the C library's heap says of itself, arena by arena: memory that follows threads shows here. Bytes.
struct HeapReport {
    struct Arena {
        int number = 0; ///< 0 is the main arena, which grows by brk
        int64_t systemBytes = 0; ///< taken from the system
        int64_t fastFreeBytes = 0; ///< free in fast bins, which are not merged
        int64_t restFreeBytes = 0; ///< free in all other bins and at the arena's end
        int64_t freeBytes() const { return fastFreeBytes + restFreeBytes; }
        /// Also counts what threads keep in caches of their own.
        int64_t inUseBytes() const { return systemBytes - freeBytes(); }
    };

    std::vector<Arena> arenas;
    int64_t mappedBytes = 0; ///< large blocks, each a mapping of its own
    int64_t mappedCount = 0;

    Arena total() const; ///< of all arenas
};

/// Reads the XML that malloc_info(3) writes. InputInvalid where it is something else.
Result<HeapReport> parseHeapReport(std::string_view xml);
/// Of this process; takes the lock of one arena after the other and walks its free lists. Internal where the C library
/// has no such report.
Result<HeapReport> readHeapReport();

} // namespace limno
