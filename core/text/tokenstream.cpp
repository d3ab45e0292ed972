// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"

#include <utility>

namespace limno {

std::string TokenStream::push(std::string_view bytes)
{
    m_pending.append(bytes);
    // Only the last three bytes can belong to a character that is still to come.
    size_t complete = m_pending.size();
    for (size_t back = 1; back <= 3 && back <= m_pending.size(); ++back) {
        const std::string_view tail = std::string_view(m_pending).substr(m_pending.size() - back);
        const Utf8Unit unit = firstUtf8Unit(tail);
        if (unit.kind == Utf8Kind::Unfinished) {
            complete = m_pending.size() - back;
            break;
        }
    }
    std::string text = replaceInvalidUtf8(std::string_view(m_pending).substr(0, complete));
    m_pending.erase(0, complete);
    return text;
}

std::string TokenStream::flush()
{
    return replaceInvalidUtf8(std::exchange(m_pending, {}));
}

} // namespace limno
