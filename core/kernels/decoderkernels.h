// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The single-threaded kernels under decoderops.h, one set a CPU level. Included by sources compiled for one level:
/// nothing inline here, and no standard header with code in it, or that code could be linked into generic callers.
namespace limno::kernels {

struct DecoderKernels {
    void (*rmsNorm)(const float *x, const float *weight, float eps, int64_t columns, float *out);
    void (*siluMultiply)(const float *gate, const float *up, int64_t count, float *out);
    void (*add)(const float *x, float *y, int64_t count);
    /// One head: x[headDim], cos and sin [headDim / 2].
    void (*ropeHalves)(float *x, const float *cos, const float *sin, int64_t headDim);
    void (*ropeInterleaved)(float *x, const float *cos, const float *sin, int64_t headDim);
    void (*storeHalf)(const float *x, int64_t count, uint16_t *out);
    /// One query's heads of one kv head over `positions` rows, stride elements apart. q: [group, headDim]; state:
    /// [group, headDim + 2]: the weighted sum of values relative to the greatest score, that score, the sum of weights.
    void (*attendF32)(const float *q, const float *k, const float *v, int64_t stride, int64_t positions, int64_t group,
                      int64_t headDim, float scale, float *state);
    void (*attendF16)(const float *q, const uint16_t *k, const uint16_t *v, int64_t stride, int64_t positions,
                      int64_t group, int64_t headDim, float scale, float *state);
};

namespace scalar {
extern const DecoderKernels decoderKernels;
}
namespace avx2 {
extern const DecoderKernels decoderKernels;
}
namespace avx512 {
extern const DecoderKernels decoderKernels;
}

} // namespace limno::kernels
