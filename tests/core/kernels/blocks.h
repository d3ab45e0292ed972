// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ggmltype.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace limno::kernels::test {

inline const std::vector<GgmlType> quantizedTypes = {GgmlType::Q8_0, GgmlType::Q4_0, GgmlType::Q4_1,
                                                     GgmlType::Q5_0, GgmlType::Q5_1, GgmlType::IQ4_NL};

inline std::vector<GgmlType> allTypes()
{
    std::vector<GgmlType> types = {GgmlType::F32, GgmlType::F16, GgmlType::BF16};
    types.insert(types.end(), quantizedTypes.begin(), quantizedTypes.end());
    return types;
}

/// Bytes of `elements` weights around one in magnitude at most, whole blocks with random codes. Scales and minima are
/// ordinary numbers of either sign.
inline std::vector<std::byte> randomBlocks(GgmlType type, int64_t elements, uint32_t seed)
{
    const GgmlTypeInfo info = *ggmlTypeInfo(type);
    std::mt19937 generator(seed);
    std::vector<std::byte> bytes(static_cast<size_t>(elements / info.blockElements * info.blockBytes));
    for (std::byte &byte : bytes)
        byte = static_cast<std::byte>(generator() >> 24);
    const auto put16 = [&](size_t at, uint32_t value) {
        bytes[at] = static_cast<std::byte>(value & 255);
        bytes[at + 1] = static_cast<std::byte>(value >> 8);
    };
    for (size_t at = 0; at < bytes.size(); at += static_cast<size_t>(info.blockBytes)) {
        // Sign and mantissa random, exponent fixed: 2⁻⁷ for scales of 8 bits, 2⁻⁴ otherwise.
        const uint32_t half = (generator() & 0x83ffu) | (type == GgmlType::Q8_0 ? 8u : 11u) << 10;
        if (type == GgmlType::F32) {
            const auto bits = std::bit_cast<uint32_t>(static_cast<float>(generator() / 2147483648.0 - 1));
            put16(at, bits & 0xffff);
            put16(at + 2, bits >> 16);
        } else if (type == GgmlType::BF16) {
            put16(at, (generator() & 0x807fu) | 0x3f00u);
        } else {
            put16(at, half);
            if (type == GgmlType::Q4_1 || type == GgmlType::Q5_1)
                put16(at + 2, (generator() & 0x83ffu) | 13u << 10);
        }
    }
    return bytes;
}

} // namespace limno::kernels::test
