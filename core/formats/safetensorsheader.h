// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// The JSON part of a safetensors file, as it stands there: nothing is compared with the data part yet.
struct SafetensorsHeader {
    struct Entry {
        std::string name;
        std::string dtype;
        std::vector<int64_t> shape; ///< no dimension is negative
        uint64_t begin = 0; ///< from the start of the data part
        uint64_t end = 0;
    };
    std::vector<Entry> entries; ///< in the order of the file
    std::map<std::string, std::string> metadata;
};

/// Reads the header in one pass without building a JSON tree, so that memory stays near the header's size.
/// ModelInvalid (its message without the file's name) with `reason` bad_json, duplicate_key, size_overflow or
/// bad_offsets. Thread-safe.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json);

} // namespace limno
