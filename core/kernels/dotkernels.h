// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The single-threaded kernels under quantmatrix.h, one set a CPU level. Included by sources compiled for one level:
/// nothing inline here, and no standard header with code in it, or that code could be linked into generic callers.
namespace limno::kernels {

constexpr int64_t activationBlock = 32; ///< elements that share a scale

/// The input of a product in 16 bits, as two int8 terms: x ≈ scale · (256 · value + fine), blocks of 32 along a row of
/// x. One term alone loses what lies in a block with an outlier, and small models then say other words than in fp32.
/// Rows of x are interleaved in groups of `group` lanes (1: not at all), so that one vector holds four consecutive values of each of them; rows that
/// a last group lacks are zero. With G = group and B = columns / 32:
struct Activations {
    int64_t group = 1;
    int8_t *values = nullptr; ///< [groups, B, 8, G, 4], aligned to 64 bytes; −127 to 127
    int8_t *fine = nullptr; ///< the same shape
    float *scales = nullptr; ///< [groups, B, G]
    float *scaledSums = nullptr; ///< [groups, B, G], scale × sum: what a type's minimum multiplies
    int32_t *sums = nullptr; ///< [groups, B, G], sum of 256 · value + fine: what a type's offset multiplies
};

struct DotJob {
    const uint8_t *rows = nullptr;
    int64_t rowBytes = 0;
    int64_t rowCount = 0;
    int64_t columns = 0;
    const float *x = nullptr; ///< [n, columns]
    int64_t n = 0;
    Activations activations; ///< of x; quantized types only
    float *y = nullptr; ///< [n, rowCount]
};

/// y[:, begin … end) of the job.
using DotRows = void (*)(const DotJob &job, int64_t begin, int64_t end);
using DequantizeRow = void (*)(const uint8_t *row, int64_t columns, float *out);

struct TypeKernels {
    DotRows dotRows;
    DequantizeRow dequantizeRow;
};

struct DotKernels {
    int64_t (*groupFor)(int64_t n); ///< the group that dotRows wants for n rows of x
    /// Blocks [begin, end) of x's blocks, counted over its n rows.
    void (*quantize)(const float *x, int64_t columns, int64_t begin, int64_t end, const Activations &out);
    TypeKernels f32, f16, bf16, q8_0, q4_0, q4_1, q5_0, q5_1, iq4_nl;
};

namespace scalar {
extern const DotKernels dotKernels;
}
namespace avx2 {
extern const DotKernels dotKernels;
}
namespace avx512 {
extern const DotKernels dotKernels;
}

} // namespace limno::kernels
