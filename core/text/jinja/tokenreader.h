// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/lexer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limno::jinja {

/// A place in the tokens of a template, with what parsers do there. Failures are TemplateErrors with the line.
class TokenReader
{
public:
    explicit TokenReader(std::vector<Token> tokens)
        : m_tokens(std::move(tokens))
    {
    }

    const Token &current() const { return m_tokens[m_position]; }
    const Token &following() const { return m_tokens[m_position + 1 < m_tokens.size() ? m_position + 1 : m_position]; }
    Token take();
    bool skipOperator(std::string_view sign);
    bool skipName(std::string_view name);
    void expectOperator(std::string_view sign);
    void expectName(std::string_view name);
    std::string expectAnyName();
    void expect(TokenKind kind, std::string_view what);
    [[noreturn]] void fail(const std::string &message) const;
    std::string shownCurrent() const; ///< for messages

    /// Counts how deep the parser is inside itself; a template nested too deep is refused.
    class Nesting
    {
    public:
        explicit Nesting(TokenReader &reader);
        ~Nesting() { --m_reader.m_depth; }
        Nesting(const Nesting &) = delete;
        Nesting &operator=(const Nesting &) = delete;

    private:
        TokenReader &m_reader;
    };

private:
    std::vector<Token> m_tokens; ///< the last one is End
    size_t m_position = 0;
    int m_depth = 0;
};

} // namespace limno::jinja
