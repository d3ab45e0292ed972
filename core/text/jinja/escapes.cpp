// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/escapes.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace limno::jinja {

namespace {

constexpr std::string_view kLetters = "abfnrtv\\'\"\n";
constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"";

/// The number in exactly `digits` hexadecimal digits.
std::optional<char32_t> hexadecimal(std::string_view text, size_t digits)
{
    unsigned value = 0;
    if (text.size() < digits)
        return std::nullopt;
    const char *end = text.data() + digits;
    const auto [stop, status] = std::from_chars(text.data(), end, value, 16);
    if (status != std::errc() || stop != end || value > 0x10FFFF)
        return std::nullopt;
    return static_cast<char32_t>(value);
}

} // namespace

std::string unescaped(std::string_view literal)
{
    std::string result;
    while (!literal.empty()) {
        if (literal[0] != '\\' || literal.size() == 1) {
            result += literal[0];
            literal.remove_prefix(1);
            continue;
        }
        const char letter = literal[1];
        const std::string_view rest = literal.substr(2);
        const size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        if (const size_t known = kLetters.find(letter); known != std::string_view::npos) {
            if (known < kMeanings.size()) // the last letter is a line continuation: nothing
                result += kMeanings[known];
            literal = rest;
        } else if (const auto character = digits ? hexadecimal(rest, digits) : std::nullopt) {
            appendUtf8(result, *character);
            literal = rest.substr(digits);
        } else if (letter >= '0' && letter <= '7') {
            unsigned value = 0;
            const std::string_view octal = literal.substr(1, 3);
            const auto end = std::from_chars(octal.data(), octal.data() + octal.size(), value, 8).ptr;
            appendUtf8(result, static_cast<char32_t>(value));
            literal.remove_prefix(static_cast<size_t>(end - literal.data()));
        } else {
            result += '\\';
            literal.remove_prefix(1);
        }
    }
    return result;
}

} // namespace limno::jinja
