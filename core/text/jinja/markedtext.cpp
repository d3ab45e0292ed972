// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/markedtext.h"

#include "core/text/jinja/templateerror.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <utility>

namespace limno::jinja {

namespace {

constexpr size_t kLongestText = 64 * 1024 * 1024;

} // namespace

MarkedText::MarkedText(std::string text, Origin origin)
    : m_text(std::move(text))
{
    if (m_text.size() > kLongestText)
        throw TemplateError("a text is longer than 64 MiB");
    if (!m_text.empty())
        m_parts.push_back({m_text.size(), origin});
}

void MarkedText::append(std::string_view text, Origin origin)
{
    if (text.empty())
        return;
    if (text.size() > kLongestText - m_text.size())
        throw TemplateError("a text is longer than 64 MiB");
    m_text.append(text);
    if (!m_parts.empty() && m_parts.back().origin == origin)
        m_parts.back().end = m_text.size();
    else
        m_parts.push_back({m_text.size(), origin});
}

void MarkedText::append(const MarkedText &other, size_t begin, size_t end)
{
    if (&other == this) {
        append(MarkedText(other), begin, end);
        return;
    }
    for (const Part &part : other.m_parts) {
        if (part.end <= begin)
            continue;
        if (begin >= end)
            break;
        const size_t stop = std::min(part.end, end);
        append(std::string_view(other.m_text).substr(begin, stop - begin), part.origin);
        begin = stop;
    }
}

MarkedText MarkedText::slice(size_t begin, size_t end) const
{
    MarkedText result;
    result.append(*this, begin, end);
    return result;
}

MarkedText MarkedText::changed(const std::function<std::string(std::string_view)> &change) const
{
    MarkedText result;
    size_t begin = 0;
    for (const Part &part : m_parts) {
        result.append(change(std::string_view(m_text).substr(begin, part.end - begin)), part.origin);
        begin = part.end;
    }
    return result;
}

MarkedText MarkedText::changedByCharacter(const std::function<std::string(std::string_view)> &change) const
{
    return changed([&](std::string_view part) {
        std::string result;
        while (!part.empty()) {
            const size_t length = firstUtf8Unit(part).length;
            result += change(part.substr(0, length));
            part.remove_prefix(length);
        }
        return result;
    });
}

std::vector<TextSegment> MarkedText::segments() const
{
    std::vector<TextSegment> segments;
    size_t begin = 0;
    for (const Part &part : m_parts) {
        segments.push_back({m_text.substr(begin, part.end - begin), part.origin == Origin::Trusted});
        begin = part.end;
    }
    return segments;
}

std::vector<size_t> characterOffsets(std::string_view text)
{
    std::vector<size_t> offsets;
    size_t position = 0;
    while (position < text.size()) {
        offsets.push_back(position);
        position += firstUtf8Unit(text.substr(position)).length;
    }
    offsets.push_back(position);
    return offsets;
}

} // namespace limno::jinja
