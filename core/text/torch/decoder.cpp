// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/decoder.h"

#include "core/kernels/decoderops.h"
#include "core/memory/allocationtag.h"

#include <ATen/ops/empty.h>

#include <cmath>

namespace limno {

namespace {

at::Tensor buffer(int64_t rows, int64_t columns)
{
    return at::empty({rows, columns}, at::kFloat);
}

void addBias(float *x, const float *bias, int64_t n, int64_t columns)
{
    for (int64_t row = 0; bias && row < n; ++row)
        kernels::add(bias, x + row * columns, columns);
}

} // namespace

/// Memory of one forward pass, reused by all layers.
struct Decoder::Scratch {
    Scratch(const DecoderConfig &config, int64_t n, int64_t start)
        : residual(buffer(n, config.hidden))
        , normed(buffer(n, config.hidden))
        , query(buffer(n, config.queryDim()))
        , key(buffer(n, config.kvDim()))
        , value(buffer(n, config.kvDim()))
        , attended(buffer(n, config.queryDim()))
        , projected(buffer(n, config.hidden))
        , gate(buffer(n, config.feedForward))
        , up(buffer(n, config.feedForward))
        , cosines(buffer(n, config.headDim / 2))
        , sines(buffer(n, config.headDim / 2))
        , past(start)
    {
        auto *cosine = cosines.data_ptr<float>();
        auto *sine = sines.data_ptr<float>();
        for (int64_t row = 0; row < n; ++row) {
            for (const float frequency : config.inverseFrequencies) {
                const float angle = static_cast<float>(start + row) * frequency;
                *cosine++ = std::cos(angle);
                *sine++ = std::sin(angle);
            }
        }
    }

    at::Tensor residual, normed, query, key, value, attended, projected, gate, up, cosines, sines;
    int64_t past; ///< positions before these
};

Decoder::Decoder(DecoderConfig config, std::unique_ptr<ResidentWeights> weights, OwnerTag owner)
    : m_config(std::move(config))
    , m_weights(std::move(weights))
    , m_owner(owner)
{
}

at::Tensor Decoder::forward(std::span<const int64_t> ids, KvCache &cache, const ResidentWeights::Run &weights, const CancelToken &cancel) const
{
    const OwnerScope owner(m_owner);
    const SiteScope site(SiteTag::of("decoder.forward"));
    const auto n = static_cast<int64_t>(ids.size());
    cache.reserve(cache.length() + n);
    Scratch scratch(m_config, n, cache.length());
    auto *residual = scratch.residual.data_ptr<float>();
    for (int64_t row = 0; row < n; ++row)
        weights.ends().embedding.row(ids[static_cast<size_t>(row)], residual + row * m_config.hidden);
    for (int64_t index = 0; index < m_config.layers; ++index) {
        if (cancel.isCancelled())
            return {};
        const ResidentWeights::Lease layer = weights.layer(index);
        attention(*layer, index, n, cache, scratch);
        feedForward(*layer, n, scratch);
    }
    cache.setLength(cache.length() + n);
    auto *normed = scratch.normed.data_ptr<float>();
    kernels::rmsNorm(residual, weights.ends().outputNorm.data(), static_cast<float>(m_config.normEpsilon), n, m_config.hidden, normed);
    return scratch.normed;
}

void Decoder::attention(const DecoderLayer &layer, int64_t index, int64_t n, KvCache &cache, Scratch &scratch) const
{
    const DecoderConfig &c = m_config;
    auto *residual = scratch.residual.data_ptr<float>();
    auto *normed = scratch.normed.data_ptr<float>();
    auto *query = scratch.query.data_ptr<float>();
    auto *key = scratch.key.data_ptr<float>();
    auto *value = scratch.value.data_ptr<float>();
    auto *attended = scratch.attended.data_ptr<float>();
    auto *projected = scratch.projected.data_ptr<float>();
    const auto *cosines = scratch.cosines.const_data_ptr<float>();
    const auto *sines = scratch.sines.const_data_ptr<float>();

    kernels::rmsNorm(residual, layer.attentionNorm.data(), static_cast<float>(c.normEpsilon), n, c.hidden, normed);
    applyMany({&layer.query, &layer.key, &layer.value}, {query, key, value}, normed, n);
    addBias(query, layer.queryBias.data(), n, c.queryDim());
    addBias(key, layer.keyBias.data(), n, c.kvDim());
    addBias(value, layer.valueBias.data(), n, c.kvDim());
    kernels::rope(c.pairing, query, cosines, sines, n, c.heads, c.headDim);
    kernels::rope(c.pairing, key, cosines, sines, n, c.kvHeads, c.headDim);
    cache.store(index, scratch.past, n, key, value);
    const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(c.headDim)));
    kernels::attend(query, cache.keys(index), cache.values(index), cache.kernelType(), n, scratch.past, c.heads, c.kvHeads,
                    c.headDim, scale, attended);
    layer.attentionOutput.apply(attended, n, projected);
    kernels::add(projected, residual, n * c.hidden);
}

void Decoder::feedForward(const DecoderLayer &layer, int64_t n, Scratch &scratch) const
{
    const DecoderConfig &c = m_config;
    auto *residual = scratch.residual.data_ptr<float>();
    auto *normed = scratch.normed.data_ptr<float>();
    auto *gate = scratch.gate.data_ptr<float>();
    auto *up = scratch.up.data_ptr<float>();
    auto *projected = scratch.projected.data_ptr<float>();

    kernels::rmsNorm(residual, layer.feedForwardNorm.data(), static_cast<float>(c.normEpsilon), n, c.hidden, normed);
    applyMany({&layer.gate, &layer.up}, {gate, up}, normed, n);
    kernels::siluMultiply(gate, up, n * c.feedForward, gate);
    layer.down.apply(gate, n, projected);
    kernels::add(projected, residual, n * c.hidden);
}

void Decoder::logits(const float *hidden, int64_t n, const ResidentWeights::Run &weights, float *logits)
{
    weights.ends().head().apply(hidden, n, logits);
}

} // namespace limno
