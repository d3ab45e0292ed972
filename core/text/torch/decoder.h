// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/canceltoken.h"
#include "core/text/torch/kvcache.h"
#include "core/text/torch/residentweights.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>

namespace limno {

/// The forward pass of a Llama-like decoder (Touvron et al. 2023; rotary positions of Su et al. 2021; RMS norm of Zhang
/// and Sennrich 2019). Immutable, thread-safe; scratch memory belongs to the call.
class Decoder
{
public:
    /// `owner` is whom the memory of a forward pass belongs to.
    Decoder(DecoderConfig config, std::unique_ptr<ResidentWeights> weights, OwnerTag owner);

    const DecoderConfig &config() const { return m_config; }
    ResidentWeights &weights() const { return *m_weights; }
    OwnerTag owner() const { return m_owner; }

    /// Computes n positions after those that the cache holds and adds them to it. Returns the hidden states after the
    /// final norm, [n, hidden] fp32. An undefined tensor when cancelled between two layers: the cache is as before.
    at::Tensor forward(std::span<const int64_t> ids, KvCache &cache, const ResidentWeights::Run &weights, const CancelToken &cancel) const;
    /// logits[n, vocabulary] = hidden[n, hidden] · headᵀ
    static void logits(const float *hidden, int64_t n, const ResidentWeights::Run &weights, float *logits);

private:
    struct Scratch;
    void attention(const DecoderLayer &layer, int64_t index, int64_t n, KvCache &cache, Scratch &scratch) const;
    void feedForward(const DecoderLayer &layer, int64_t n, Scratch &scratch) const;

    DecoderConfig m_config;
    std::unique_ptr<ResidentWeights> m_weights;
    OwnerTag m_owner;
};

} // namespace limno
