// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/expressionparser.h"

#include "core/text/jinja/builtins.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace limno::jinja {

namespace {

using Kind = Expression::Kind;

std::unique_ptr<Expression> makeNode(Kind kind, int line, std::string name = {})
{
    auto node = std::make_unique<Expression>();
    node->kind = kind;
    node->line = line;
    node->name = std::move(name);
    return node;
}

template<typename... Parts>
ExpressionPtr makeNode(Kind kind, int line, std::string name, Parts &&...parts) requires(sizeof...(Parts) > 0)
{
    auto node = makeNode(kind, line, std::move(name));
    (node->parts.push_back(std::forward<Parts>(parts)), ...);
    return node;
}

ExpressionPtr makeLiteral(int line, Value value)
{
    auto node = makeNode(Kind::Literal, line);
    node->value = std::move(value);
    return node;
}

} // namespace

ExpressionPtr ExpressionParser::parseExpression(Choices choices)
{
    const Nesting nesting(*this);
    ExpressionPtr expression = parseOr();
    while (choices == Choices::Allowed && current().isName("if")) {
        const int line = take().line;
        ExpressionPtr condition = parseOr();
        ExpressionPtr otherwise = skipName("else") ? parseExpression() : nullptr;
        expression =
            makeNode(Kind::Choice, line, {}, std::move(condition), std::move(expression), std::move(otherwise));
    }
    return expression;
}

bool ExpressionParser::isTupleEnd(std::string_view closing) const
{
    return current().kind == TokenKind::BlockEnd || current().kind == TokenKind::OutputEnd || current().isOperator(")")
        || (!closing.empty() && (current().isOperator(closing) || current().isName(closing)));
}

ExpressionPtr ExpressionParser::parseTuple(Choices choices, std::string_view closing)
{
    const int line = current().line;
    auto tuple = makeNode(Kind::Tuple, line);
    bool isTuple = closing == ")" && isTupleEnd(closing); // () is the empty tuple
    while (!isTupleEnd(closing)) {
        tuple->parts.push_back(parseExpression(choices));
        if (!skipOperator(","))
            break;
        isTuple = true;
    }
    if (isTuple)
        return tuple;
    if (tuple->parts.empty())
        fail("expected an expression, not " + shownCurrent());
    return std::move(tuple->parts.front());
}

ExpressionPtr ExpressionParser::parseTarget()
{
    const int line = current().line;
    auto tuple = makeNode(Kind::Tuple, line);
    bool isTuple = false;
    do {
        if (!tuple->parts.empty() && current().kind != TokenKind::Name && !current().isOperator("("))
            break;
        if (skipOperator("(")) {
            const Nesting nesting(*this);
            tuple->parts.push_back(parseTarget());
            expectOperator(")");
        } else {
            ExpressionPtr target = makeNode(Kind::Name, line, expectAnyName());
            if (skipOperator("."))
                target = makeNode(Kind::Attribute, line, expectAnyName(), std::move(target));
            tuple->parts.push_back(std::move(target));
        }
        isTuple = isTuple || current().isOperator(",");
    } while (skipOperator(","));
    return isTuple ? std::move(tuple) : std::move(tuple->parts.front());
}

ExpressionPtr ExpressionParser::parseOr()
{
    ExpressionPtr left = parseAnd();
    while (current().isName("or")) {
        const int line = take().line;
        left = makeNode(Kind::Or, line, {}, std::move(left), parseAnd());
    }
    return left;
}

ExpressionPtr ExpressionParser::parseAnd()
{
    ExpressionPtr left = parseNot();
    while (current().isName("and")) {
        const int line = take().line;
        left = makeNode(Kind::And, line, {}, std::move(left), parseNot());
    }
    return left;
}

ExpressionPtr ExpressionParser::parseNot()
{
    if (!current().isName("not"))
        return parseCompare();
    const Nesting nesting(*this);
    const int line = take().line;
    return makeNode(Kind::Not, line, {}, parseNot());
}

