// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limno::jinja {

enum class TokenKind {
    Data,
    BlockBegin,
    BlockEnd,
    OutputBegin,
    OutputEnd,
    Name,
    String,
    Integer,
    Float,
    Operator,
    End
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text; ///< String: without quotes and escapes
    int line = 1;

    bool isOperator(std::string_view sign) const { return kind == TokenKind::Operator && text == sign; }
    bool isName(std::string_view name) const { return kind == TokenKind::Name && text == name; }
};

/// Cuts a template into tokens; the last one is End. White space around tags is already taken away (trim_blocks,
/// lstrip_blocks, `-` and `+`), comments are gone. TemplateError with the line.
std::vector<Token> tokenize(std::string_view source);

} // namespace limno::jinja
