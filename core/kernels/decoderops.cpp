// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/decoderops.h"

#include "core/kernels/cpulevel.h"
#include "core/kernels/decoderkernels.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace limno::kernels {

namespace {

/// Elements below which starting a parallel region costs more than it gives.
constexpr int64_t elementGrain = 16384;
/// A query's past is cut into parts of so many positions, whatever n and the threads are: their results have the same
/// bits then, and the threads can share the parts.
constexpr int64_t partPositions = 128;

const DecoderKernels &kernels()
{
    switch (cpuLevel()) {
    case CpuLevel::Avx512Vnni:
        return avx512::decoderKernels;
    case CpuLevel::Avx2:
        return avx2::decoderKernels;
    case CpuLevel::Scalar:
        break;
    }
    return scalar::decoderKernels;
}

int64_t rowGrain(int64_t columns)
{
    return std::max<int64_t>(1, elementGrain / std::max<int64_t>(1, columns));
}

/// One head's result from the states of its parts, `step` floats apart.
void finishHead(const float *states, int64_t parts, int64_t step, int64_t headDim, float *out)
{
    float best = states[headDim];
    for (int64_t part = 1; part < parts; ++part)
        best = std::max(best, states[part * step + headDim]);
    std::fill_n(out, headDim, 0.0f);
    float total = 0;
    for (int64_t part = 0; part < parts; ++part) {
        const float *state = states + part * step;
        const float weight = std::exp(state[headDim] - best);
        total += weight * state[headDim + 1];
        for (int64_t i = 0; i < headDim; ++i)
            out[i] += weight * state[i];
    }
    for (int64_t i = 0; i < headDim; ++i)
        out[i] /= total;
}

} // namespace

void rmsNorm(const float *x, const float *weight, float eps, int64_t n, int64_t columns, float *out)
{
    const DecoderKernels &k = kernels();
    at::parallel_for(0, n, rowGrain(columns), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
            k.rmsNorm(x + row * columns, weight, eps, columns, out + row * columns);
    });
}

void siluMultiply(const float *gate, const float *up, int64_t count, float *out)
{
    const DecoderKernels &k = kernels();
    at::parallel_for(0, count, elementGrain, [&](int64_t begin, int64_t end) {
        k.siluMultiply(gate + begin, up + begin, end - begin, out + begin);
    });
}

void add(const float *x, float *y, int64_t count)
{
    const DecoderKernels &k = kernels();
    at::parallel_for(0, count, elementGrain,
                     [&](int64_t begin, int64_t end) { k.add(x + begin, y + begin, end - begin); });
}

void rope(RopePairing pairing, float *x, const float *cos, const float *sin, int64_t n, int64_t heads, int64_t headDim)
{
    const auto turn = pairing == RopePairing::Halves ? kernels().ropeHalves : kernels().ropeInterleaved;
    at::parallel_for(0, n, rowGrain(heads * headDim), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
            for (int64_t head = 0; head < heads; ++head)
                turn(x + (row * heads + head) * headDim, cos + row * headDim / 2, sin + row * headDim / 2, headDim);
        }
    });
}

void storeCache(const float *x, int64_t count, CacheType type, void *cache)
{
    if (type == CacheType::F32)
        std::memcpy(cache, x, static_cast<size_t>(count) * sizeof(float));
    else
        kernels().storeHalf(x, count, static_cast<uint16_t *>(cache));
}

void attend(const float *q, const void *k, const void *v, CacheType type, int64_t n, int64_t past, int64_t heads,
            int64_t kvHeads, int64_t headDim, float scale, float *out)
{
    const DecoderKernels &kernel = kernels();
    const int64_t group = heads / kvHeads;
    const int64_t stride = kvHeads * headDim;
    const int64_t headState = headDim + 2;
    const int64_t mostParts = (past + n + partPositions - 1) / partPositions;
    // A few queries over a long past: the parts are shared out as well, or threads would be idle.
    const bool sharesParts = n * kvHeads < 2 * at::get_num_threads();
    const int64_t slots = sharesParts ? n * kvHeads : at::get_num_threads();
    // Kept for the thread's next call; grows with the past, but not with n.
    static thread_local std::vector<float> scratch;
    scratch.resize(std::max(scratch.size(), static_cast<size_t>(slots * mostParts * group * headState)));
    float *states = scratch.data();

    const auto partCount = [past](int64_t query) { return (past + query + partPositions) / partPositions; };
    const auto attendPart = [&](int64_t query, int64_t kvHead, int64_t part, float *state) {
        const int64_t begin = part * partPositions;
        const int64_t count = std::min(partPositions, past + query + 1 - begin);
        const float *heading = q + (query * heads + kvHead * group) * headDim;
        const int64_t offset = begin * stride + kvHead * headDim;
        if (type == CacheType::F32) {
            kernel.attendF32(heading, static_cast<const float *>(k) + offset, static_cast<const float *>(v) + offset,
                             stride, count, group, headDim, scale, state);
        } else {
            kernel.attendF16(heading, static_cast<const uint16_t *>(k) + offset,
                             static_cast<const uint16_t *>(v) + offset, stride, count, group, headDim, scale, state);
        }
    };
    const auto finish = [&](int64_t query, int64_t kvHead, const float *first) {
        for (int64_t head = 0; head < group; ++head) {
            finishHead(first + head * headState, partCount(query), group * headState, headDim,
                       out + (query * heads + kvHead * group + head) * headDim);
        }
    };

    const int64_t slotSize = mostParts * group * headState;
    if (sharesParts) {
        const int64_t itemCost = std::min(partPositions, past + n) * group * headDim;
        at::parallel_for(0, n * kvHeads * mostParts, std::max<int64_t>(1, 2 * elementGrain / itemCost),
                         [&](int64_t begin, int64_t end) {
                             for (int64_t item = begin; item < end; ++item) {
                                 const int64_t part = item % mostParts, at = item / mostParts;
                                 if (part < partCount(at / kvHeads))
                                     attendPart(at / kvHeads, at % kvHeads, part, states + at * slotSize + part * group * headState);
                             }
                         });
        for (int64_t at = 0; at < n * kvHeads; ++at)
            finish(at / kvHeads, at % kvHeads, states + at * slotSize);
        return;
    }
    const int64_t itemCost = (past + n) * group * headDim;
    at::parallel_for(0, n * kvHeads, std::max<int64_t>(1, 2 * elementGrain / itemCost), [&](int64_t begin, int64_t end) {
        float *slot = states + at::get_thread_num() * slotSize;
        for (int64_t at = begin; at < end; ++at) {
            for (int64_t part = 0; part < partCount(at / kvHeads); ++part)
                attendPart(at / kvHeads, at % kvHeads, part, slot + part * group * headState);
            finish(at / kvHeads, at % kvHeads, slot);
        }
    });
}

} // namespace limno::kernels
