// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/tokenizer.h"

#include <string>
#include <utility>
#include <vector>

namespace limno {

/// A token that is looked for in the text itself, before it is cut into words.
struct AddedToken {
    int64_t id = -1;
    std::string content; ///< UTF-8, as it stands in the text
    bool isSpecial = true; ///< left out by decode() when special tokens are not kept
    bool isSingleWord = false; ///< only where no letter, digit or underscore touches it
    bool stripsLeft = false; ///< takes the white space before it with it
    bool stripsRight = false;
};

enum class Alphabet {
    Bytes, ///< pieces are written in GPT-2's printable stand-ins for the 256 bytes
    Characters, ///< pieces are plain UTF-8
};

enum class PieceKind : uint8_t {
    Normal,
    Byte, ///< written "<0x0A>": that byte
    Unused, ///< fills a number; no text gives it
    Added, ///< an AddedToken says how it is found
    Special, ///< as Added, and special
};

struct Piece {
    std::string text; ///< as in the file; empty where an id is not in use
    PieceKind kind = PieceKind::Normal;
};

/// Everything that defines a byte-level BPE tokenizer, whatever file it came from.
struct BpeVocabulary {
    std::string source; ///< the file, for messages
    Alphabet alphabet = Alphabet::Bytes;
    std::vector<Piece> pieces; ///< by id; Added and Special are set from addedTokens
    std::vector<std::pair<std::string, std::string>> merges; ///< best first
    std::vector<AddedToken> addedTokens;
    std::vector<std::string> patterns; ///< each cuts what the one before it left; matches and gaps are words
    bool ignoresMerges = false; ///< a word that is a token needs no merges
    bool normalizesToNfc = false;
    bool prependsSpace = false; ///< add_prefix_space: a section that does not begin with a space gets one
    Tokenizer::SpecialIds specialIds;
};

/// ModelInvalid with `bad_merge` (a part or the result is not in the vocabulary), `duplicate_id` (one piece twice) or
/// `bad_value` (a pattern that does not compile, an added token outside the vocabulary).
Result<std::shared_ptr<Tokenizer>> makeBpeTokenizer(BpeVocabulary vocabulary);

} // namespace limno
