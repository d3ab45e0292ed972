// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/tokenreader.h"

#include "core/text/jinja/templateerror.h"

namespace limno::jinja {

namespace {

constexpr int kDeepestNesting = 100;

std::string described(const Token &token)
{
    switch (token.kind) {
    case TokenKind::End:
        return "end of template";
    case TokenKind::BlockEnd:
        return "%}";
    case TokenKind::OutputEnd:
        return "}}";
    case TokenKind::String:
        return "a string";
    default:
        return "'" + token.text + "'";
    }
}

} // namespace

TokenReader::Nesting::Nesting(TokenReader &reader)
    : m_reader(reader)
{
    if (reader.m_depth >= kDeepestNesting)
        reader.fail("nested deeper than " + std::to_string(kDeepestNesting));
    ++reader.m_depth;
}

void TokenReader::fail(const std::string &message) const
{
    throw TemplateError(message, TemplateError::Kind::Failed, current().line);
}

Token TokenReader::take()
{
    Token token = current();
    if (token.kind != TokenKind::End)
        ++m_position;
    return token;
}

bool TokenReader::skipOperator(std::string_view sign)
{
    const bool isThere = current().isOperator(sign);
    m_position += isThere ? 1 : 0;
    return isThere;
}

bool TokenReader::skipName(std::string_view name)
{
    const bool isThere = current().isName(name);
    m_position += isThere ? 1 : 0;
    return isThere;
}

void TokenReader::expectOperator(std::string_view sign)
{
    if (!skipOperator(sign))
        fail("expected '" + std::string(sign) + "', not " + shownCurrent());
}

void TokenReader::expectName(std::string_view name)
{
    if (!skipName(name))
        fail("expected '" + std::string(name) + "', not " + shownCurrent());
}

std::string TokenReader::expectAnyName()
{
    if (current().kind != TokenKind::Name)
        fail("expected a name, not " + shownCurrent());
    return take().text;
}

void TokenReader::expect(TokenKind kind, std::string_view what)
{
    if (current().kind != kind)
        fail("expected " + std::string(what) + ", not " + shownCurrent());
    ++m_position;
}

std::string TokenReader::shownCurrent() const
{
    return described(current());
}

} // namespace limno::jinja
