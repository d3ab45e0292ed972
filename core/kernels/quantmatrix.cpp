// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/quantmatrix.h"

#include "core/kernels/dotkernels.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace limno::kernels {

namespace {

/// Multiplications below which a thread isn't worth waking.
constexpr int64_t productGrain = 64 * 1024;
/// Blocks of x that a thread quantizes at least; a token's input is far below and needs no parallel region.
constexpr int64_t quantizeGrain = 512;

const DotKernels &kernels()
{
    switch (cpuLevel()) {
    case CpuLevel::Avx512Vnni:
        return avx512::dotKernels;
    case CpuLevel::Avx2:
        return avx2::dotKernels;
    case CpuLevel::Scalar:
        break;
    }
    return scalar::dotKernels;
}

/// Null for a type without kernels.
const TypeKernels *typeKernels(const DotKernels &all, GgmlType type)
{
    switch (type) {
    case GgmlType::F32:
        return &all.f32;
    case GgmlType::F16:
        return &all.f16;
    case GgmlType::BF16:
        return &all.bf16;
    case GgmlType::Q8_0:
        return &all.q8_0;
    case GgmlType::Q4_0:
        return &all.q4_0;
    case GgmlType::Q4_1:
        return &all.q4_1;
    case GgmlType::Q5_0:
        return &all.q5_0;
    case GgmlType::Q5_1:
        return &all.q5_1;
    case GgmlType::IQ4_NL:
        return &all.iq4_nl;
    default:
        return nullptr;
    }
}

bool isFloat(GgmlType type)
{
    return type == GgmlType::F32 || type == GgmlType::F16 || type == GgmlType::BF16;
}

/// x quantized into memory of the calling thread, which is kept for its next call: as large as its largest input.
Activations quantize(const DotKernels &kernel, const float *x, int64_t n, int64_t columns)
{
    static thread_local std::vector<std::byte> scratch;
    Activations a;
    a.group = kernel.groupFor(n);
    const int64_t blocks = columns / activationBlock;
    const int64_t places = (n + a.group - 1) / a.group * a.group * blocks;
    constexpr int64_t alignment = 64;
    constexpr int64_t placeBytes = 2 * activationBlock + 12; ///< both terms, two floats and a sum
    const auto bytes = static_cast<size_t>(places * placeBytes + alignment);
    if (scratch.size() < bytes)
        scratch.resize(bytes);
    const auto address = reinterpret_cast<uintptr_t>(scratch.data());
    std::byte *start = scratch.data() + (alignment - address % alignment) % alignment;
    a.values = reinterpret_cast<int8_t *>(start);
    a.fine = a.values + places * activationBlock;
    a.scales = reinterpret_cast<float *>(start + 2 * places * activationBlock);
    a.scaledSums = a.scales + places;
    a.sums = reinterpret_cast<int32_t *>(a.scaledSums + places);
    if (n % a.group != 0)
        std::memset(start, 0, static_cast<size_t>(places * placeBytes));
    at::parallel_for(0, n * blocks, quantizeGrain,
                     [&](int64_t begin, int64_t end) { kernel.quantize(x, columns, begin, end, a); });
    return a;
}

} // namespace

bool isSupported(GgmlType type)
{
    return typeKernels(scalar::dotKernels, type) != nullptr;
}

void dequantizeRow(GgmlType type, const std::byte *row, int64_t columns, float *out)
{
    typeKernels(kernels(), type)->dequantizeRow(reinterpret_cast<const uint8_t *>(row), columns, out);
}

void matmul(const QuantMatrix &weights, const float *x, int64_t n, float *y)
{
    matmulMany(&weights, &y, 1, x, n);
}

void matmulMany(const QuantMatrix *weights, float *const *y, int count, const float *x, int64_t n)
{
    if (count == 0 || n == 0)
        return;
    const DotKernels &kernel = kernels();
    const int64_t columns = weights[0].columns;
    Activations activations;
    if (std::any_of(weights, weights + count, [](const QuantMatrix &w) { return !isFloat(w.type); }))
        activations = quantize(kernel, x, n, columns);

    int64_t totalRows = 0;
    for (int i = 0; i < count; ++i) {
        assert(weights[i].columns == columns);
        totalRows += weights[i].rows;
    }
    const int64_t grain = std::max<int64_t>(1, productGrain / std::max<int64_t>(1, columns * n));
    at::parallel_for(0, totalRows, grain, [&](int64_t begin, int64_t end) {
        int64_t first = 0; // row of all matrices together where this one begins
        for (int i = 0; i < count && first < end; ++i) {
            const QuantMatrix &w = weights[i];
            const int64_t from = std::max(begin, first) - first, to = std::min(end, first + w.rows) - first;
            if (from < to) {
                const auto info = ggmlTypeInfo(w.type);
                DotJob job;
                job.rows = reinterpret_cast<const uint8_t *>(w.data);
                job.rowBytes = columns / info->blockElements * info->blockBytes;
                job.rowCount = w.rows;
                job.columns = columns;
                job.x = x;
                job.n = n;
                job.activations = activations;
                job.y = y[i];
                typeKernels(kernel, w.type)->dotRows(job, from, to);
            }
            first += w.rows;
        }
    });
}

} // namespace limno::kernels
