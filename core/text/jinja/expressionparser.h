// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/ast.h"
#include "core/text/jinja/lexer.h"

#include <string>
#include <string_view>
#include <vector>

namespace limno::jinja {

/// Reads expressions by recursive descent, loosest operators first. TemplateError names construct and line.
class ExpressionParser
{
public:
    explicit ExpressionParser(std::vector<Token> tokens)
        : m_tokens(std::move(tokens))
    {
    }

    enum class Choices { Allowed, Refused }; ///< whether `a if b else c` may stand here

    ExpressionPtr parseExpression(Choices choices = Choices::Allowed);
    /// One expression, or several with commas between them as a Tuple. `closing`: the sign or name behind it.
    ExpressionPtr parseTuple(Choices choices, std::string_view closing);
    /// What can stand left of = or `in`.
    ExpressionPtr parseTarget();
    /// `|a|b(1)` or `a|b(1)` behind the word `filter`; the innermost input is null.
    ExpressionPtr parseFilterChain();
    void parseArguments(Expression &call);

    const Token &current() const { return m_tokens[m_position]; }
    const Token &following() const { return m_tokens[std::min(m_position + 1, m_tokens.size() - 1)]; }
    Token take();
    bool skipOperator(std::string_view sign);
    bool skipName(std::string_view name);
    void expectOperator(std::string_view sign);
    void expectName(std::string_view name);
    std::string expectAnyName();
    void expect(TokenKind kind, std::string_view what);
    [[noreturn]] void fail(const std::string &message) const;

    /// Counts how deep the parser is inside itself; a template nested too deep is refused.
    class Nesting
    {
    public:
        explicit Nesting(ExpressionParser &parser);
        ~Nesting() { --m_parser.m_depth; }
        Nesting(const Nesting &) = delete;
        Nesting &operator=(const Nesting &) = delete;

    private:
        ExpressionParser &m_parser;
    };

private:
    ExpressionPtr parseOr();
    ExpressionPtr parseAnd();
    ExpressionPtr parseNot();
    ExpressionPtr parseCompare();
    /// Level 0: + and -; 1: ~; 2: * / // %; 3: **.
    ExpressionPtr parseBinary(size_t level);
    ExpressionPtr parseUnary(bool withFilters);
    ExpressionPtr parsePrimary();
    ExpressionPtr parseNameOrConstant();
    ExpressionPtr parseItems(Expression::Kind kind, std::string_view closing);
    ExpressionPtr parsePostfix(ExpressionPtr object);
    ExpressionPtr parseFilters(ExpressionPtr input);
    ExpressionPtr parseFilter(ExpressionPtr input);
    ExpressionPtr parseTest(ExpressionPtr value);
    ExpressionPtr parseSubscript(ExpressionPtr object);
    bool isTupleEnd(std::string_view closing) const;
    std::string parseDottedName();

    std::vector<Token> m_tokens;
    size_t m_position = 0;
    int m_depth = 0;
};

} // namespace limno::jinja
