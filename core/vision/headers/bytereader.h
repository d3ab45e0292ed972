// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace limno {

/// Numbers of a file in memory. Whoever reads one asks has() before; past the end there are zeros and never a fault.
class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, std::endian order)
        : m_bytes(bytes)
        , m_order(order)
    {
    }

    uint64_t size() const { return m_bytes.size(); }
    /// Whether `count` bytes lie at `at`, whatever a file says these are.
    bool has(uint64_t at, uint64_t count) const { return at <= size() && count <= size() - at; }
    uint8_t u8(uint64_t at) const { return has(at, 1) ? std::to_integer<uint8_t>(m_bytes[at]) : uint8_t(0); }
    uint16_t u16(uint64_t at) const { return static_cast<uint16_t>(number(at, 2)); }
    uint32_t u24(uint64_t at) const { return number(at, 3); }
    uint32_t u32(uint64_t at) const { return number(at, 4); }
    std::span<const std::byte> part(uint64_t at, uint64_t count) const
    {
        return has(at, count) ? m_bytes.subspan(at, count) : std::span<const std::byte>();
    }
    std::string_view text(uint64_t at, uint64_t count) const
    {
        const auto found = part(at, count);
        return {reinterpret_cast<const char *>(found.data()), found.size()};
    }

private:
    uint32_t number(uint64_t at, unsigned count) const
    {
        uint32_t value = 0;
        for (unsigned i = 0; i < count; ++i)
            value = value << 8 | u8(m_order == std::endian::big ? at + i : at + count - 1 - i);
        return value;
    }

    std::span<const std::byte> m_bytes;
    std::endian m_order;
};

/// "MESSAGE; the file ends at byte N".
inline tl::unexpected<Error> cutShort(const ByteReader &reader, const std::string &message)
{
    return failure(ErrorCode::InputInvalid, message + "; the file ends at byte " + std::to_string(reader.size()), "truncated");
}

inline tl::unexpected<Error> corrupt(std::string message)
{
    return failure(ErrorCode::InputInvalid, std::move(message), "corrupt");
}

inline tl::unexpected<Error> unsupported(std::string message)
{
    return failure(ErrorCode::InputInvalid, std::move(message), "unsupported");
}

} // namespace limno
