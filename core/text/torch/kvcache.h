// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/decoderops.h"
#include "core/memory/owner.h"
#include "core/runtime/model.h"
#include "core/text/torch/decoderconfig.h"

#include <ATen/core/Tensor.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace limno {

/// Keys and values of one conversation: for each layer [positions, kvHeads, headDim]. Used by one thread at a time.
class KvCache
{
public:
    KvCache(const DecoderConfig &config, KvType type, OwnerTag owner);

    /// Room for `positions`; what is there stays. Throws c10::OutOfMemoryError and stays as it was.
    void reserve(int64_t positions);
    /// Writes n positions of one layer from `start` on; keys and values: [n, kvDim] fp32. reserve() first.
    void store(int64_t layer, int64_t start, int64_t n, const float *keys, const float *values);
    const void *keys(int64_t layer) const;
    const void *values(int64_t layer) const;

    /// Positions that all layers hold completely.
    int64_t length() const { return m_length; }
    void setLength(int64_t positions) { m_length = positions; }
    kernels::CacheType kernelType() const { return m_type == KvType::F32 ? kernels::CacheType::F32 : kernels::CacheType::F16; }
    /// Thread-safe.
    int64_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }
    /// Gives all memory back.
    void release();

private:
    int64_t m_kvDim;
    KvType m_type;
    OwnerTag m_owner;
    int64_t m_capacity = 0;
    int64_t m_length = 0;
    std::atomic<int64_t> m_bytes = 0;
    std::vector<at::Tensor> m_keys; ///< one a layer: [capacity, kvDim]
    std::vector<at::Tensor> m_values;
};

} // namespace limno
