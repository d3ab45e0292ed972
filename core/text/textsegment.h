// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace limno {

/// A piece of a rendered prompt. Trusted text comes from the template and may hold control tokens; the rest comes from
/// people and is only text, whatever it looks like.
struct TextSegment {
    std::string text; ///< UTF-8
    bool isTrusted = false;

    bool operator==(const TextSegment &) const = default;
};

} // namespace limno
