// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/dotkernels.h"
#include "core/kernels/vecscalar.h"

namespace limno::kernels::scalar {
namespace {

float half(const uint8_t *p)
{
    return weightsF16(p);
}

/// Sixteen bytes hold 32 codes: first all low halves, then all high ones.
int nibble(const uint8_t *packed, int i)
{
    return i < 16 ? packed[i] & 15 : packed[i - 16] >> 4;
}

/// Bit i of four bytes, as bit 4.
int fifthBit(const uint8_t *packed, int i)
{
    return (packed[i / 8] >> i % 8 & 1) << 4;
}

#include "core/kernels/blockformats.inc"
#include "core/kernels/floatweights.inc"

int64_t groupFor(int64_t)
{
    return 1;
}

/// A step of `value` is the greatest magnitude / 127, one of `fine` a 256th of it, both rounded to nearest even. A NaN makes the scale NaN, so that it is not lost;
/// magnitudes whose reciprocal could overflow count as zero. Every level computes the same integers.
void quantize(const float *x, int64_t, int64_t begin, int64_t end, const Activations &out)
{
    for (int64_t block = begin; block < end; ++block) {
        const float *in = x + block * activationBlock;
        float greatestMagnitude = 0;
        bool isNan = false;
        for (int i = 0; i < activationBlock; ++i) {
            greatestMagnitude = max(greatestMagnitude, __builtin_fabsf(in[i]));
            isNan = isNan || in[i] != in[i];
        }
        const bool usable = !isNan && greatestMagnitude > 1e-30f && greatestMagnitude <= __FLT_MAX__;
        const float inverse = usable ? 127.0f / greatestMagnitude : 0;
        const float scale
            = isNan ? __builtin_nanf("") : greatestMagnitude > 1e-30f ? greatestMagnitude / (127.0f * 256.0f) : 0;
        int32_t total = 0;
        for (int i = 0; i < activationBlock; ++i) {
            constexpr float rounder = 0x1.8p23f; // adding it leaves no room for a fraction
            const float value = usable ? in[i] * inverse : 0;
            const float coarse = (value + rounder) - rounder;
            const float rest = ((value - coarse) * 256.0f + rounder) - rounder;
            const float fine = rest > 127.0f ? 127.0f : rest < -127.0f ? -127.0f : rest;
            out.values[block * activationBlock + i] = static_cast<int8_t>(coarse);
            out.fine[block * activationBlock + i] = static_cast<int8_t>(fine);
            total += 256 * static_cast<int32_t>(coarse) + static_cast<int32_t>(fine);
        }
        out.scales[block] = scale;
        out.sums[block] = total;
        out.scaledSums[block] = scale * static_cast<float>(total);
    }
}

template <typename Block>
void dotBlockRows(const DotJob &job, int64_t begin, int64_t end)
{
    const Activations &a = job.activations;
    const int64_t blocks = job.columns / activationBlock;
    for (int64_t row = begin; row < end; ++row) {
        for (int64_t i = 0; i < job.n; ++i) {
            const uint8_t *block = job.rows + row * job.rowBytes;
            float chains[4] = {}; // as the vector forms add them up, to the bit
            for (int64_t b = 0; b < blocks; ++b, block += Block::bytes) {
                const int64_t at = i * blocks + b;
                int32_t dot = 0;
                for (int j = 0; j < activationBlock; ++j) {
                    const int32_t value = 256 * a.values[at * activationBlock + j] + a.fine[at * activationBlock + j];
                    dot += (Block::code(block, j) - Block::offset) * value;
                }
                float &chain = chains[b % 4];
                chain = __builtin_fmaf(static_cast<float>(dot), half(block) * a.scales[at], chain);
                if (Block::hasMinimum)
                    chain = __builtin_fmaf(half(block + 2), a.scaledSums[at], chain);
            }
            job.y[i * job.rowCount + row] = (chains[0] + chains[2]) + (chains[1] + chains[3]);
        }
    }
}

template <typename Block>
constexpr TypeKernels blockKernels = {dotBlockRows<Block>, dequantizeBlocks<Block>};

} // namespace

const DotKernels dotKernels = {
    groupFor,
    quantize,
    floatKernels<WeightsF32>,
    floatKernels<WeightsF16>,
    floatKernels<WeightsBf16>,
    blockKernels<BlockQ8_0>,
    blockKernels<BlockQ4_0>,
    blockKernels<BlockQ4_1>,
    blockKernels<BlockQ5_0>,
    blockKernels<BlockQ5_1>,
    blockKernels<BlockIq4Nl>,
};

} // namespace limno::kernels::scalar
