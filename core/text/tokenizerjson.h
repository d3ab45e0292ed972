// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/bpevocabulary.h"

#include <nlohmann/json_fwd.hpp>

namespace limno {

/// The document of a tokenizer.json; everything but the ids that end a reply. `source` names the file in messages.
/// Errors as for tokenizerFromFolder().
Result<BpeVocabulary> vocabularyFromTokenizerJson(const nlohmann::json &document, const std::string &source);

/// The contents of a vocab.json ("token": id) become `vocabulary.pieces`.
Result<void> readVocabulary(const nlohmann::json &tokens, BpeVocabulary &vocabulary);

} // namespace limno
