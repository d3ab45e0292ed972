// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/wordcache.h"

#include <algorithm>
#include <cstring>

namespace limno {

namespace {

/// The upper half of the hash chooses the part, the lower one the slot.
size_t partIndex(uint64_t hash)
{
    return hash >> 60;
}

} // namespace

static_assert(WordCache::kParts == 16 && WordCache::kLongestWord < 256);

WordCache::WordCache(size_t capacityBytes)
    : m_partCapacity(std::max<size_t>(capacityBytes / kParts, 4096))
{
}

uint64_t WordCache::hash(std::string_view word)
{
    constexpr uint64_t multiplier = 0x9E3779B97F4A7C15u;
    uint64_t value = word.size() * multiplier;
    while (!word.empty()) {
        uint64_t eight = 0;
        const size_t taken = word.size() < sizeof eight ? word.size() : sizeof eight;
        std::memcpy(&eight, word.data(), taken);
        value = (value ^ eight) * multiplier;
        value ^= value >> 29;
        word.remove_prefix(taken);
    }
    return value * multiplier;
}

size_t WordCache::slotIndex(const Part &part, std::string_view word, uint32_t hash)
{
    const size_t mask = part.slots.size() - 1;
    size_t index = hash & mask;
    for (;; index = (index + 1) & mask) {
        const Slot &slot = part.slots[index];
        if (slot.offset == 0)
            return index;
        const char *entry = part.store.data() + slot.offset - 1;
        if (slot.hash == hash && static_cast<unsigned char>(entry[0]) == word.size()
            && std::memcmp(entry + 2, word.data(), word.size()) == 0)
            return index;
    }
}

bool WordCache::find(std::string_view word, uint64_t hash, std::vector<int64_t> &ids) const
{
    const Part &part = m_parts[partIndex(hash)];
    const std::lock_guard lock(part.mutex);
    if (part.slots.empty())
        return false;
    const Slot &slot = part.slots[slotIndex(part, word, static_cast<uint32_t>(hash >> 16))];
    if (slot.offset == 0)
        return false;
    const char *entry = part.store.data() + slot.offset - 1;
    const size_t count = static_cast<unsigned char>(entry[1]);
    for (size_t i = 0; i < count; ++i) {
        int32_t id = 0;
        std::memcpy(&id, entry + 2 + word.size() + i * sizeof id, sizeof id);
        ids.push_back(id);
    }
    return true;
}

void WordCache::insert(std::string_view word, uint64_t hash, std::span<const int32_t> ids)
{
    Part &part = m_parts[partIndex(hash)];
    const size_t size = 2 + word.size() + ids.size_bytes();
    const std::lock_guard lock(part.mutex);
    const bool needsSlots = part.used * 2 >= part.slots.size();
    if (part.store.size() + size > m_partCapacity / 2
        || (needsSlots && part.slots.size() * 2 * sizeof(Slot) > m_partCapacity / 2))
        empty(part);
    if (part.used * 2 >= part.slots.size())
        grow(part);
    if (part.store.size() + size > part.store.capacity())
        part.store.reserve(std::min(std::max<size_t>(part.store.capacity() * 2, 1024), m_partCapacity / 2));
    Slot &slot = part.slots[slotIndex(part, word, static_cast<uint32_t>(hash >> 16))];
    if (slot.offset != 0)
        return; // another thread was here first
    slot = {static_cast<uint32_t>(hash >> 16), static_cast<uint32_t>(part.store.size()) + 1};
    part.store.push_back(static_cast<char>(word.size()));
    part.store.push_back(static_cast<char>(ids.size()));
    part.store.insert(part.store.end(), word.begin(), word.end());
    const auto *bytes = reinterpret_cast<const char *>(ids.data());
    part.store.insert(part.store.end(), bytes, bytes + ids.size_bytes());
    ++part.used;
}

void WordCache::grow(Part &part)
{
    std::vector<Slot> old(part.slots.empty() ? 64 : part.slots.size() * 2);
    old.swap(part.slots);
    const size_t mask = part.slots.size() - 1;
    for (const Slot &slot : old) {
        if (slot.offset == 0)
            continue;
        size_t index = slot.hash & mask;
        while (part.slots[index].offset != 0)
            index = (index + 1) & mask;
        part.slots[index] = slot;
    }
}

void WordCache::empty(Part &part)
{
    part.slots = std::vector<Slot>();
    part.store = std::vector<char>();
    part.used = 0;
}

int64_t WordCache::bytes() const
{
    size_t total = 0;
    for (const Part &part : m_parts) {
        const std::lock_guard lock(part.mutex);
        total += part.slots.capacity() * sizeof(Slot) + part.store.capacity();
    }
    return static_cast<int64_t>(total);
}

void WordCache::clear()
{
    for (Part &part : m_parts) {
        const std::lock_guard lock(part.mutex);
        empty(part);
    }
}

} // namespace limno
