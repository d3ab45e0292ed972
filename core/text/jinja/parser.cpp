// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/parser.h"

#include "core/text/jinja/expressionparser.h"

#include <algorithm>
#include <initializer_list>

namespace limno::jinja {

namespace {

using Kind = Statement::Kind;
using Choices = ExpressionParser::Choices;

class StatementParser
{
public:
    explicit StatementParser(std::string_view source)
        : m_read(tokenize(source))
    {
    }

    Body parseAll() { return parseUntil({}); }

private:
    /// Up to a tag that begins with one of `ends`, whose name is the current token then; all the rest for no ends.
    Body parseUntil(std::initializer_list<std::string_view> ends);
    /// The body of a statement whose opening tag ends here, and its closing tag up to (not including) `%}`.
    Body parseBody(std::string_view end);
    Statement parseStatement();
    void parseFor(Statement &statement);
    void parseIf(Statement &statement);
    void parseSet(Statement &statement);
    void parseMacro(Statement &statement);
    void parseCallBlock(Statement &statement);
    void parseWith(Statement &statement);
    std::vector<MacroParameter> parseParameters();

    ExpressionParser m_read;
    int m_loops = 0; ///< around the current place
};

Body StatementParser::parseUntil(std::initializer_list<std::string_view> ends)
{
    const TokenReader::Nesting nesting(m_read);
    const int line = m_read.current().line;
    Body body;
    for (;;) {
        const Token token = m_read.take();
        switch (token.kind) {
        case TokenKind::Data: {
            auto data = std::make_unique<Expression>();
            data->value = literal(token.text);
            body.push_back({.kind = Kind::Data, .line = token.line, .expression = std::move(data)});
            break;
        }
        case TokenKind::OutputBegin:
            body.push_back(
                {.kind = Kind::Output, .line = token.line, .expression = m_read.parseTuple(Choices::Allowed, {})});
            m_read.expect(TokenKind::OutputEnd, "}}");
            break;
        case TokenKind::BlockBegin:
            if (m_read.current().kind == TokenKind::Name
                && std::find(ends.begin(), ends.end(), m_read.current().text) != ends.end())
                return body;
            body.push_back(parseStatement());
            m_read.expect(TokenKind::BlockEnd, "%}");
            break;
        default:
            if (ends.size() > 0)
                throw TemplateError("{% " + std::string(*(ends.end() - 1)) + " %} is missing",
                                    TemplateError::Kind::Failed, line);
            return body;
        }
    }
}

Body StatementParser::parseBody(std::string_view end)
{
    m_read.skipOperator(":");
    m_read.expect(TokenKind::BlockEnd, "%}");
    Body body = parseUntil({end});
    m_read.expectName(end);
    return body;
}

Statement StatementParser::parseStatement()
{
    Statement statement;
    statement.line = m_read.current().line;
    const std::string name = m_read.expectAnyName();
    if (name == "for") {
        parseFor(statement);
    } else if (name == "if") {
        parseIf(statement);
    } else if (name == "set") {
        parseSet(statement);
    } else if (name == "macro") {
        parseMacro(statement);
    } else if (name == "call") {
        parseCallBlock(statement);
    } else if (name == "with") {
        parseWith(statement);
    } else if (name == "filter") {
        statement.kind = Kind::FilterBlock;
        statement.expression = m_read.parseFilterChain();
        statement.body = parseBody("endfilter");
    } else if (name == "generation") { // marks the model's own words for training; the text is the same
        statement.kind = Kind::Group;
        statement.body = parseBody("endgeneration");
    } else if (name == "break" || name == "continue") {
        if (m_loops == 0)
            throw TemplateError("'" + name + "' outside of a loop", TemplateError::Kind::Failed, statement.line);
        statement.kind = name == "break" ? Kind::Break : Kind::Continue;
    } else if (name.starts_with("end") || name == "else" || name == "elif") {
        throw TemplateError("unexpected {% " + name + " %}", TemplateError::Kind::Failed, statement.line);
    } else {
        throw TemplateError("statement '" + name + "' is not supported", TemplateError::Kind::Failed, statement.line);
    }
    return statement;
}

void StatementParser::parseFor(Statement &statement)
{
    statement.kind = Kind::For;
    statement.target = m_read.parseTarget();
    m_read.expectName("in");
    statement.expression = m_read.parseTuple(Choices::Refused, "recursive");
    if (m_read.skipName("if"))
        statement.condition = m_read.parseExpression();
    statement.isRecursive = m_read.skipName("recursive");
    m_read.skipOperator(":");
    m_read.expect(TokenKind::BlockEnd, "%}");
    ++m_loops;
    statement.body = parseUntil({"else", "endfor"});
    --m_loops;
    if (m_read.skipName("else"))
        statement.otherwise = parseBody("endfor");
    else
        m_read.expectName("endfor");
}

void StatementParser::parseIf(Statement &statement)
{
    statement.kind = Kind::If;
    statement.expression = m_read.parseTuple(Choices::Refused, {});
    m_read.skipOperator(":");
    m_read.expect(TokenKind::BlockEnd, "%}");
    statement.body = parseUntil({"elif", "else", "endif"});
    if (m_read.current().isName("elif")) {
        Statement next;
        next.line = m_read.take().line;
        const TokenReader::Nesting nesting(m_read);
        parseIf(next);
        statement.otherwise.push_back(std::move(next));
    } else if (m_read.skipName("else")) {
        statement.otherwise = parseBody("endif");
    } else {
        m_read.expectName("endif");
    }
}

void StatementParser::parseSet(Statement &statement)
{
    statement.target = m_read.parseTarget();
    if (m_read.skipOperator("=")) {
        statement.kind = Kind::Set;
        statement.expression = m_read.parseTuple(Choices::Allowed, {});
        return;
    }
    statement.kind = Kind::SetBlock;
    if (m_read.current().isOperator("|"))
        statement.expression = m_read.parseFilterChain();
    statement.body = parseBody("endset");
}

std::vector<MacroParameter> StatementParser::parseParameters()
{
    std::vector<MacroParameter> parameters;
    m_read.expectOperator("(");
    while (!m_read.current().isOperator(")")) {
        MacroParameter parameter;
        parameter.name = m_read.expectAnyName();
        if (m_read.skipOperator("="))
            parameter.standard = m_read.parseExpression();
        else if (!parameters.empty() && parameters.back().standard)
            m_read.fail("a parameter without a default follows one with a default");
        parameters.push_back(std::move(parameter));
        if (!m_read.skipOperator(","))
            break;
    }
    m_read.expectOperator(")");
    return parameters;
}

void StatementParser::parseMacro(Statement &statement)
{
    statement.kind = Kind::Macro;
    statement.name = m_read.expectAnyName();
    statement.parameters = parseParameters();
    const int loops = std::exchange(m_loops, 0);
    statement.body = parseBody("endmacro");
    m_loops = loops;
}

void StatementParser::parseCallBlock(Statement &statement)
{
    statement.kind = Kind::CallBlock;
    if (m_read.current().isOperator("("))
        statement.parameters = parseParameters();
    statement.expression = m_read.parseExpression();
    if (statement.expression->kind != Expression::Kind::Call)
        m_read.fail("{% call %} needs a call");
    const int loops = std::exchange(m_loops, 0);
    statement.body = parseBody("endcall");
    m_loops = loops;
}

void StatementParser::parseWith(Statement &statement)
{
    statement.kind = Kind::With;
    while (m_read.current().kind != TokenKind::BlockEnd) {
        ExpressionPtr target = m_read.parseTarget();
        m_read.expectOperator("=");
        statement.assignments.emplace_back(std::move(target), m_read.parseExpression());
        if (!m_read.skipOperator(","))
            break;
    }
    statement.body = parseBody("endwith");
}

} // namespace

Body parseTemplate(std::string_view source)
{
    return StatementParser(source).parseAll();
}

} // namespace limno::jinja
