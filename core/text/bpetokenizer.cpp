// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bpetokenizer.h"

#include "core/text/bytealphabet.h"
#include "core/text/utf8.h"

#include <QString>

#include <algorithm>
#include <charconv>

namespace limno {

namespace {

constexpr size_t kCacheBytes = 8 * 1024 * 1024;

/// Below U+0300 no character combines with another, so such text is in NFC already (Unicode Standard Annex 15).
bool mayNeedNfc(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0xCC; });
}

std::string toNfc(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .normalized(QString::NormalizationForm_C)
        .toStdString();
}

} // namespace

struct BpeTokenizer::Work {
    explicit Work(const WordPatterns &patterns)
        : splitter(patterns)
    {
    }
    WordSplitter splitter;
    std::vector<int32_t> symbols;
    BpeMerger::Scratch scratch;
    std::vector<int64_t> ids;
};

Result<std::shared_ptr<Tokenizer>> makeBpeTokenizer(BpeVocabulary vocabulary)
{
    return BpeTokenizer::make(std::move(vocabulary));
}

BpeTokenizer::BpeTokenizer(const BpeVocabulary &vocabulary, WordPatterns patterns)
    : m_alphabet(vocabulary.alphabet)
    , m_ignoresMerges(vocabulary.ignoresMerges)
    , m_normalizesToNfc(vocabulary.normalizesToNfc)
    , m_prependsSpace(vocabulary.prependsSpace)
    , m_specialIds(vocabulary.specialIds)
    , m_addedTokens(vocabulary.addedTokens)
    , m_patterns(std::move(patterns))
    , m_merger(vocabulary.merges.size())
    , m_cache(kCacheBytes)
{
    m_idOfByte.fill(-1);
}

Result<std::shared_ptr<Tokenizer>> BpeTokenizer::make(BpeVocabulary vocabulary)
{
    auto patterns = WordPatterns::compile(vocabulary.patterns);
    if (!patterns)
        return failure(ErrorCode::ModelInvalid, vocabulary.source + ": " + patterns.error().message, "bad_value");
    for (const AddedToken &token : vocabulary.addedTokens) {
        if (token.id < 0 || token.id >= static_cast<int64_t>(vocabulary.pieces.size()))
            return failure(ErrorCode::ModelInvalid,
                           vocabulary.source + ": added token " + token.content + " has id " + std::to_string(token.id)
                               + ", the vocabulary ends at " + std::to_string(vocabulary.pieces.size()),
                           "bad_value");
    }
    const std::shared_ptr<BpeTokenizer> tokenizer(new BpeTokenizer(vocabulary, std::move(*patterns)));
    if (auto added = tokenizer->addPieces(vocabulary); !added)
        return failure(std::move(added.error()));
    if (auto added = tokenizer->addMerges(vocabulary); !added)
        return failure(std::move(added.error()));
    return std::shared_ptr<Tokenizer>(tokenizer);
}

Result<void> BpeTokenizer::addPieces(BpeVocabulary &vocabulary)
{
    m_pieces = std::move(vocabulary.pieces);
    for (const AddedToken &token : vocabulary.addedTokens)
        m_pieces[static_cast<size_t>(token.id)].kind = token.isSpecial ? PieceKind::Special : PieceKind::Added;
    m_idByBytes.reserve(m_pieces.size());
    for (size_t id = 0; id < m_pieces.size(); ++id) {
        const Piece &piece = m_pieces[id];
        if (piece.text.empty() || piece.kind == PieceKind::Unused)
            continue;
        const std::string bytes = bytesOf(piece);
        const bool isAdded = piece.kind == PieceKind::Added || piece.kind == PieceKind::Special;
        // A merge may name an added token, but where another token has the same bytes, that one is meant.
        const auto [place, isNew] = m_idByBytes.try_emplace(bytes, static_cast<int32_t>(id));
        if (!isNew && !isAdded) {
            const PieceKind other = m_pieces[static_cast<size_t>(place->second)].kind;
            if (other == piece.kind)
                return failure(ErrorCode::ModelInvalid,
                               vocabulary.source + ": ids " + std::to_string(place->second) + " and "
                                   + std::to_string(id) + " are both \"" + piece.text + "\"",
                               "duplicate_id");
            if (other != PieceKind::Normal)
                place->second = static_cast<int32_t>(id);
        }
        if (bytes.size() == 1 && !isAdded)
            m_idOfByte[static_cast<unsigned char>(bytes[0])] = m_idByBytes[bytes];
    }
    return {};
}

