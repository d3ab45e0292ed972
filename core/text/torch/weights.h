// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/quantmatrix.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace limno {

/// A matrix y = x · Wᵀ: blocks of the mapped file, a copy of them on a card, or a dense fp32 tensor of our own.
class LinearWeight
{
public:
    LinearWeight() = default;
    /// `storage` holds what `matrix` points to; undefined where that is the mapped file. A float tensor is dense.
    LinearWeight(kernels::QuantMatrix matrix, at::Tensor storage);

    const kernels::QuantMatrix &matrix() const { return m_matrix; }
    bool isDense() const;
    int64_t bytes() const;
    /// The same in memory of its own, allocated as the calling thread's scopes say.
    LinearWeight copied() const;

    /// y[n, rows] = x[n, columns] · Wᵀ. On blocks, a row of y does not depend on how many rows there are, so that a
    /// recomputed position gets the same bits as a decoded one.
    void apply(const float *x, int64_t n, float *y) const;
    /// One row in fp32: embedding look-up.
    void row(int64_t index, float *out) const;

private:
    kernels::QuantMatrix m_matrix;
    at::Tensor m_storage;
};

/// Several matrices on one input.
void applyMany(const std::vector<const LinearWeight *> &weights, const std::vector<float *> &outputs, const float *x, int64_t n);

/// A norm's weight or a bias, fp32, in the mapped file or on a card; null where the model has none.
class VectorWeight
{
public:
    VectorWeight() = default;
    VectorWeight(const float *data, int64_t size)
        : m_data(data)
        , m_size(size)
    {
    }

    const float *data() const { return m_data; }
    int64_t bytes() const { return m_size * static_cast<int64_t>(sizeof(float)); }
    VectorWeight copied() const;

private:
    const float *m_data = nullptr;
    int64_t m_size = 0;
    at::Tensor m_storage; ///< undefined where m_data is the mapped file's
};

} // namespace limno
