// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// How a named pre-tokenizer (`tokenizer.ggml.pre`) cuts text.
struct PreTokenizerRules {
    std::vector<std::string> patterns;
    bool ignoresMerges = false;
};

/// Nothing for a name that we lack.
std::optional<PreTokenizerRules> preTokenizerRules(std::string_view name);

/// The pattern that byte-level tokenizers use when their file names none (Radford et al. 2019).
std::string gpt2Pattern();
/// Every digit on its own.
std::string digitPattern();

} // namespace limno