std::string BpeTokenizer::bytesOf(const Piece &piece) const
{
    if (piece.kind == PieceKind::Byte) {
        unsigned value = 0;
        const char *end = piece.text.data() + piece.text.size();
        if (piece.text.starts_with("<0x") && std::from_chars(piece.text.data() + 3, end, value, 16).ptr == end - 1
            && value < 256)
            return std::string(1, static_cast<char>(value));
    }
    if (m_alphabet == Alphabet::Bytes && piece.kind == PieceKind::Normal)
        return bytesOfPiece(piece.text).value_or(piece.text);
    return piece.text;
}

Result<void> BpeTokenizer::addMerges(const BpeVocabulary &vocabulary)
{
    const auto idOf = [&](std::string_view bytes) {
        const auto found = m_idByBytes.find(bytes);
        return found == m_idByBytes.end() ? -1 : found->second;
    };
    int32_t rank = 0;
    for (const auto &[left, right] : vocabulary.merges) {
        const std::string leftBytes = bytesOf({left, PieceKind::Normal});
        const std::string rightBytes = bytesOf({right, PieceKind::Normal});
        const int32_t leftId = idOf(leftBytes);
        const int32_t rightId = idOf(rightBytes);
        const int32_t joinedId = idOf(leftBytes + rightBytes);
        if (leftId < 0 || rightId < 0 || joinedId < 0)
            return failure(ErrorCode::ModelInvalid,
                           vocabulary.source + ": merge " + std::to_string(rank) + " (\"" + left + "\" \"" + right
                               + "\"): \""
                               + (leftId < 0        ? left
                                      : rightId < 0 ? right
                                                    : left + right)
                               + "\" is not in the vocabulary",
                           "bad_merge");
        m_merger.add(leftId, rightId, rank++, joinedId);
    }
    if (m_alphabet == Alphabet::Bytes && !m_ignoresMerges)
        m_idByBytes = IdByBytes();
    return {};
}

std::vector<int64_t> BpeTokenizer::encode(std::string_view text, SpecialTokens special) const
{
    Work work(m_patterns);
    size_t pending = 0;
    encodeMarked(text, special == SpecialTokens::Parse, 0, text.size(), pending, work);
    encodeSection(text.substr(pending), work);
    return std::move(work.ids);
}

std::vector<int64_t> BpeTokenizer::encode(std::span<const TextSegment> segments) const
{
    std::string text;
    for (const TextSegment &segment : segments)
        text += segment.text;
    Work work(m_patterns);
    size_t pending = 0;
    size_t begin = 0;
    for (size_t i = 0; i < segments.size();) {
        const bool isTrusted = segments[i].isTrusted;
        size_t end = begin;
        for (; i < segments.size() && (segments[i].isTrusted == isTrusted || segments[i].text.empty()); ++i)
            end += segments[i].text.size();
        encodeMarked(text, isTrusted, begin, end, pending, work);
        begin = end;
    }
    encodeSection(std::string_view(text).substr(pending), work);
    return std::move(work.ids);
}

/// Finds the added tokens in [begin, end) and encodes what lies between them. `pending`: where the text starts that is
/// not encoded yet, because it goes on behind `end`.
void BpeTokenizer::encodeMarked(std::string_view text, bool isTrusted, size_t begin, size_t end, size_t &pending,
                                Work &work) const
{
    const auto reach = isTrusted ? AddedTokens::Reach::All : AddedTokens::Reach::WhiteSpaceOnly;
    while (const auto match = m_addedTokens.find(text, begin, end, reach)) {
        encodeSection(text.substr(pending, match->begin - pending), work);
        work.ids.push_back(match->id);
        begin = pending = match->end;
    }
}

