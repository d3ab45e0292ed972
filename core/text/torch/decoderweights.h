// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/kernels/quantmatrix.h"
#include "core/runtime/model.h"
#include "core/text/torch/decoderconfig.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <vector>

namespace limno {

/// A matrix y = x · Wᵀ, either blocks of the mapped file or a dense fp32 tensor of our own.
class LinearWeight
{
public:
    LinearWeight() = default;
    LinearWeight(kernels::QuantMatrix matrix, at::Tensor dense);

    const kernels::QuantMatrix &matrix() const { return m_matrix; }
    bool isDense() const { return m_dense.defined(); }

    /// y[n, rows] = x[n, columns] · Wᵀ. On blocks, a row of y does not depend on how many rows there are, so that a
    /// recomputed position gets the same bits as a decoded one.
    void apply(const float *x, int64_t n, float *y) const;
    /// One row in fp32: embedding look-up.
    void row(int64_t index, float *out) const;

private:
    kernels::QuantMatrix m_matrix;
    at::Tensor m_dense; ///< keeps m_matrix.data alive where it is not the file's
};

/// Several matrices on one input.
void applyMany(const std::vector<const LinearWeight *> &weights, const std::vector<float *> &outputs, const float *x, int64_t n);

struct DecoderLayer {
    const float *attentionNorm = nullptr; ///< [hidden]
    LinearWeight query, key, value, attentionOutput;
    const float *queryBias = nullptr; ///< [queryDim], or null
    const float *keyBias = nullptr; ///< [kvDim], or null
    const float *valueBias = nullptr; ///< [kvDim], or null
    const float *feedForwardNorm = nullptr; ///< [hidden]
    LinearWeight gate, up, down;
};

/// All weights of a decoder. Mapped weights are pages of the file; nothing is copied but what ComputeType::Fp32 widens.
struct DecoderWeights {
    LinearWeight embedding; ///< [vocabulary, hidden]
    std::vector<DecoderLayer> layers;
    const float *outputNorm = nullptr; ///< [hidden]
    LinearWeight head; ///< [vocabulary, hidden]; the embedding where the file has no output.weight
    int64_t mappedBytes = 0;
    int64_t denseBytes = 0;
    std::string storage; ///< "Q4_1, Q8_0, F32"
    std::shared_ptr<const GgufFile> file;

    /// ModelInvalid names the tensor and both shapes; ModelUnsupported names the type; Cancelled between tensors.
    static Result<DecoderWeights> fromGguf(std::shared_ptr<const GgufFile> file, const DecoderConfig &config, ComputeType type,
                                           const LoadContext &context);
};

} // namespace limno
