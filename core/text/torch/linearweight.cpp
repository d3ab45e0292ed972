// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"
#include "core/text/torch/decoderweights.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm.h>

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

/// From so many rows of x on, dequantizing a tile and multiplying with a GEMM is faster than the block kernels.
constexpr int64_t kGemmRows = 16;
constexpr int64_t kTileBytes = 4 << 20;
/// Activations are quantized to int8 in blocks of so many by the block kernels.
constexpr int64_t kBlock = 32;

/// What the block kernels see of x: each block rounded to int8 steps of its largest magnitude / 127. Unquantized
/// weights leave x as it is.
void roundToBlocks(GgmlType type, const float *x, int64_t count, float *out)
{
    if (ggmlTypeInfo(type)->blockElements == 1) {
        std::copy_n(x, count, out);
        return;
    }
    at::parallel_for(0, count / kBlock, 256, [&](int64_t begin, int64_t end) {
        for (int64_t block = begin; block < end; ++block) {
            const float *from = x + block * kBlock;
            float largest = 0;
            for (int64_t i = 0; i < kBlock; ++i)
                largest = std::max(largest, std::abs(from[i]));
            const float step = largest / 127.0F;
            const float inverse = step > 0 ? 1.0F / step : 0.0F;
            for (int64_t i = 0; i < kBlock; ++i)
                out[block * kBlock + i] = std::nearbyint(from[i] * inverse) * step;
        }
    });
}

} // namespace

LinearWeight::LinearWeight(kernels::QuantMatrix matrix, at::Tensor dense)
    : m_matrix(matrix)
    , m_dense(std::move(dense))
{
}

void LinearWeight::row(int64_t index, float *out) const
{
    const auto info = *ggmlTypeInfo(m_matrix.type);
    const int64_t rowBytes = m_matrix.columns / info.blockElements * info.blockBytes;
    kernels::dequantizeRow(m_matrix.type, m_matrix.data + index * rowBytes, m_matrix.columns, out);
}

void LinearWeight::apply(const float *x, int64_t n, float *y) const
{
    if (n < kGemmRows) {
        kernels::matmul(m_matrix, x, n, y);
        return;
    }
    const int64_t columns = m_matrix.columns;
    at::Tensor input = at::from_blob(const_cast<float *>(x), {n, columns}, at::kFloat);
    at::Tensor output = at::from_blob(y, {n, m_matrix.rows}, at::kFloat);
    if (m_matrix.type == GgmlType::F32) {
        const at::Tensor weights = at::from_blob(const_cast<std::byte *>(m_matrix.data), {m_matrix.rows, columns}, at::kFloat);
        at::mm_out(output, input, weights.t());
        return;
    }
    at::Tensor rounded = at::empty({n, columns}, at::kFloat);
    roundToBlocks(m_matrix.type, x, n * columns, rounded.data_ptr<float>());
    const int64_t tileRows = std::clamp<int64_t>(kTileBytes / (columns * static_cast<int64_t>(sizeof(float))), 1, m_matrix.rows);
    at::Tensor tile = at::empty({tileRows, columns}, at::kFloat);
    auto *tileData = tile.data_ptr<float>();
    for (int64_t first = 0; first < m_matrix.rows; first += tileRows) {
        const int64_t count = std::min(tileRows, m_matrix.rows - first);
        at::parallel_for(0, count, 16, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                row(first + i, tileData + i * columns);
        });
        at::Tensor part = output.narrow(1, first, count);
        at::mm_out(part, rounded, tile.narrow(0, 0, count).t());
    }
}

void applyMany(const std::vector<const LinearWeight *> &weights, const std::vector<float *> &outputs, const float *x, int64_t n)
{
    if (n >= kGemmRows) {
        for (size_t i = 0; i < weights.size(); ++i)
            weights[i]->apply(x, n, outputs[i]);
        return;
    }
    std::vector<kernels::QuantMatrix> matrices;
    for (const LinearWeight *weight : weights)
        matrices.push_back(weight->matrix());
    kernels::matmulMany(matrices.data(), outputs.data(), static_cast<int>(matrices.size()), x, n);
}

} // namespace limno
