// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace limno {

enum class Utf8Kind {
    Valid,
    Invalid, ///< can't become a character, whatever follows
    Unfinished, ///< the text ends inside a character that may still come
};

/// The first unit of a text: one character, or the longest start of one that is broken off ("maximal subpart", The
/// Unicode Standard 15.0, section 3.9, U+FFFD substitution; the same units that Python's errors="replace" uses).
struct Utf8Unit {
    Utf8Kind kind = Utf8Kind::Invalid;
    size_t length = 0; ///< bytes, 1 to 4
    char32_t character = 0; ///< where valid
};

/// `text` must not be empty.
Utf8Unit firstUtf8Unit(std::string_view text);

/// Length in bytes of the longest valid start.
size_t validUtf8Prefix(std::string_view text);

void appendUtf8(std::string &text, char32_t character);

/// Each invalid or unfinished unit becomes one U+FFFD.
std::string replaceInvalidUtf8(std::string_view text);

/// What Python's str.isspace and str.strip call white space.
bool isUnicodeSpace(char32_t character);

inline constexpr std::string_view kReplacementCharacter = "\xef\xbf\xbd";

} // namespace limno
