// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/lexer.h"

#include "core/text/jinja/escapes.h"
#include "core/text/jinja/value.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace limno::jinja {

namespace {

constexpr std::array<std::string_view, 26> kOperators{"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                      "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                      ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};

/// One newline at the end is dropped, and every kind of newline is one kind.
std::string withPlainNewlines(std::string_view source)
{
    std::string result;
    for (size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            result += '\n';
            if (i + 1 < source.size() && source[i + 1] == '\n')
                ++i;
        } else {
            result += source[i];
        }
    }
    if (result.ends_with('\n'))
        result.pop_back();
    return result;
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isNameStart(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_'
        || static_cast<unsigned char>(character) >= 0x80;
}

class Lexer
{
public:
    explicit Lexer(std::string_view source)
        : m_source(withPlainNewlines(source))
        , m_rest(m_source)
    {
    }

    std::vector<Token> run()
    {
        while (!m_rest.empty())
            readData();
        add(TokenKind::End, {});
        return std::move(m_tokens);
    }

private:
    void readData();
    void readComment();
    bool readRaw();
    void readTag(bool isBlock);
    bool readTagEnd(bool isBlock);
    void readCode();
    size_t numberLength(bool &isFloat) const;
    void readString();

    void add(TokenKind kind, std::string text) { m_tokens.push_back({kind, std::move(text), m_line}); }

    void advance(size_t bytes)
    {
        const std::string_view passed = m_rest.substr(0, bytes);
        m_line += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
        if (!passed.empty())
            m_isAtLineStart = passed.back() == '\n';
        m_rest.remove_prefix(passed.size());
    }

    size_t spaceLength(std::string_view text) const
    {
        size_t length = 0;
        while (length < text.size()) {
            const Utf8Unit unit = firstUtf8Unit(text.substr(length));
            if (unit.kind != Utf8Kind::Valid || !isUnicodeSpace(unit.character))
                break;
            length += unit.length;
        }
        return length;
    }

    /// Without the white space at its end.
    std::string_view trimmedRight(std::string_view text) const
    {
        size_t end = 0;
        for (size_t i = 0; i < text.size();) {
            const Utf8Unit unit = firstUtf8Unit(text.substr(i));
            i += unit.length;
            if (unit.kind != Utf8Kind::Valid || !isUnicodeSpace(unit.character))
                end = i;
        }
        return text.substr(0, end);
    }

    /// `data` up to a tag with `sign`, without what the sign or lstrip_blocks take away.
    std::string_view dataBeforeTag(std::string_view data, char sign, bool isOutput) const
    {
        if (sign == '-')
            return trimmedRight(data);
        if (sign == '+' || isOutput)
            return data;
        const size_t newline = data.rfind('\n');
        if (newline == std::string_view::npos && !m_isAtLineStart)
            return data;
        const size_t lineStart = newline == std::string_view::npos ? 0 : newline + 1;
        return spaceLength(data.substr(lineStart)) == data.size() - lineStart ? data.substr(0, lineStart) : data;
    }

    void addData(std::string_view data)
    {
        if (!data.empty())
            add(TokenKind::Data, std::string(data));
    }

