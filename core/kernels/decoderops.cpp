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
/// Positions of a single query that one thread takes at least.
constexpr int64_t positionGrain = 128;

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
    // A few queries over a long past: the positions are shared out as well, or threads would be idle.
    const int64_t wanted = 2 * at::get_num_threads();
    const int64_t parts = std::clamp<int64_t>(wanted / std::max<int64_t>(1, n * kvHeads) + 1, 1,
                                              std::max<int64_t>(1, (past + 1) / positionGrain));
    const int64_t items = n * kvHeads * parts;
    // Kept for the thread's next call: n × heads × (headDim + 2), or a few times that for small n.
    static thread_local std::vector<float> scratch;
    scratch.resize(std::max(scratch.size(), static_cast<size_t>(items * group * headState)));
    float *states = scratch.data();

    const auto attendItem = [&](int64_t item) {
        const int64_t part = item % parts;
        const int64_t kvHead = item / parts % kvHeads;
        const int64_t query = item / parts / kvHeads;
        const int64_t positions = past + query + 1;
        const int64_t begin = positions * part / parts;
        const int64_t count = positions * (part + 1) / parts - begin;
        const float *heading = q + (query * heads + kvHead * group) * headDim;
        const int64_t offset = begin * stride + kvHead * headDim;
        float *state = states + item * group * headState;
        if (type == CacheType::F32) {
            kernel.attendF32(heading, static_cast<const float *>(k) + offset, static_cast<const float *>(v) + offset,
                             stride, count, group, headDim, scale, state);
        } else {
            kernel.attendF16(heading, static_cast<const uint16_t *>(k) + offset,
                             static_cast<const uint16_t *>(v) + offset, stride, count, group, headDim, scale, state);
        }
    };
    const auto finishItems = [&](int64_t firstGroup, int64_t groups) {
        for (int64_t h = firstGroup * group; h < (firstGroup + groups) * group; ++h) {
            const float *first = states + (h / group * parts * group + h % group) * headState;
            finishHead(first, parts, group * headState, headDim, out + h * headDim);
        }
    };

    const int64_t itemCost = (past + n) / parts * group * headDim;
    at::parallel_for(0, items, std::max<int64_t>(1, 2 * elementGrain / std::max<int64_t>(1, itemCost)),
                     [&](int64_t begin, int64_t end) {
                         for (int64_t item = begin; item < end; ++item) {
                             attendItem(item);
                             if (parts == 1)
                                 finishItems(item, 1);
                         }
                     });
    if (parts > 1)
        finishItems(0, n * kvHeads);
}

} // namespace limno::kernels
