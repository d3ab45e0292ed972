// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/value.h"

#include <cstdint>
#include <optional>

namespace limno::jinja {

enum class Sides { Left, Right, Both };

/// Python's string methods on text that keeps its origin.
MarkedText upperCase(const MarkedText &text);
MarkedText lowerCase(const MarkedText &text);
/// First character upper, the rest lower.
MarkedText capitalized(const MarkedText &text);
/// The same for every word.
MarkedText titleCase(const MarkedText &text);
/// Without the characters in `characters` at its ends; null: white space.
MarkedText stripped(const MarkedText &text, const MarkedText *characters, Sides sides);
/// At most `count` replacements; negative: all.
MarkedText replaced(const MarkedText &text, const MarkedText &before, const MarkedText &after, int64_t count);
/// Null separator: runs of white space. At most `most` cuts, counted from the left or the right; negative: all.
List split(const MarkedText &text, const MarkedText *separator, int64_t most, Sides from);
List splitLines(const MarkedText &text, bool keepEnds);
MarkedText joined(const MarkedText &separator, const std::vector<Value> &items);
MarkedText indented(const MarkedText &text, const MarkedText &margin, bool indentsFirst, bool indentsBlank);

} // namespace limno::jinja
