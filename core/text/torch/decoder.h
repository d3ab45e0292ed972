// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/canceltoken.h"
#include "core/text/torch/decoderweights.h"
#include "core/text/torch/kvcache.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace limno {

/// The forward pass of a Llama-like decoder (Touvron et al. 2023; rotary positions of Su et al. 2021; RMS norm of Zhang
/// and Sennrich 2019). Immutable, thread-safe; scratch memory belongs to the call.
class Decoder
{
public:
    Decoder(DecoderConfig config, DecoderWeights weights);

    const DecoderConfig &config() const { return m_config; }
    const DecoderWeights &weights() const { return m_weights; }

    /// Computes n positions after those that the cache holds and adds them to it. Returns the hidden states after the
    /// final norm, [n, hidden] fp32. An undefined tensor when cancelled between two layers: the cache is as before.
    at::Tensor forward(std::span<const int64_t> ids, KvCache &cache, const CancelToken &cancel) const;
    /// logits[n, vocabulary] = hidden[n, hidden] · headᵀ
    void logits(const float *hidden, int64_t n, float *logits) const;

private:
    struct Scratch;
    void attention(const DecoderLayer &layer, int64_t index, int64_t n, KvCache &cache, Scratch &scratch) const;
    void feedForward(const DecoderLayer &layer, int64_t n, Scratch &scratch) const;

    DecoderConfig m_config;
    DecoderWeights m_weights;
};

} // namespace limno
