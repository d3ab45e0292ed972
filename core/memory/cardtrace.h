// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"
#include "core/memory/mappedarray.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// The latest events of a card, in bounded memory outside of the heap. Not thread-safe.
class CardTrace
{
public:
    /// Keeps `capacity` events; with 0 it keeps none.
    explicit CardTrace(size_t capacity);

    void setEnabled(bool enabled) { m_enabled = enabled; }
    /// `text` goes with user-defined events only.
    void add(CardEvent::Kind kind, uintptr_t address, int64_t size, int64_t timeNs, AllocationTag tag,
             std::string_view text = {});

    /// Oldest first.
    std::vector<CardEvent> events() const;
    /// Events that newer ones have replaced.
    int64_t dropped() const;

private:
    struct Row {
        CardEvent::Kind kind;
        AllocationTag tag;
        uintptr_t address;
        int64_t size;
        int64_t timeNs;
    };

    MappedArray<Row> m_rows; ///< a ring: event n lies at n modulo its length
    std::map<uint64_t, std::string> m_texts; ///< by number of the event
    uint64_t m_count = 0; ///< of all events ever
    bool m_enabled = true;
};

} // namespace limno
