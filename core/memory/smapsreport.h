// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// What the pages of a process belong to. Shared covers memory files and System V segments: the emulated card is there.
enum class MappingClass : uint8_t { Heap, Stack, Anonymous, File, Shared, Kernel };

/// "heap", "stack", "anonymous", "file", "shmem", "kernel".
std::string_view mappingClassName(MappingClass mappingClass);

/// The mappings of a process by what they are; files one by one. Bytes.
struct SmapsReport {
    struct Row {
        MappingClass mappingClass = MappingClass::Anonymous;
        std::string name; ///< the file's path, without "(deleted)"; empty for the classes that have no files
        int64_t count = 0; ///< mappings
        int64_t sizeBytes = 0; ///< of address space
        int64_t rssBytes = 0;
        int64_t pssBytes = 0; ///< resident, pages shared with other processes counted in parts
        int64_t privateDirtyBytes = 0; ///< what would be free if the process ended
        int64_t swapBytes = 0;
    };

    std::vector<Row> rows; ///< the most resident first
    Row total() const;
};

/// Sums up the text of /proc/PID/smaps (man 5 proc). InputInvalid names the line that is none of it.
Result<SmapsReport> parseSmaps(std::string_view text);
/// Of a process, from its smaps file. The kernel walks all page tables for it: 30 to 120 ms at 1 to 2 GB, so only on
/// demand. Io where the file can't be read.
Result<SmapsReport> readSmaps(const std::string &path = "/proc/self/smaps");

} // namespace limno
