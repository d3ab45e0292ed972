// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/addedtokens.h"
#include "core/text/bpemerger.h"
#include "core/text/bpevocabulary.h"
#include "core/text/wordcache.h"
#include "core/text/wordsplitter.h"

#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace limno {

/// Byte-level BPE. Words with bytes that the vocabulary has no token for lose them, as in the reference.
class BpeTokenizer : public Tokenizer
{
public:
    static Result<std::shared_ptr<Tokenizer>> make(BpeVocabulary vocabulary);

    std::vector<int64_t> encode(std::string_view text, SpecialTokens special) const override;
    std::vector<int64_t> encode(std::span<const TextSegment> segments) const override;
    std::string decode(std::span<const int64_t> ids, bool keepSpecial) const override;
    std::string tokenBytes(int64_t id) const override;
    std::string piece(int64_t id) const override;
    bool isSpecial(int64_t id) const override;
    int64_t vocabularySize() const override { return static_cast<int64_t>(m_pieces.size()); }
    const SpecialIds &specialIds() const override { return m_specialIds; }
    int64_t cacheBytes() const override { return m_cache.bytes(); }
    void clearCache() override { m_cache.clear(); }

private:
    struct ViewHash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using IdByBytes = std::unordered_map<std::string, int32_t, ViewHash, std::equal_to<>>;
    /// What one encode() works in.
    struct Work;

    BpeTokenizer(const BpeVocabulary &vocabulary, WordPatterns patterns);
    Result<void> addPieces(BpeVocabulary &vocabulary);
    Result<void> addMerges(const BpeVocabulary &vocabulary);
    std::string bytesOf(const Piece &piece) const;
    void encodeMarked(std::string_view text, bool isTrusted, size_t begin, size_t end, size_t &pending,
                      Work &work) const;
    void encodeSection(std::string_view text, Work &work) const;
    void encodeValid(std::string_view text, Work &work) const;
    void encodeWord(std::string_view word, Work &work) const;
    std::span<const int32_t> mergeWord(std::string_view word, Work &work) const;
    bool isId(int64_t id) const { return id >= 0 && id < vocabularySize(); }

    const Alphabet m_alphabet;
    const bool m_ignoresMerges;
    const bool m_normalizesToNfc;
    const bool m_prependsSpace;
    const SpecialIds m_specialIds;
    const AddedTokens m_addedTokens;
    const WordPatterns m_patterns;
    std::vector<Piece> m_pieces;
    IdByBytes m_idByBytes; ///< kept only where words or characters are looked up whole
    std::array<int32_t, 256> m_idOfByte; ///< -1: the vocabulary has none
    BpeMerger m_merger;
    mutable WordCache m_cache;
};

} // namespace limno
