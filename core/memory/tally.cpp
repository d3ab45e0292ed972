// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tally.h"

namespace limno {

namespace {

uint32_t keyOf(OwnerTag owner, SiteTag site)
{
    return (uint32_t{owner.index()} << 16 | site.index()) + 1;
}

} // namespace

uint32_t Tally::rowOf(OwnerTag owner, SiteTag site)
{
    if (owner == OwnerTag() && site == SiteTag())
        return 0;
    if (const uint32_t row = claim(keyOf(owner, site), 32))
        return row;
    return claim(keyOf(owner, SiteTag()), kRows);
}

uint32_t Tally::claim(uint32_t key, size_t tries)
{
    // Multiplicative hashing (Knuth, TAOCP 6.4) with linear probing.
    size_t at = (key * 2654435769U) >> 18;
    for (size_t i = 0; i < tries; ++i, at = (at + 1) % kRows) {
        if (at == 0)
            continue;
        uint32_t present = m_slots[at].key.load(std::memory_order_relaxed);
        if (present == 0 && m_slots[at].key.compare_exchange_strong(present, key, std::memory_order_relaxed))
            return static_cast<uint32_t>(at);
        if (present == key)
            return static_cast<uint32_t>(at);
    }
    return 0;
}

void Tally::added(uint32_t row, MemorySpace space, int64_t bytes)
{
    Slot &slot = m_slots[row % kRows];
    slot.bytes[static_cast<size_t>(space)].fetch_add(bytes, std::memory_order_relaxed);
    slot.count[static_cast<size_t>(space)].fetch_add(1, std::memory_order_relaxed);
}

void Tally::removed(uint32_t row, MemorySpace space, int64_t bytes)
{
    Slot &slot = m_slots[row % kRows];
    slot.bytes[static_cast<size_t>(space)].fetch_sub(bytes, std::memory_order_relaxed);
    slot.count[static_cast<size_t>(space)].fetch_sub(1, std::memory_order_relaxed);
}

Tally::Row Tally::named(uint32_t key)
{
    if (key == 0)
        return {};
    const OwnerTag owner = OwnerTag::fromIndex(static_cast<uint16_t>((key - 1) >> 16));
    const SiteTag site = SiteTag::fromIndex(static_cast<uint16_t>(key - 1));
    return {.owner = owner.owner(), .name = owner.name(), .site = site.name()};
}

Tally::Row Tally::describe(uint32_t row) const
{
    return named(m_slots[row % kRows].key.load(std::memory_order_relaxed));
}

std::vector<Tally::Row> Tally::rows() const
{
    std::vector<Row> rows;
    for (const Slot &slot : m_slots) {
        for (const MemorySpace space : {MemorySpace::Host, MemorySpace::Device}) {
            const int64_t bytes = slot.bytes[static_cast<size_t>(space)].load(std::memory_order_relaxed);
            const int64_t count = slot.count[static_cast<size_t>(space)].load(std::memory_order_relaxed);
            if (bytes == 0 && count == 0)
                continue;
            Row row = named(slot.key.load(std::memory_order_relaxed));
            row.space = space;
            row.bytes = bytes;
            row.count = count;
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

int64_t Tally::bytes(Owner owner, MemorySpace space) const
{
    int64_t sum = 0;
    for (const Slot &slot : m_slots) {
        const int64_t bytes = slot.bytes[static_cast<size_t>(space)].load(std::memory_order_relaxed);
        if (bytes != 0 && named(slot.key.load(std::memory_order_relaxed)).owner == owner)
            sum += bytes;
    }
    return sum;
}

int64_t Tally::bytes(MemorySpace space) const
{
    int64_t sum = 0;
    for (const Slot &slot : m_slots)
        sum += slot.bytes[static_cast<size_t>(space)].load(std::memory_order_relaxed);
    return sum;
}

Tally &tally()
{
    static constinit Tally process;
    return process;
}

} // namespace limno
