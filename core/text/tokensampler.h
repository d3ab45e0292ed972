// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace limno {

/// Generation settings with every default filled in.
struct SamplingSettings {
    int maxTokens = 256;
    int minTokens = 0;
    double temperature = 0;
    int topK = 0;
    double topP = 1;
    double minP = 0;
    double repetitionPenalty = 1;
    double presencePenalty = 0;
    double frequencyPenalty = 0;

    /// Options over `model`'s defaults. InputInvalid names the option and the range it must be in.
    static Result<SamplingSettings> resolve(const GenerationOptions &options, const GenerationOptions &modelDefaults);
};

/// Picks the next token. Order: repetition penalty (positive logits divided, negative multiplied, each id once, prompt
/// included), presence and frequency penalties, temperature, top-k, top-p (the smallest set of best tokens whose sum
/// reaches p), min-p, softmax. The same seed and logits give the same ids. One sampler, one thread.
class TokenSampler
{
public:
    TokenSampler(const SamplingSettings &settings, uint64_t seed, std::span<const int64_t> promptIds);

    /// `logits`: [vocabulary], overwritten. `forbidden` ids (end tokens before minTokens) are never picked.
    int64_t next(std::span<float> logits, std::span<const int64_t> forbidden = {});

    /// The probabilities that next() draws from, [vocabulary]; for tests and goldens.
    std::vector<float> probabilities(std::span<float> logits) const;

private:
    SamplingSettings m_settings;
    std::mt19937_64 m_random;
    std::vector<int64_t> m_seen; ///< distinct ids of prompt and reply
    std::vector<int64_t> m_generated;
};

} // namespace limno