    const std::string m_source;
    std::string_view m_rest;
    std::vector<Token> m_tokens;
    std::string m_brackets; ///< that are open inside the tag
    int m_line = 1;
    bool m_isAtLineStart = true;
};

void Lexer::readData()
{
    size_t tag = m_rest.find('{');
    while (tag != std::string_view::npos
           && (tag + 1 == m_rest.size() || std::string_view("{%#").find(m_rest[tag + 1]) == std::string_view::npos))
        tag = m_rest.find('{', tag + 1);
    if (tag == std::string_view::npos) {
        addData(m_rest);
        advance(m_rest.size());
        return;
    }
    const char kind = m_rest[tag + 1];
    const char next = tag + 2 < m_rest.size() ? m_rest[tag + 2] : '\0';
    const char sign = next == '-' || next == '+' ? next : '\0';
    addData(dataBeforeTag(m_rest.substr(0, tag), sign, kind == '{'));
    advance(tag);
    if (kind == '%' && readRaw())
        return;
    if (kind != '#')
        add(kind == '%' ? TokenKind::BlockBegin : TokenKind::OutputBegin, {});
    advance(sign ? 3 : 2);
    if (kind == '#')
        readComment();
    else
        readTag(kind == '%');
}

void Lexer::readComment()
{
    const size_t end = m_rest.find("#}");
    if (end == std::string_view::npos)
        throw TemplateError("a comment is not closed", TemplateError::Kind::Failed, m_line);
    const char sign = end > 0 ? m_rest[end - 1] : '\0';
    advance(end + 2);
    if (sign == '-')
        advance(spaceLength(m_rest));
    else if (sign != '+' && m_rest.starts_with('\n'))
        advance(1);
}

/// `{% raw %}…{% endraw %}`: what is inside is data. False if the tag is another one.
bool Lexer::readRaw()
{
    const auto tagLength = [&](std::string_view text, std::string_view name, char &beginSign, char &endSign) -> size_t {
        size_t at = 2;
        beginSign = at < text.size() && (text[at] == '-' || text[at] == '+') ? text[at++] : '\0';
        at += spaceLength(text.substr(std::min(at, text.size())));
        if (!text.substr(std::min(at, text.size())).starts_with(name))
            return 0;
        at += name.size();
        at += spaceLength(text.substr(at));
        endSign = at < text.size() && (text[at] == '-' || text[at] == '+') ? text[at++] : '\0';
        return text.substr(at).starts_with("%}") ? at + 2 : 0;
    };
    char beginSign = '\0';
    char endSign = '\0';
    const size_t opening = tagLength(m_rest, "raw", beginSign, endSign);
    if (opening == 0)
        return false;
    const int line = m_line;
    advance(opening);
    if (endSign == '-')
        advance(spaceLength(m_rest));
    for (size_t at = m_rest.find("{%"); at != std::string_view::npos; at = m_rest.find("{%", at + 2)) {
        const size_t closing = tagLength(m_rest.substr(at), "endraw", beginSign, endSign);
        if (closing == 0)
            continue;
        addData(dataBeforeTag(m_rest.substr(0, at), beginSign, false));
        advance(at + closing);
        if (endSign == '-')
            advance(spaceLength(m_rest));
        else if (endSign != '+' && m_rest.starts_with('\n'))
            advance(1);
        return true;
    }
    throw TemplateError("{% raw %} is not closed", TemplateError::Kind::Failed, line);
}

void Lexer::readTag(bool isBlock)
{
    const int line = m_line;
    m_brackets.clear();
    for (;;) {
        advance(spaceLength(m_rest));
        if (m_rest.empty())
            throw TemplateError(isBlock ? "{% is not closed" : "{{ is not closed", TemplateError::Kind::Failed, line);
        if (m_brackets.empty() && readTagEnd(isBlock))
            return;
        readCode();
    }
}

bool Lexer::readTagEnd(bool isBlock)
{
    const std::string_view end = isBlock ? "%}" : "}}";
    const bool strips = m_rest.starts_with('-') && m_rest.substr(1).starts_with(end);
    const bool keeps = isBlock && m_rest.starts_with('+') && m_rest.substr(1).starts_with(end);
    if (!strips && !keeps && !m_rest.starts_with(end))
        return false;
    add(isBlock ? TokenKind::BlockEnd : TokenKind::OutputEnd, {});
    advance(strips || keeps ? 3 : 2);
    if (strips)
        advance(spaceLength(m_rest));
    else if (isBlock && !keeps && m_rest.starts_with('\n'))
        advance(1);
    return true;
}

void Lexer::readCode()
{
    const char first = m_rest[0];
    if (first == '"' || first == '\'') {
        readString();
        return;
    }
    if (isDigit(first)) {
        bool isFloat = false;
        const size_t length = numberLength(isFloat);
        std::string digits(m_rest.substr(0, length));
        std::erase(digits, '_');
        add(isFloat ? TokenKind::Float : TokenKind::Integer, std::move(digits));
        advance(length);
        return;
    }
    if (isNameStart(first)) {
        size_t length = 1;
        while (length < m_rest.size() && (isNameStart(m_rest[length]) || isDigit(m_rest[length])))
            ++length;
        add(TokenKind::Name, std::string(m_rest.substr(0, length)));
        advance(length);
        return;
    }
    const auto sign = std::find_if(kOperators.begin(), kOperators.end(),
                                   [&](std::string_view candidate) { return m_rest.starts_with(candidate); });
    if (sign == kOperators.end())
        throw TemplateError(std::string("unexpected character '") + first + "'", TemplateError::Kind::Failed, m_line);
    constexpr std::string_view opening = "([{";
    constexpr std::string_view closing = ")]}";
    if (opening.find(first) != std::string_view::npos) {
        m_brackets += first;
    } else if (const size_t which = closing.find(first); which != std::string_view::npos) {
        if (m_brackets.empty() || m_brackets.back() != opening[which])
            throw TemplateError(std::string("unexpected '") + first + "'", TemplateError::Kind::Failed, m_line);
        m_brackets.pop_back();
    }
    add(TokenKind::Operator, std::string(*sign));
    advance(sign->size());
}

size_t Lexer::numberLength(bool &isFloat) const
{
    const auto at = [&](size_t index) { return index < m_rest.size() ? m_rest[index] : '\0'; };
    const auto pastDigits = [&](size_t index) {
        while (isDigit(at(index)) || (at(index) == '_' && isDigit(at(index + 1))))
            ++index;
        return index;
    };
    size_t length = pastDigits(0);
    const bool isAfterDot = !m_tokens.empty() && m_tokens.back().isOperator("."); // `item.0.1` holds no 0.1
    if (isAfterDot)
        return length;
    if (at(length) == '.' && isDigit(at(length + 1))) {
        isFloat = true;
        length = pastDigits(length + 1);
    }
    if (at(length) == 'e' || at(length) == 'E') {
        const size_t digits = length + (at(length + 1) == '+' || at(length + 1) == '-' ? 2 : 1);
        if (isDigit(at(digits))) {
            isFloat = true;
            length = pastDigits(digits);
        }
    }
    return length;
}

void Lexer::readString()
{
    const char quote = m_rest[0];
    size_t end = 1;
    while (end < m_rest.size() && m_rest[end] != quote)
        end += m_rest[end] == '\\' ? 2 : 1;
    if (end >= m_rest.size())
        throw TemplateError("a string is not closed", TemplateError::Kind::Failed, m_line);
    add(TokenKind::String, unescaped(m_rest.substr(1, end - 1)));
    advance(end + 1);
}

} // namespace

std::vector<Token> tokenize(std::string_view source)
{
    return Lexer(source).run();
}

} // namespace limno::jinja
