// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"

#include "core/memory/births.h"
#include "core/memory/tally.h"

namespace limno {

void HostCounters::allocated(AllocationTag tag, int64_t bytes)
{
    tally().added(tag.tally, MemorySpace::Host, bytes);
    births().added(tag.birth, bytes);
    const int64_t level = live.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    int64_t highest = peak.load(std::memory_order_relaxed);
    while (level > highest && !peak.compare_exchange_weak(highest, level, std::memory_order_relaxed)) {
    }
}

void HostCounters::freed(AllocationTag tag, int64_t bytes)
{
    tally().removed(tag.tally, MemorySpace::Host, bytes);
    births().removed(tag.birth, bytes);
    live.fetch_sub(bytes, std::memory_order_relaxed);
}

int64_t HostCounters::resetPeak()
{
    return peak.exchange(live.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

HostCounters &hostCounters()
{
    static constinit HostCounters counters;
    return counters;
}

} // namespace limno
