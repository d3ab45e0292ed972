// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardtrace.h"

#include <algorithm>
#include <utility>

namespace limno {

std::string_view cardEventName(CardEvent::Kind kind)
{
    switch (kind) {
    case CardEvent::Kind::Alloc:
        return "alloc";
    case CardEvent::Kind::FreeRequested:
        return "free_requested";
    case CardEvent::Kind::FreeCompleted:
        return "free_completed";
    case CardEvent::Kind::SegmentAlloc:
        return "segment_alloc";
    case CardEvent::Kind::SegmentFree:
        return "segment_free";
    case CardEvent::Kind::Oom:
        return "oom";
    case CardEvent::Kind::UserDefined:
        break;
    }
    return "user_defined";
}

CardTrace::CardTrace(size_t capacity)
{
    if (capacity > 0)
        m_rows = MappedArray<Row>(capacity);
}

void CardTrace::add(CardEvent::Kind kind, uintptr_t address, int64_t size, int64_t timeNs, AllocationTag tag,
                    std::string_view text)
{
    if (!m_enabled || m_rows.isEmpty())
        return;
    if (m_count >= m_rows.length() && !m_texts.empty() && m_texts.begin()->first == m_count - m_rows.length())
        m_texts.erase(m_texts.begin());
    if (!text.empty())
        m_texts.emplace_hint(m_texts.end(), m_count, text);
    m_rows[m_count % m_rows.length()] = {kind, tag, address, size, timeNs};
    ++m_count;
}

std::vector<CardEvent> CardTrace::events() const
{
    std::vector<CardEvent> all;
    const auto first = static_cast<uint64_t>(dropped());
    all.reserve(m_count - first);
    for (uint64_t number = first; number < m_count; ++number) {
        const Row &row = m_rows[number % m_rows.length()];
        const auto text = m_texts.find(number);
        all.push_back({row.kind, row.address, row.size, row.timeNs, row.tag,
                       text == m_texts.end() ? std::string() : text->second});
    }
    return all;
}

int64_t CardTrace::dropped() const
{
    return static_cast<int64_t>(m_count - std::min<uint64_t>(m_count, m_rows.length()));
}

} // namespace limno
