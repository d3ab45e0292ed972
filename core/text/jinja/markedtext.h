// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/textsegment.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace limno::jinja {

enum class Origin { Untrusted, Trusted };

/// A string that knows for each part whether the template or a person wrote it. Parts keep their origin through
/// cutting and joining. A text beyond 64 MiB is a TemplateError: no template can fill the memory.
class MarkedText
{
public:
    MarkedText() = default;
    MarkedText(std::string text, Origin origin);

    const std::string &text() const { return m_text; }
    size_t size() const { return m_text.size(); }

    void append(std::string_view text, Origin origin);
    void append(const MarkedText &other) { append(other, 0, other.size()); }
    /// Bytes [begin, end) of `other`.
    void append(const MarkedText &other, size_t begin, size_t end);
    MarkedText slice(size_t begin, size_t end) const;

    /// Each part replaced by what `change` makes of it. Parts begin and end between characters.
    MarkedText changed(const std::function<std::string(std::string_view)> &change) const;
    /// The same for each character (an invalid byte counts as one), from left to right.
    MarkedText changedByCharacter(const std::function<std::string(std::string_view)> &change) const;

    /// Neighbours of equal trust are one segment; no segment is empty.
    std::vector<TextSegment> segments() const;

private:
    struct Part {
        size_t end;
        Origin origin;
    };
    std::string m_text;
    std::vector<Part> m_parts; ///< neighbours differ; the last one ends with the text
};

/// Byte offsets at which the characters of `text` begin, and its size as the last entry.
std::vector<size_t> characterOffsets(std::string_view text);

} // namespace limno::jinja
