// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/tokensampler.h"

#include <limits>
#include <sstream>

namespace limno {

namespace {

template<typename T>
Result<T> chosen(const char *name, const std::optional<T> &option, const std::optional<T> &modelDefault, T standard,
                 T lowest, T highest)
{
    const T value = option.value_or(modelDefault.value_or(standard));
    if (value >= lowest && value <= highest) // false for NaN, too
        return value;
    std::ostringstream message;
    message.imbue(std::locale::classic());
    message << name << ": " << value << " is not between " << lowest << " and " << highest;
    return failure(ErrorCode::InputInvalid, message.str());
}

} // namespace

Result<SamplingSettings> SamplingSettings::resolve(const GenerationOptions &options,
                                                   const GenerationOptions &modelDefaults)
{
    constexpr int most = std::numeric_limits<int>::max();
    constexpr double tiny = std::numeric_limits<double>::min();
    SamplingSettings settings;
    std::optional<Error> problem;
    const auto set = [&](const char *name, auto GenerationOptions::*option, auto &target, auto lowest, auto highest) {
        auto value = chosen(name, options.*option, modelDefaults.*option, target, lowest, highest);
        if (value)
            target = *value;
        else if (!problem)
            problem = std::move(value.error());
    };
    set("max-tokens", &GenerationOptions::maxTokens, settings.maxTokens, 0, most);
    set("min-tokens", &GenerationOptions::minTokens, settings.minTokens, 0, most);
    set("temperature", &GenerationOptions::temperature, settings.temperature, 0.0, 100.0);
    set("top-k", &GenerationOptions::topK, settings.topK, 0, most);
    set("top-p", &GenerationOptions::topP, settings.topP, tiny, 1.0);
    set("min-p", &GenerationOptions::minP, settings.minP, 0.0, 1.0);
    set("repetition-penalty", &GenerationOptions::repetitionPenalty, settings.repetitionPenalty, 0.01, 100.0);
    set("presence-penalty", &GenerationOptions::presencePenalty, settings.presencePenalty, -100.0, 100.0);
    set("frequency-penalty", &GenerationOptions::frequencyPenalty, settings.frequencyPenalty, -100.0, 100.0);
    if (problem)
        return failure(std::move(*problem));
    if (settings.minTokens > settings.maxTokens)
        return failure(ErrorCode::InputInvalid,
                       "min-tokens: " + std::to_string(settings.minTokens) + " is not between 0 and max-tokens, "
                           + std::to_string(settings.maxTokens));
    return settings;
}

} // namespace limno
