// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <map>
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
/// included), presence and frequency penalties (over the reply), temperature, top-k (equals of the last one stay), top-p
/// (the smallest set of best tokens whose sum reaches p), min-p, softmax. Temperature 0 takes the largest logit, of equals
/// the lowest id. NaN counts as minus infinity. The same seed and logits give the same ids. One sampler, one thread.
class TokenSampler
{
public:
    TokenSampler(const SamplingSettings &settings, uint64_t seed, std::span<const int64_t> promptIds);

    /// `logits`: [vocabulary], overwritten. `forbidden` ids (end tokens before minTokens) are never picked, unless there is
    /// no other. -1 for no logits.
    int64_t next(std::span<float> logits, std::span<const int64_t> forbidden = {});

    /// The probabilities that next() draws from, [vocabulary]; for tests and goldens.
    std::vector<float> probabilities(std::span<float> logits) const;

private:
    struct Candidate {
        int64_t id;
        double logit;
        double weight; ///< exp(logit − largest logit)
    };
    void applyPenalties(std::span<float> logits) const;
    /// What is left after every filter, not normalized; never empty unless `logits` is.
    std::vector<Candidate> candidates(std::span<float> logits, std::span<const int64_t> forbidden) const;
    void keepTopK(std::vector<Candidate> &candidates) const;
    void keepTopP(std::vector<Candidate> &candidates) const;
    void keepMinP(std::vector<Candidate> &candidates) const;

    SamplingSettings m_settings;
    std::mt19937_64 m_random;
    std::map<int64_t, int64_t> m_counts; ///< ids of prompt and reply, and how often the reply holds each
};

} // namespace limno
