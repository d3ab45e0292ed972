// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace limno {

/// The vocabulary of a `tokenizer.json` (tokenizers library), checked to be consistent: ids are unique and below
/// 2^24, and every merge joins two tokens to a third. Normalizer, pre-tokenizer and decoder are not looked at.
struct TokenizerVocabulary {
    struct AddedToken {
        int64_t id = 0;
        std::string content;
        bool isSpecial = false;
    };
    std::string modelType; ///< "BPE", "WordPiece", "WordLevel" or "Unigram"
    std::unordered_map<std::string, int64_t> ids;
    std::vector<std::pair<std::string, std::string>> merges; ///< in order of rank; BPE only
    std::vector<AddedToken> added;
};

/// ModelMissing, Io, ModelUnsupported (`unknown_value`: a model type that does not exist), or ModelInvalid with
/// `reason` bad_json, missing_key, bad_type, bad_value, duplicate_id or bad_merge. Thread-safe.
Result<TokenizerVocabulary> readTokenizerVocabulary(const std::string &path);

} // namespace limno