ExpressionPtr ExpressionParser::parseCompare()
{
    constexpr std::array<std::string_view, 6> signs{"==", "!=", "<", "<=", ">", ">="};
    auto compare = makeNode(Kind::Compare, current().line);
    compare->parts.push_back(parseBinary(0));
    for (;;) {
        const Token &token = current();
        if (token.kind == TokenKind::Operator && std::find(signs.begin(), signs.end(), token.text) != signs.end()) {
            compare->operators.push_back(take().text);
        } else if (skipName("in")) {
            compare->operators.push_back("in");
        } else if (token.isName("not") && following().isName("in")) {
            take();
            take();
            compare->operators.push_back("not in");
        } else {
            break;
        }
        compare->parts.push_back(parseBinary(0));
    }
    return compare->operators.empty() ? std::move(compare->parts.front()) : std::move(compare);
}

ExpressionPtr ExpressionParser::parseBinary(size_t level)
{
    static const std::array<std::vector<std::string_view>, 4> signs{{{"+", "-"}, {"~"}, {"*", "/", "//", "%"}, {"**"}}};
    if (level == signs.size())
        return parseUnary(true);
    ExpressionPtr left = parseBinary(level + 1);
    while (current().kind == TokenKind::Operator
           && std::find(signs[level].begin(), signs[level].end(), current().text) != signs[level].end()) {
        const Token sign = take();
        left = makeNode(Kind::Binary, sign.line, sign.text, std::move(left), parseBinary(level + 1));
    }
    return left;
}

ExpressionPtr ExpressionParser::parseUnary(bool withFilters)
{
    ExpressionPtr expression;
    if (current().isOperator("-") || current().isOperator("+")) {
        const Nesting nesting(*this);
        const Token sign = take();
        expression = makeNode(Kind::Sign, sign.line, sign.text, parseUnary(false));
    } else {
        expression = parsePrimary();
    }
    expression = parsePostfix(std::move(expression));
    return withFilters ? parseFilters(std::move(expression)) : std::move(expression);
}

ExpressionPtr ExpressionParser::parsePrimary()
{
    const Token token = current();
    switch (token.kind) {
    case TokenKind::Name:
        return parseNameOrConstant();
    case TokenKind::String: {
        std::string text;
        while (current().kind == TokenKind::String)
            text += take().text;
        return makeLiteral(token.line, literal(std::move(text)));
    }
    case TokenKind::Integer: {
        int64_t value = 0;
        const auto [end, status] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        if (status != std::errc())
            fail("the number " + token.text + " is too large");
        take();
        return makeLiteral(token.line, value);
    }
    case TokenKind::Float: {
        double value = 0;
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        take();
        return makeLiteral(token.line, value);
    }
    default:
        break;
    }
    if (skipOperator("(")) {
        ExpressionPtr inner = parseTuple(Choices::Allowed, ")");
        expectOperator(")");
        return inner;
    }
    if (skipOperator("["))
        return parseItems(Kind::List, "]");
    if (skipOperator("{"))
        return parseItems(Kind::Dict, "}");
    fail("unexpected " + shownCurrent());
}

ExpressionPtr ExpressionParser::parseNameOrConstant()
{
    const Token token = take();
    if (token.text == "true" || token.text == "True")
        return makeLiteral(token.line, true);
    if (token.text == "false" || token.text == "False")
        return makeLiteral(token.line, false);
    if (token.text == "none" || token.text == "None")
        return makeLiteral(token.line, None());
    return makeNode(Kind::Name, token.line, token.text);
}

ExpressionPtr ExpressionParser::parseItems(Kind kind, std::string_view closing)
{
    auto node = makeNode(kind, current().line);
    while (!current().isOperator(closing)) {
        node->parts.push_back(parseExpression());
        if (kind == Kind::Dict) {
            expectOperator(":");
            node->parts.push_back(parseExpression());
        }
        if (!skipOperator(","))
            break;
    }
    expectOperator(closing);
    return node;
}

ExpressionPtr ExpressionParser::parsePostfix(ExpressionPtr object)
{
    for (;;) {
        const int line = current().line;
        if (skipOperator(".")) {
            if (current().kind == TokenKind::Integer)
                object = makeNode(Kind::Subscript, line, {}, std::move(object), parsePrimary());
            else
                object = makeNode(Kind::Attribute, line, expectAnyName(), std::move(object));
        } else if (skipOperator("[")) {
            object = parseSubscript(std::move(object));
        } else if (current().isOperator("(")) {
            auto call = makeNode(Kind::Call, line);
            call->parts.push_back(std::move(object));
            parseArguments(*call);
            object = std::move(call);
        } else {
            return object;
        }
    }
}

