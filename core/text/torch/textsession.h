// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/tokensampler.h"
#include "core/text/torch/languagemodel.h"

#include <memory>

namespace limno {

/// Prompt tokens computed at a time: bounds the activations of a long prompt.
inline constexpr int64_t kPrefillChunk = 256;

/// One conversation with a LanguageModel: holds its KV cache and the ids that are in it.
class TextSession final : public Session
{
public:
    /// `conversation` names the KV cache among the owners of memory.
    TextSession(std::shared_ptr<LanguageModel> model, const std::string &conversation);

    Outcome run(const Request &request, const Prepared &prepared, const RunContext &context) override;
    int64_t clearCache() override;
    int64_t cacheBytes() const override { return m_cache.bytes(); }

private:
    class Generation;

    /// How many positions of `ids` the cache already holds, at most all but the last.
    int64_t reusablePrefix(std::span<const int64_t> ids) const;
    void truncate(int64_t positions);
    /// Computes `ids` after what the cache holds: hidden states [ids, hidden]; undefined when cancelled.
    at::Tensor extend(std::span<const int64_t> ids, const ResidentWeights::Run &weights, const CancelToken &cancel);

    std::shared_ptr<LanguageModel> m_model;
    KvCache m_cache;
    std::vector<int64_t> m_cachedIds; ///< whose keys and values m_cache holds
};

} // namespace limno
