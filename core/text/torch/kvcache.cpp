// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/kvcache.h"

#include "core/memory/allocationtag.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>

namespace limno {

namespace {

/// Positions are added in steps of so many, so that a growing conversation seldom reallocates.
constexpr int64_t kStep = 64;

} // namespace

KvCache::KvCache(const DecoderConfig &config, KvType type, OwnerTag owner)
    : m_kvDim(config.kvDim())
    , m_type(type)
    , m_owner(owner)
    , m_keys(static_cast<size_t>(config.layers))
    , m_values(static_cast<size_t>(config.layers))
{
}

void KvCache::reserve(int64_t positions)
{
    if (positions <= m_capacity)
        return;
    const int64_t capacity = (positions + kStep - 1) / kStep * kStep;
    const OwnerScope owner(m_owner);
    const SiteScope site(SiteTag::of("kvcache.reserve"));
    const auto grown = [&](const std::vector<at::Tensor> &old) {
        std::vector<at::Tensor> tensors;
        for (const at::Tensor &tensor : old) {
            at::Tensor bigger = at::empty({capacity, m_kvDim}, m_type == KvType::F32 ? at::kFloat : at::kHalf);
            if (m_length > 0)
                std::memcpy(bigger.data_ptr(), tensor.const_data_ptr(), static_cast<size_t>(m_length * m_kvDim) * bigger.element_size());
            tensors.push_back(std::move(bigger));
        }
        return tensors;
    };
    std::vector<at::Tensor> keys = grown(m_keys);
    m_values = grown(m_values);
    m_keys = std::move(keys);
    m_capacity = capacity;
    m_bytes = 2 * static_cast<int64_t>(m_keys.size()) * capacity * m_kvDim * (m_type == KvType::F32 ? 4 : 2);
}

void KvCache::store(int64_t layer, int64_t start, int64_t n, const float *keys, const float *values)
{
    const auto put = [&](at::Tensor &tensor, const float *from) {
        auto *to = static_cast<std::byte *>(tensor.data_ptr()) + start * m_kvDim * static_cast<int64_t>(tensor.element_size());
        kernels::storeCache(from, n * m_kvDim, kernelType(), to);
    };
    put(m_keys[static_cast<size_t>(layer)], keys);
    put(m_values[static_cast<size_t>(layer)], values);
}

const void *KvCache::keys(int64_t layer) const
{
    return m_keys[static_cast<size_t>(layer)].const_data_ptr();
}

const void *KvCache::values(int64_t layer) const
{
    return m_values[static_cast<size_t>(layer)].const_data_ptr();
}

void KvCache::release()
{
    std::fill(m_keys.begin(), m_keys.end(), at::Tensor());
    std::fill(m_values.begin(), m_values.end(), at::Tensor());
    m_capacity = 0;
    m_length = 0;
    m_bytes = 0;
}

} // namespace limno
