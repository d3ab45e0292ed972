// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace limno {

/// Storage types of GGUF tensors; the numbers are the file format's own (GGUF specification, ggml_type).
enum class GgmlType : uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q8_1 = 9,
    Q2_K = 10,
    Q3_K = 11,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    Q8_K = 15,
    IQ2_XXS = 16,
    IQ2_XS = 17,
    IQ3_XXS = 18,
    IQ1_S = 19,
    IQ4_NL = 20,
    IQ3_S = 21,
    IQ2_S = 22,
    IQ4_XS = 23,
    I8 = 24,
    I16 = 25,
    I32 = 26,
    I64 = 27,
    F64 = 28,
    IQ1_M = 29,
    BF16 = 30,
    TQ1_0 = 34,
    TQ2_0 = 35,
    MXFP4 = 39,
};

struct GgmlTypeInfo {
    std::string_view name; ///< "Q4_1"
    int64_t blockElements = 1; ///< elements a block holds; rows are whole blocks
    int64_t blockBytes = 0;
};

/// Nothing for a number that the format does not define.
std::optional<GgmlTypeInfo> ggmlTypeInfo(uint32_t number);
inline std::optional<GgmlTypeInfo> ggmlTypeInfo(GgmlType type) { return ggmlTypeInfo(static_cast<uint32_t>(type)); }

} // namespace limno
