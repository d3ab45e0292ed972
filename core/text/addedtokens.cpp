// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/addedtokens.h"

#include "core/text/utf8.h"

#include <QChar>

#include <algorithm>

namespace limno {

namespace {

unsigned char byteAt(std::string_view text, size_t index)
{
    return static_cast<unsigned char>(text[index]);
}

/// The character that ends at `end`; U+FFFD where the bytes before it are none.
Utf8Unit unitBefore(std::string_view text, size_t end)
{
    for (size_t back = 1; back <= 4 && back <= end; ++back) {
        const Utf8Unit unit = firstUtf8Unit(text.substr(end - back, back));
        if (unit.kind == Utf8Kind::Valid && unit.length == back)
            return unit;
    }
    return {Utf8Kind::Invalid, 1, U'\uFFFD'};
}

bool isWordCharacter(const Utf8Unit &unit)
{
    return unit.kind == Utf8Kind::Valid
        && (unit.character == U'_' || QChar::isLetterOrNumber(unit.character) || QChar::isMark(unit.character));
}

bool isSpace(const Utf8Unit &unit)
{
    return unit.kind == Utf8Kind::Valid && isUnicodeSpace(unit.character);
}

bool isWhiteSpaceOnly(std::string_view text)
{
    while (!text.empty()) {
        const Utf8Unit unit = firstUtf8Unit(text);
        if (!isSpace(unit))
            return false;
        text.remove_prefix(unit.length);
    }
    return true;
}

} // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens)
    : m_tokens(std::move(tokens))
{
    std::erase_if(m_tokens, [](const AddedToken &token) { return token.content.empty(); });
    std::sort(m_tokens.begin(), m_tokens.end(),
              [](const AddedToken &a, const AddedToken &b) { return a.content < b.content; });
    for (const AddedToken &token : m_tokens) {
        m_isFirstByte[byteAt(token.content, 0)] = true;
        m_hasWhiteSpaceTokens = m_hasWhiteSpaceTokens || isWhiteSpaceOnly(token.content);
    }
}

const AddedToken *AddedTokens::longestAt(std::string_view text) const
{
    // All tokens that share the text's first n bytes stand together; the range narrows byte by byte.
    auto begin = m_tokens.begin();
    auto end = m_tokens.end();
    const AddedToken *longest = nullptr;
    for (size_t index = 0; begin != end; ++index) {
        for (; begin != end && begin->content.size() == index; ++begin)
            longest = &*begin;
        if (index == text.size())
            break;
        const unsigned char wanted = byteAt(text, index);
        begin = std::lower_bound(begin, end, wanted, [&](const AddedToken &token, unsigned char byte) {
            return byteAt(token.content, index) < byte;
        });
        end = std::upper_bound(begin, end, wanted, [&](unsigned char byte, const AddedToken &token) {
            return byte < byteAt(token.content, index);
        });
    }
    return longest;
}

std::optional<AddedTokens::Match> AddedTokens::find(std::string_view text, size_t from, size_t limit, Reach reach) const
{
    if (m_tokens.empty() || (reach == Reach::WhiteSpaceOnly && !m_hasWhiteSpaceTokens))
        return std::nullopt;
    for (size_t begin = from; begin < limit; ++begin) {
        if (!m_isFirstByte[byteAt(text, begin)])
            continue;
        const AddedToken *token = longestAt(text.substr(begin, limit - begin));
        if (!token || (reach == Reach::WhiteSpaceOnly && !isWhiteSpaceOnly(token->content)))
            continue;
        Match match{begin, begin + token->content.size(), token->id};
        if (token->isSingleWord
            && ((match.begin > 0 && isWordCharacter(unitBefore(text, match.begin)))
                || (match.end < text.size() && isWordCharacter(firstUtf8Unit(text.substr(match.end))))))
            continue;
        while (token->stripsLeft && match.begin > from && isSpace(unitBefore(text, match.begin)))
            match.begin = std::max(from, match.begin - unitBefore(text, match.begin).length);
        while (token->stripsRight && match.end < limit && isSpace(firstUtf8Unit(text.substr(match.end))))
            match.end += firstUtf8Unit(text.substr(match.end)).length;
        return match;
    }
    return std::nullopt;
}

} // namespace limno
