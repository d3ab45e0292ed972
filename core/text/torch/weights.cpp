// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/weights.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm.h>

#include <algorithm>
#include <cstring>

namespace limno {

namespace {

/// From so many rows of x on, a GEMM on dense weights is faster than our product, which reads them once for few rows.
constexpr int64_t kGemmRows = 8;

} // namespace

LinearWeight::LinearWeight(kernels::QuantMatrix matrix, at::Tensor storage)
    : m_matrix(matrix)
    , m_storage(std::move(storage))
{
}

bool LinearWeight::isDense() const
{
    return m_storage.defined() && m_storage.scalar_type() == at::kFloat;
}

int64_t LinearWeight::bytes() const
{
    const auto info = *ggmlTypeInfo(m_matrix.type);
    return m_matrix.rows * (m_matrix.columns / info.blockElements * info.blockBytes);
}

LinearWeight LinearWeight::copied() const
{
    at::Tensor storage = isDense() ? at::empty_like(m_storage) : at::empty({bytes()}, at::kByte);
    std::memcpy(storage.mutable_data_ptr(), m_matrix.data, static_cast<size_t>(bytes()));
    kernels::QuantMatrix matrix = m_matrix;
    matrix.data = static_cast<const std::byte *>(storage.const_data_ptr());
    return {matrix, std::move(storage)};
}

VectorWeight VectorWeight::copied() const
{
    if (!m_data)
        return {};
    VectorWeight copy;
    copy.m_storage = at::empty({m_size}, at::kFloat);
    std::memcpy(copy.m_storage.mutable_data_ptr(), m_data, static_cast<size_t>(bytes()));
    copy.m_data = copy.m_storage.const_data_ptr<float>();
    copy.m_size = m_size;
    return copy;
}

void LinearWeight::row(int64_t index, float *out) const
{
    const auto info = *ggmlTypeInfo(m_matrix.type);
    const int64_t rowBytes = m_matrix.columns / info.blockElements * info.blockBytes;
    kernels::dequantizeRow(m_matrix.type, m_matrix.data + index * rowBytes, m_matrix.columns, out);
}

void LinearWeight::apply(const float *x, int64_t n, float *y) const
{
    if (!isDense() || n < kGemmRows) {
        kernels::matmul(m_matrix, x, n, y);
        return;
    }
    const at::Tensor input = at::from_blob(const_cast<float *>(x), {n, m_matrix.columns}, at::kFloat);
    at::Tensor output = at::from_blob(y, {n, m_matrix.rows}, at::kFloat);
    at::mm_out(output, input, m_storage.t());
}

void applyMany(const std::vector<const LinearWeight *> &weights, const std::vector<float *> &outputs, const float *x, int64_t n)
{
    const auto isDense = [](const LinearWeight *weight) { return weight->isDense(); };
    if (n >= kGemmRows && std::any_of(weights.begin(), weights.end(), isDense)) {
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
