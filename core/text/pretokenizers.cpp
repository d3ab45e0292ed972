// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/pretokenizers.h"

namespace limno {

namespace {

/// The pattern of the tiktoken family, which differ in how many digits stay together.
std::string contractionsInAnyCase(std::string_view digits)
{
    return R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|)" + std::string(digits)
        + R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
}

} // namespace

std::string gpt2Pattern()
{
    return R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
}

std::string digitPattern()
{
    return R"(\p{N})";
}

std::optional<PreTokenizerRules> preTokenizerRules(std::string_view name)
{
    if (name == "gpt-2")
        return PreTokenizerRules{{gpt2Pattern()}, false};
    if (name == "smollm")
        return PreTokenizerRules{{digitPattern(), gpt2Pattern()}, false};
    if (name == "qwen2")
        return PreTokenizerRules{{contractionsInAnyCase(R"(\p{N})")}, false};
    if (name == "llama-bpe")
        return PreTokenizerRules{{contractionsInAnyCase(R"(\p{N}{1,3})")}, true};
    return std::nullopt;
}

} // namespace limno