void BpeTokenizer::encodeSection(std::string_view text, Work &work) const
{
    std::string spaced;
    if (m_prependsSpace && !text.empty() && text.front() != ' ') {
        spaced = " " + std::string(text);
        text = spaced;
    }
    while (!text.empty()) {
        const size_t valid = validUtf8Prefix(text);
        encodeValid(text.substr(0, valid), work);
        text.remove_prefix(valid);
        // Bytes that are no character: one word for all in a row.
        size_t invalid = 0;
        while (invalid < text.size()) {
            const Utf8Unit unit = firstUtf8Unit(text.substr(invalid));
            if (unit.kind == Utf8Kind::Valid)
                break;
            invalid += unit.length;
        }
        if (invalid > 0)
            encodeWord(text.substr(0, invalid), work);
        text.remove_prefix(invalid);
    }
}

void BpeTokenizer::encodeValid(std::string_view text, Work &work) const
{
    std::string normalized;
    if (m_normalizesToNfc && mayNeedNfc(text)) {
        normalized = toNfc(text);
        text = normalized;
    }
    work.splitter.start(text);
    std::string_view word;
    while (work.splitter.next(word))
        encodeWord(word, work);
}

void BpeTokenizer::encodeWord(std::string_view word, Work &work) const
{
    if (word.size() > WordCache::kLongestWord) {
        const auto ids = mergeWord(word, work);
        work.ids.insert(work.ids.end(), ids.begin(), ids.end());
        return;
    }
    const uint64_t hash = WordCache::hash(word);
    if (m_cache.find(word, hash, work.ids))
        return;
    const auto ids = mergeWord(word, work);
    work.ids.insert(work.ids.end(), ids.begin(), ids.end());
    m_cache.insert(word, hash, ids);
}

/// The ids stay valid until the next word.
std::span<const int32_t> BpeTokenizer::mergeWord(std::string_view word, Work &work) const
{
    work.symbols.clear();
    if (m_ignoresMerges) {
        if (const auto known = m_idByBytes.find(word);
            known != m_idByBytes.end() && m_pieces[static_cast<size_t>(known->second)].kind == PieceKind::Normal) {
            work.symbols.push_back(known->second);
            return work.symbols;
        }
    }
    while (!word.empty()) {
        const size_t length = m_alphabet == Alphabet::Bytes ? 1 : firstUtf8Unit(word).length;
        int32_t id = -1;
        if (length == 1) {
            id = m_idOfByte[static_cast<unsigned char>(word[0])];
        } else if (const auto known = m_idByBytes.find(word.substr(0, length)); known != m_idByBytes.end()) {
            id = known->second;
        }
        if (id >= 0)
            work.symbols.push_back(id);
        word.remove_prefix(length);
    }
    return m_merger.merge(work.symbols, work.scratch);
}

std::string BpeTokenizer::decode(std::span<const int64_t> ids, bool keepSpecial) const
{
    std::string bytes;
    for (const int64_t id : ids) {
        if (keepSpecial || !isSpecial(id))
            bytes += tokenBytes(id);
    }
    return replaceInvalidUtf8(bytes);
}

std::string BpeTokenizer::tokenBytes(int64_t id) const
{
    return isId(id) ? bytesOf(m_pieces[static_cast<size_t>(id)]) : std::string();
}

std::string BpeTokenizer::piece(int64_t id) const
{
    return isId(id) ? m_pieces[static_cast<size_t>(id)].text : std::string();
}

bool BpeTokenizer::isSpecial(int64_t id) const
{
    return isId(id) && m_pieces[static_cast<size_t>(id)].kind == PieceKind::Special;
}

} // namespace limno
