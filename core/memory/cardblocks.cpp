// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardblocks.h"

#include "core/memory/cardrules.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

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

/// Takes no memory and can't fail.
void CardBlocks::move(Place from, Place to)
{
    auto node = m_places.extract(from);
    node.value() = to;
    m_places.insert(std::move(node));
}

std::optional<uintptr_t> CardBlocks::take(int64_t requested, AllocationTag tag)
{
    const int64_t size = cardrules::blockSize(requested);
    const CardPool pool = cardrules::poolOf(size);
    const Shelf shelf = freeShelf(pool);
    const auto found = m_places.lower_bound({shelf, size, 0});
    if (found == m_places.end() || found->shelf != shelf)
        return std::nullopt;
    const Place place = *found;
    const auto block = m_blocks.find(place.address);
    const bool wasSplit = !isWhole(block);
    const int64_t remaining = place.size - size;
    if (cardrules::splits(pool, remaining)) {
        const uintptr_t rest = place.address + static_cast<uintptr_t>(size);
        const auto restPlace = m_places.insert({shelf, remaining, rest}).first;
        try {
            m_blocks.emplace_hint(std::next(block), rest, Block{remaining, 0, {}, block->second.segment});
        } catch (...) {
            m_places.erase(restPlace);
            throw;
        }
        block->second.size = size;
        // PyTorch counts the block that stays free as the same one, now shorter.
        if (wasSplit)
            change(&DeviceStats::inactiveSplitBytes, pool, -size);
        else
            changeInactiveSplit(pool, 1, remaining);
    } else if (wasSplit) {
        changeInactiveSplit(pool, -1, -place.size);
    }
    move(place, {Shelf::InUse, block->second.size, place.address});
    block->second.requested = requested;
    block->second.tag = tag;
    for (const auto family : {&DeviceStats::allocation, &DeviceStats::active})
        change(family, pool, 1);
    for (const auto family : {&DeviceStats::allocatedBytes, &DeviceStats::activeBytes})
        change(family, pool, block->second.size);
    change(&DeviceStats::requestedBytes, pool, requested);
    return place.address;
}

void CardBlocks::addSegment(uintptr_t address, int64_t size, CardPool pool, AllocationTag tag)
{
    try {
        m_segments.emplace(address, Segment{size, pool, tag});
        m_blocks.emplace(address, Block{size, 0, {}, address});
        m_places.insert({freeShelf(pool), size, address});
    } catch (...) {
        m_blocks.erase(address);
        m_segments.erase(address);
        throw;
    }
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
    const Shelf shelf = freeShelf(pool);
    const Place place{Shelf::InUse, freed.bytes, address};
    if (const auto next = std::next(block); isFreeNeighbour(next)) {
        m_places.erase({shelf, next->second.size, next->first});
        inactiveBytes -= absorbNext(block);
        --inactiveBlocks;
    }
    if (block != m_blocks.begin() && isFreeNeighbour(std::prev(block))) {
        --block;
        m_places.erase({shelf, block->second.size, block->first});
        inactiveBytes -= block->second.size;
        --inactiveBlocks;
        absorbNext(block);
    }
    move(place, {shelf, block->second.size, block->first});
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
    taken.reserve(m_segments.size()); // what throws does so before anything is forgotten
    for (const CardPool pool : {CardPool::Large, CardPool::Small}) {
        auto place = m_places.lower_bound({freeShelf(pool), 0, 0});
        while (place != m_places.end() && place->shelf == freeShelf(pool)) {
            const auto block = m_blocks.find(place->address);
            if (!isWhole(block)) {
                ++place;
                continue;
            }
            taken.push_back({place->address, place->size});
            change(&DeviceStats::segment, pool, -1);
            change(&DeviceStats::reservedBytes, pool, -place->size);
            ++m_stats.numDeviceFree;
            m_segments.erase(place->address);
            m_blocks.erase(block);
            place = m_places.erase(place);
        }
    }
    return taken;
}

int64_t CardBlocks::largestOn(Shelf shelf) const
{
    const auto end = m_places.upper_bound({shelf, std::numeric_limits<int64_t>::max(), 0});
    return end != m_places.begin() && std::prev(end)->shelf == shelf ? std::prev(end)->size : 0;
}

int64_t CardBlocks::largestFree() const
{
    return std::max(std::min(largestOn(Shelf::FreeSmall), cardrules::kSmallSize), largestOn(Shelf::FreeLarge));
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
