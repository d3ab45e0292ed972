// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// Reads "8GiB", "160 MiB", "1.5MB", "4096" into bytes: KiB, MiB, GiB, TiB are powers of 1024, KB, MB, GB, TB powers
/// of 1000, no unit or "B" means bytes. InputInvalid for anything else, for negative and for more than 2^62 bytes.
Result<int64_t> parseByteSize(std::string_view text);

/// "412.0 MiB": binary units, three to four significant digits, a point under every locale; "-3.1 KiB" for losses.
std::string formatByteSize(int64_t bytes);

} // namespace limno
