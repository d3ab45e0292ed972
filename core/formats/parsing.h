// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// What the readers of this folder share: unaligned numbers, products that may overflow, text for messages.
namespace limno::parsing {

static_assert(std::endian::native == std::endian::little, "the readers copy little-endian numbers as they are");

/// The number at `at`, which need not be aligned. The caller has checked that its bytes exist.
template<typename T>
T load(const std::byte *at)
{
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

/// Product of non-negative numbers; nothing when it exceeds 2^63 - 1.
inline std::optional<int64_t> product(std::span<const int64_t> factors)
{
    int64_t result = 1;
    bool overflow = false;
    for (const int64_t factor : factors) {
        if (factor == 0)
            return 0;
        overflow = overflow || __builtin_mul_overflow(result, factor, &result);
    }
    return overflow ? std::nullopt : std::optional(result);
}

/// Text from a file as it can stand in a message: in quotes, cut at 64 bytes, anything but printable ASCII as \xNN.
std::string inQuotes(std::string_view text);

/// Whether a name is plain ASCII without blanks, so that it can stand in messages and JSON as it is.
inline bool isPrintable(std::string_view name)
{
    return std::all_of(name.begin(), name.end(), [](char letter) { return letter > 0x20 && letter < 0x7f; });
}

/// "[32, 64]"
std::string shapeText(std::span<const int64_t> shape);

/// A hint for a file that is not what its name says (", this looks like a web page"), empty when there is none.
std::string foreignHint(std::span<const std::byte> bytes);

/// The bytes as text, for comparisons.
inline std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace limno::parsing
