// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bpemerger.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace limno {

namespace {

constexpr int32_t kNone = std::numeric_limits<int32_t>::max();
constexpr uint32_t kEnd = std::numeric_limits<uint32_t>::max();
constexpr size_t kShortWord = 40; ///< up to here looking at every pair beats keeping a heap

uint64_t pairKey(int32_t left, int32_t right)
{
    return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
}

} // namespace

BpeMerger::BpeMerger(size_t pairs)
    : m_slots(std::bit_ceil(std::max<size_t>(pairs * 3 / 2, 16)))
    , m_shift(64u - static_cast<unsigned>(std::countr_zero(m_slots.size())))
{
}

size_t BpeMerger::slotIndex(uint64_t pair) const
{
    size_t index = pair * 0x9E3779B97F4A7C15u >> m_shift; // Fibonacci hashing (Knuth, volume 3, section 6.4)
    while (m_slots[index].pair != pair && m_slots[index].pair != UINT64_MAX)
        index = (index + 1) & (m_slots.size() - 1);
    return index;
}

void BpeMerger::add(int32_t left, int32_t right, int32_t rank, int32_t joined)
{
    const uint64_t pair = pairKey(left, right);
    m_slots[slotIndex(pair)] = {pair, rank, joined};
}

BpeMerger::Joined BpeMerger::find(int32_t left, int32_t right) const
{
    const uint64_t pair = pairKey(left, right);
    const Slot &slot = m_slots[slotIndex(pair)];
    return slot.pair == pair ? Joined{slot.rank, slot.joined} : Joined{kNone, 0};
}

std::span<int32_t> BpeMerger::merge(std::span<int32_t> symbols, Scratch &scratch) const
{
    if (symbols.size() < 2)
        return symbols;
    return symbols.size() <= kShortWord ? mergeShort(symbols) : mergeLong(symbols, scratch);
}

std::span<int32_t> BpeMerger::mergeShort(std::span<int32_t> symbols) const
{
    std::array<Joined, kShortWord> pairs; // pairs[i]: symbols i and i + 1
    size_t count = symbols.size();
    for (size_t i = 0; i + 1 < count; ++i)
        pairs[i] = find(symbols[i], symbols[i + 1]);
    while (count > 1) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < count; ++i) {
            if (pairs[i].rank < pairs[best].rank)
                best = i;
        }
        if (pairs[best].rank == kNone)
            break;
        symbols[best] = pairs[best].id;
        std::copy(symbols.begin() + best + 2, symbols.begin() + count, symbols.begin() + best + 1);
        std::copy(pairs.begin() + best + 1, pairs.begin() + count - 1, pairs.begin() + best);
        --count;
        if (best + 1 < count)
            pairs[best] = find(symbols[best], symbols[best + 1]);
        if (best > 0)
            pairs[best - 1] = find(symbols[best - 1], symbols[best]);
    }
    return symbols.first(count);
}

std::span<int32_t> BpeMerger::mergeLong(std::span<int32_t> symbols, Scratch &scratch) const
{
    auto &list = scratch.symbols;
    auto &heap = scratch.heap;
    const auto isWorse = [](const Scratch::Candidate &a, const Scratch::Candidate &b) {
        return a.rank != b.rank ? a.rank > b.rank : a.position > b.position;
    };
    list.resize(symbols.size());
    heap.clear();
    const auto pairUp = [&](uint32_t position) {
        auto &symbol = list[position];
        const Joined joined = symbol.next == kEnd ? Joined{kNone, 0} : find(symbol.id, list[symbol.next].id);
        symbol.rank = joined.rank;
        symbol.joined = joined.id;
        if (joined.rank != kNone)
            heap.push_back({joined.rank, position});
        return joined.rank != kNone;
    };
    const auto count = static_cast<uint32_t>(symbols.size());
    for (uint32_t i = 0; i < count; ++i)
        list[i] = {symbols[i], kNone, 0, i + 1 < count ? i + 1 : kEnd, i > 0 ? i - 1 : kEnd};
    for (uint32_t i = 0; i < count; ++i)
        pairUp(i);
    std::make_heap(heap.begin(), heap.end(), isWorse);

    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), isWorse);
        const Scratch::Candidate best = heap.back();
        heap.pop_back();
        auto &symbol = list[best.position];
        if (symbol.rank != best.rank)
            continue; // one of the two has been joined to another since
        auto &eaten = list[symbol.next];
        symbol.id = symbol.joined;
        symbol.next = eaten.next;
        eaten.rank = kNone;
        if (symbol.next != kEnd)
            list[symbol.next].previous = best.position;
        if (pairUp(best.position))
            std::push_heap(heap.begin(), heap.end(), isWorse);
        if (symbol.previous != kEnd && pairUp(symbol.previous))
            std::push_heap(heap.begin(), heap.end(), isWorse);
    }
    size_t kept = 0;
    for (uint32_t i = 0; i != kEnd; i = list[i].next)
        symbols[kept++] = list[i].id;
    return symbols.first(kept);
}

} // namespace limno
