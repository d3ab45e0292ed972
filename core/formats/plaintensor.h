// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace limno {

enum class PlainType { F32, I64, U8 };

/// A tensor as bytes, row-major, without any library's type: what --dump writes and --input reads.
struct PlainTensor {
    PlainType type = PlainType::F32;
    std::vector<int64_t> shape;
    std::vector<std::byte> bytes; ///< product(shape) × element size, little endian
};

} // namespace limno
