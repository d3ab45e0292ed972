// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardlookup.h"

#include "core/memory/cardrules.h"

#include <array>
#include <atomic>

namespace limno::cardlookup {

namespace {

constexpr auto kUnit = static_cast<uintptr_t>(cardrules::kRoundLarge);

/// A range of addresses in one word, first unit above and count of units below, so that no reader ever sees the begin
/// of one range with the end of another. 0: none.
struct Slot {
    std::atomic<uint64_t> range = 0;
    std::atomic<EmulatedCard *> card = nullptr; ///< set before the range and cleared after it
};

constinit std::array<Slot, kMostCards> g_slots;
constinit std::atomic<size_t> g_used = 0; ///< slots from here on were never taken

} // namespace

bool add(EmulatedCard *card, uintptr_t begin, int64_t bytes)
{
    for (size_t i = 0; i < kMostCards; ++i) {
        EmulatedCard *none = nullptr;
        if (!g_slots[i].card.compare_exchange_strong(none, card))
            continue;
        g_slots[i].range.store((begin / kUnit) << 32 | static_cast<uint64_t>(bytes) / kUnit, std::memory_order_release);
        size_t used = g_used.load();
        while (used < i + 1 && !g_used.compare_exchange_weak(used, i + 1)) { }
        return true;
    }
    return false;
}

void remove(EmulatedCard *card)
{
    for (Slot &slot : g_slots) {
        if (slot.card.load() != card)
            continue;
        slot.range.store(0);
        slot.card.store(nullptr);
    }
}

EmulatedCard *find(const void *address)
{
    const uint64_t unit = reinterpret_cast<uintptr_t>(address) / kUnit;
    const size_t used = g_used.load(std::memory_order_acquire);
    for (size_t i = 0; i < used; ++i) {
        const uint64_t range = g_slots[i].range.load(std::memory_order_acquire);
        if (unit - (range >> 32) < (range & 0xffffffffU))
            return g_slots[i].card.load(std::memory_order_relaxed);
    }
    return nullptr;
}

} // namespace limno::cardlookup
