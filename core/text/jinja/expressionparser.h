// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/ast.h"
#include "core/text/jinja/tokenreader.h"

#include <string>
#include <string_view>

namespace limno::jinja {

/// Reads expressions by recursive descent, loosest operators first. TemplateError names construct and line.
class ExpressionParser : public TokenReader
{
public:
    using TokenReader::TokenReader;

    enum class Choices { Allowed, Refused }; ///< whether `a if b else c` may stand here

    ExpressionPtr parseExpression(Choices choices = Choices::Allowed);
    /// One expression, or several with commas between them as a Tuple. `closing`: the sign or name behind it.
    ExpressionPtr parseTuple(Choices choices, std::string_view closing);
    /// What can stand left of = or `in`.
    ExpressionPtr parseTarget();
    /// `|a|b(1)` or `a|b(1)` behind the word `filter`; the innermost input is null.
    ExpressionPtr parseFilterChain();
    void parseArguments(Expression &call);

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
};

} // namespace limno::jinja
