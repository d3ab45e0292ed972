// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/tokensampler.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace limno {

namespace {

/// In place of the infinities, so that differences stay numbers.
constexpr double kHuge = 1e30;
/// Below it dividing could leave the range of numbers, and the best token is certain anyway.
constexpr double kColdest = 1e-6;

double finite(float logit)
{
    return std::isnan(logit) ? -kHuge : std::clamp(static_cast<double>(logit), -kHuge, kHuge);
}

/// [0, 1) with 53 random bits; the standard's distributions differ between libraries.
double uniform(std::mt19937_64 &random)
{
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

} // namespace

TokenSampler::TokenSampler(const SamplingSettings &settings, uint64_t seed, std::span<const int64_t> promptIds)
    : m_settings(settings)
    , m_random(seed)
{
    for (const int64_t id : promptIds)
        m_counts.try_emplace(id, 0);
}

int64_t TokenSampler::next(std::span<float> logits, std::span<const int64_t> forbidden)
{
    const std::vector<Candidate> left = candidates(logits, forbidden);
    if (left.empty())
        return -1;
    double total = 0;
    for (const Candidate &candidate : left)
        total += candidate.weight;
    int64_t picked = left.front().id;
    if (left.size() > 1) {
        const double goal = uniform(m_random) * total;
        double sum = 0;
        for (const Candidate &candidate : left) {
            if (candidate.weight == 0)
                continue;
            picked = candidate.id;
            sum += candidate.weight;
            if (sum > goal)
                break;
        }
    }
    ++m_counts[picked];
    return picked;
}

std::vector<float> TokenSampler::probabilities(std::span<float> logits) const
{
    std::vector<float> result(logits.size(), 0.0F);
    const std::vector<Candidate> left = candidates(logits, {});
    double total = 0;
    for (const Candidate &candidate : left)
        total += candidate.weight;
    for (const Candidate &candidate : left)
        result[static_cast<size_t>(candidate.id)] = static_cast<float>(candidate.weight / total);
    return result;
}

void TokenSampler::applyPenalties(std::span<float> logits) const
{
    const auto repetition = static_cast<float>(m_settings.repetitionPenalty);
    for (const auto &[id, count] : m_counts) {
        if (id < 0 || id >= static_cast<int64_t>(logits.size()))
            continue;
        float &logit = logits[static_cast<size_t>(id)];
        logit = logit > 0 ? logit / repetition : logit * repetition;
        if (count > 0)
            logit -= static_cast<float>(m_settings.presencePenalty
                                        + m_settings.frequencyPenalty * static_cast<double>(count));
    }
}

std::vector<TokenSampler::Candidate> TokenSampler::candidates(std::span<float> logits,
                                                              std::span<const int64_t> forbidden) const
{
    applyPenalties(logits);
    std::vector<bool> isForbidden(logits.size(), false);
    size_t allowed = logits.size();
    for (const int64_t id : forbidden) {
        if (id >= 0 && id < static_cast<int64_t>(logits.size()) && !isForbidden[static_cast<size_t>(id)]) {
            isForbidden[static_cast<size_t>(id)] = true;
            --allowed;
        }
    }
    const bool isGreedy = m_settings.temperature < kColdest;
    std::vector<Candidate> result;
    result.reserve(isGreedy ? 1 : logits.size());
    for (size_t id = 0; id < logits.size(); ++id) {
        if (allowed > 0 && isForbidden[id])
            continue;
        const Candidate candidate{static_cast<int64_t>(id),
                                  isGreedy ? finite(logits[id]) : finite(logits[id]) / m_settings.temperature, 1.0};
        if (!isGreedy || result.empty())
            result.push_back(candidate);
        else if (candidate.logit > result.front().logit)
            result.front() = candidate;
    }
    if (result.size() < 2)
        return result;
    keepTopK(result);
    const double largest = std::max_element(result.begin(), result.end(), [](const Candidate &a, const Candidate &b) {
                               return a.logit < b.logit;
                           })->logit;
    for (Candidate &candidate : result)
        candidate.weight = std::exp(candidate.logit - largest);
    keepTopP(result);
    keepMinP(result);
    return result;
}

void TokenSampler::keepTopK(std::vector<Candidate> &candidates) const
{
    const auto count = static_cast<size_t>(m_settings.topK);
    if (count == 0 || count >= candidates.size())
        return;
    std::vector<double> values;
    values.reserve(candidates.size());
    for (const Candidate &candidate : candidates)
        values.push_back(candidate.logit);
    const auto last = values.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::nth_element(values.begin(), last, values.end(), std::greater<>());
    std::erase_if(candidates, [&](const Candidate &candidate) { return candidate.logit < *last; });
}

void TokenSampler::keepTopP(std::vector<Candidate> &candidates) const
{
    if (m_settings.topP >= 1)
        return;
    double total = 0;
    for (const Candidate &candidate : candidates)
        total += candidate.weight;
    const auto isWorse = [](const Candidate &a, const Candidate &b) {
        return a.logit != b.logit ? a.logit < b.logit : a.id > b.id;
    };
    std::make_heap(candidates.begin(), candidates.end(), isWorse);
    // The best ones move to the end, one by one.
    auto end = candidates.end();
    double sum = 0;
    do {
        std::pop_heap(candidates.begin(), end, isWorse);
        --end;
        sum += end->weight;
    } while (sum < m_settings.topP * total && end != candidates.begin());
    candidates.erase(candidates.begin(), end);
    std::reverse(candidates.begin(), candidates.end());
}

void TokenSampler::keepMinP(std::vector<Candidate> &candidates) const
{
    if (m_settings.minP <= 0)
        return;
    std::erase_if(candidates, [&](const Candidate &candidate) {
        return candidate.weight < m_settings.minP;
    }); // the best one's is 1
}

} // namespace limno