ExpressionPtr ExpressionParser::parseSubscript(ExpressionPtr object)
{
    const int line = current().line;
    const auto bound = [&]() -> ExpressionPtr {
        return current().isOperator(":") || current().isOperator("]") ? nullptr : parseExpression();
    };
    ExpressionPtr start = bound();
    if (!current().isOperator(":")) {
        if (!start)
            fail("expected an index");
        expectOperator("]");
        return makeNode(Kind::Subscript, line, {}, std::move(object), std::move(start));
    }
    take();
    ExpressionPtr stop = bound();
    ExpressionPtr step = skipOperator(":") ? bound() : nullptr;
    expectOperator("]");
    return makeNode(Kind::Slice, line, {}, std::move(object), std::move(start), std::move(stop), std::move(step));
}

void ExpressionParser::parseArguments(Expression &call)
{
    const Nesting nesting(*this);
    expectOperator("(");
    while (!current().isOperator(")")) {
        if (current().isOperator("*") || current().isOperator("**"))
            fail("unpacked arguments (" + current().text + ") are not supported");
        if (current().kind == TokenKind::Name && following().isOperator("=")) {
            std::string name = take().text;
            take();
            call.named.emplace_back(std::move(name), parseExpression());
        } else if (call.named.empty()) {
            call.arguments.push_back(parseExpression());
        } else {
            fail("an argument without a name follows one with a name");
        }
        if (!skipOperator(","))
            break;
    }
    expectOperator(")");
}

ExpressionPtr ExpressionParser::parseFilters(ExpressionPtr input)
{
    for (;;) {
        if (skipOperator("|")) {
            input = parseFilter(std::move(input));
        } else if (skipName("is")) {
            input = parseTest(std::move(input));
        } else if (current().isOperator("(")) {
            input = parsePostfix(std::move(input));
        } else {
            return input;
        }
    }
}

std::string ExpressionParser::parseDottedName()
{
    std::string name = expectAnyName();
    while (skipOperator("."))
        name += "." + expectAnyName();
    return name;
}

ExpressionPtr ExpressionParser::parseFilter(ExpressionPtr input)
{
    const int line = current().line;
    auto filter = makeNode(Kind::Filter, line, parseDottedName());
    if (!isFilter(filter->name))
        throw TemplateError("filter '" + filter->name + "' is not supported", TemplateError::Kind::Failed, line);
    filter->parts.push_back(std::move(input));
    if (current().isOperator("("))
        parseArguments(*filter);
    return filter;
}

ExpressionPtr ExpressionParser::parseFilterChain()
{
    skipOperator("|");
    ExpressionPtr chain = parseFilter(nullptr);
    while (skipOperator("|"))
        chain = parseFilter(std::move(chain));
    return chain;
}

ExpressionPtr ExpressionParser::parseTest(ExpressionPtr value)
{
    const int line = current().line;
    const bool isNegated = skipName("not");
    auto test = makeNode(Kind::Test, line, parseDottedName());
    if (!isTest(test->name))
        throw TemplateError("test '" + test->name + "' is not supported", TemplateError::Kind::Failed, line);
    test->parts.push_back(std::move(value));
    const Token &next = current();
    const bool isValue = next.kind == TokenKind::String || next.kind == TokenKind::Integer
        || next.kind == TokenKind::Float || next.isOperator("[") || next.isOperator("{")
        || (next.kind == TokenKind::Name && !next.isName("else") && !next.isName("or") && !next.isName("and"));
    if (next.isOperator("(")) {
        parseArguments(*test);
    } else if (isValue) {
        if (next.isName("is"))
            fail("tests with 'is' can't be chained");
        // `x is divisibleby 3 if …`: a word of the statement is no argument.
        if (!next.isName("if") && !next.isName("not") && !next.isName("in") && !next.isName("recursive"))
            test->arguments.push_back(parsePostfix(parsePrimary()));
    }
    return isNegated ? makeNode(Kind::Not, line, {}, ExpressionPtr(std::move(test))) : ExpressionPtr(std::move(test));
}

} // namespace limno::jinja
