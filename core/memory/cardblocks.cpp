// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardblocks.h"

#include "core/memory/cardrules.h"

#include <algorithm>
#include <iterator>

namespace limno {

void CardBlocks::change(DeviceStatArray DeviceStats::*family, CardPool pool, int64_t amount)
{
    DeviceStatArray &stats = m_stats.*family;
    for (DeviceStat *stat : {&stats.all, pool == CardPool::Small ? &stats.small : &stats.large}) {
        if (amount >= 0)
            stat->increase(amount);
        else
            stat->decrease(-amount);
    }
}

void CardBlocks::changeInactiveSplit(CardPool pool, int64_t blocks, int64_t bytes)
{
    change(&DeviceStats::inactiveSplit, pool, blocks);
    change(&DeviceStats::inactiveSplitBytes, pool, bytes);
}

bool CardBlocks::isWhole(const Blocks::const_iterator &block) const
{
    return block->second.size == m_segments.at(block->second.segment).size;
}

std::optional<uintptr_t> CardBlocks::take(int64_t requested, AllocationTag tag)
{
    const int64_t size = cardrules::blockSize(requested);
    const CardPool pool = cardrules::poolOf(size);
    FreeBlocks &free = freeBlocks(pool);
    const auto found = free.lower_bound({size, 0});
    if (found == free.end())
        return std::nullopt;
    const uintptr_t address = found->second;
    const auto block = m_blocks.find(address);
    const bool wasSplit = !isWhole(block);
    const int64_t remaining = block->second.size - size;
    if (cardrules::splits(pool, remaining)) {
        const uintptr_t rest = address + static_cast<uintptr_t>(size);
        free.emplace(remaining, rest);
        m_blocks.emplace_hint(std::next(block), rest, Block{remaining, 0, {}, block->second.segment});
        block->second.size = size;
        // PyTorch counts the block that stays free as the same one, now shorter.
        if (wasSplit)
            change(&DeviceStats::inactiveSplitBytes, pool, -size);
        else
            changeInactiveSplit(pool, 1, remaining);
    } else if (wasSplit) {
        changeInactiveSplit(pool, -1, -block->second.size);
    }
    free.erase(found);
    block->second.requested = requested;
    block->second.tag = tag;
    for (const auto family : {&DeviceStats::allocation, &DeviceStats::active})
        change(family, pool, 1);
    for (const auto family : {&DeviceStats::allocatedBytes, &DeviceStats::activeBytes})
        change(family, pool, block->second.size);
    change(&DeviceStats::requestedBytes, pool, requested);
    return address;
}

void CardBlocks::addSegment(uintptr_t address, int64_t size, CardPool pool, AllocationTag tag)
{
    m_segments.emplace(address, Segment{size, pool, tag});
    m_blocks.emplace(address, Block{size, 0, {}, address});
    freeBlocks(pool).emplace(size, address);
    change(&DeviceStats::segment, pool, 1);
    change(&DeviceStats::reservedBytes, pool, size);
    ++m_stats.numDeviceAlloc;
}

int64_t CardBlocks::absorbNext(Blocks::iterator block)
{
    const auto next = std::next(block);
    const int64_t absorbed = next->second.size;
    block->second.size += absorbed;
    m_blocks.erase(next);
    return absorbed;
}

std::optional<FreedBlock> CardBlocks::give(uintptr_t address)
{
    auto block = m_blocks.find(address);
    if (block == m_blocks.end() || block->second.requested == 0)
        return std::nullopt;
    const FreedBlock freed{block->second.requested, block->second.size, block->second.tag};
    const uintptr_t segment = block->second.segment;
    const CardPool pool = m_segments.at(segment).pool;
    for (const auto family : {&DeviceStats::allocation, &DeviceStats::active})
        change(family, pool, -1);
    for (const auto family : {&DeviceStats::allocatedBytes, &DeviceStats::activeBytes})
        change(family, pool, -freed.bytes);
    change(&DeviceStats::requestedBytes, pool, -freed.requestedBytes);
    block->second.requested = 0;
    block->second.tag = {};

    const auto isFreeNeighbour = [&](const Blocks::iterator &other) {
        return other != m_blocks.end() && other->second.segment == segment && other->second.requested == 0;
    };
    // PyTorch books the sum of what merging changes, so that no peak counts a block twice.
    int64_t inactiveBlocks = 0;
    int64_t inactiveBytes = 0;
    FreeBlocks &free = freeBlocks(pool);
    if (const auto next = std::next(block); isFreeNeighbour(next)) {
        free.erase({next->second.size, next->first});
        inactiveBytes -= absorbNext(block);
        --inactiveBlocks;
    }
    if (block != m_blocks.begin() && isFreeNeighbour(std::prev(block))) {
        --block;
        free.erase({block->second.size, block->first});
        inactiveBytes -= block->second.size;
        --inactiveBlocks;
        absorbNext(block);
    }
    free.emplace(block->second.size, block->first);
    if (!isWhole(block)) {
        inactiveBytes += block->second.size;
        ++inactiveBlocks;
    }
    changeInactiveSplit(pool, inactiveBlocks, inactiveBytes);
    return freed;
}

std::vector<CardBlocks::Extent> CardBlocks::takeFreeSegments()
{
    std::vector<Extent> taken;
    for (const CardPool pool : {CardPool::Large, CardPool::Small}) {
        FreeBlocks &free = freeBlocks(pool);
        for (auto entry = free.begin(); entry != free.end();) {
            const auto block = m_blocks.find(entry->second);
            if (!isWhole(block)) {
                ++entry;
                continue;
            }
            taken.push_back({entry->second, entry->first});
            change(&DeviceStats::segment, pool, -1);
            change(&DeviceStats::reservedBytes, pool, -entry->first);
            ++m_stats.numDeviceFree;
            m_segments.erase(entry->second);
            m_blocks.erase(block);
            entry = free.erase(entry);
        }
    }
    return taken;
}

int64_t CardBlocks::largestFree() const
{
    const auto largest = [](const FreeBlocks &free) { return free.empty() ? 0 : free.rbegin()->first; };
    return std::max(std::min(largest(m_freeSmall), cardrules::kSmallSize), largest(m_freeLarge));
}

std::vector<CardSegment> CardBlocks::segments() const
{
    std::vector<CardSegment> all;
    all.reserve(m_segments.size());
    for (const auto &[address, segment] : m_segments)
        all.push_back({address, segment.size, segment.pool, segment.tag, {}});
    auto owner = all.begin();
    for (const auto &[address, block] : m_blocks) {
        while (owner->address != block.segment)
            ++owner;
        owner->blocks.push_back({address, block.size, block.requested,
                                 block.requested > 0 ? CardBlock::State::Active : CardBlock::State::Inactive,
                                 block.tag});
    }
    return all;
}

} // namespace limno
