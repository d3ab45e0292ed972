// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"
#include "core/memory/devicestats.h"
#include "core/memory/mappedresource.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <vector>

namespace limno {

/// What a card says of a block that came back.
struct FreedBlock {
    int64_t requestedBytes = 0;
    int64_t bytes = 0; ///< that the block took
    AllocationTag tag;
};

/// The books of PyTorch's caching allocator: which blocks tile which segments, and the statistics. Touches no memory of
/// the card itself. Not thread-safe.
class CardBlocks
{
public:
    struct Extent {
        uintptr_t address = 0;
        int64_t size = 0;
    };

    CardBlocks() = default;
    CardBlocks(const CardBlocks &) = delete;
    CardBlocks &operator=(const CardBlocks &) = delete;

    /// A block of at least `requested` (above 0) bytes out of the smallest free block of its pool that is large enough,
    /// among equals the lowest; absent when a new segment is needed. As addSegment(), throws std::bad_alloc and leaves the
    /// books as they were when they can't grow.
    std::optional<uintptr_t> take(int64_t requested, AllocationTag tag);
    /// A new segment, free as a whole, for the request that it was made for.
    void addSegment(uintptr_t address, int64_t size, CardPool pool, AllocationTag tag);
    /// Frees a block and merges it with free neighbours; absent when no block in use begins there. Never throws.
    std::optional<FreedBlock> give(uintptr_t address);
    /// Forgets the segments that are wholly free and returns them.
    std::vector<Extent> takeFreeSegments();

    const DeviceStats &stats() const { return m_stats; }
    /// Bytes of the largest request that needs no new segment.
    int64_t largestFree() const;
    void resetPeak() { m_stats.resetPeak(); }
    void countRetry() { ++m_stats.numAllocRetries; }
    void countOom() { ++m_stats.numOoms; }

    /// Ascending by address, with their blocks.
    std::vector<CardSegment> segments() const;

private:
    struct Segment {
        int64_t size;
        CardPool pool;
        AllocationTag tag;
    };
    struct Block {
        int64_t size;
        int64_t requested; ///< 0: free
        AllocationTag tag;
        uintptr_t segment; ///< address of the one it lies in
    };
    /// Where a block stands. Sorting by shelf, size and address puts the best fit of a pool at its lower bound.
    enum class Shelf : uint8_t { FreeSmall, FreeLarge, InUse };
    struct Place {
        Shelf shelf;
        int64_t size;
        uintptr_t address;
        auto operator<=>(const Place &) const = default;
    };
    using Blocks = std::pmr::map<uintptr_t, Block>;

    static Shelf freeShelf(CardPool pool) { return pool == CardPool::Small ? Shelf::FreeSmall : Shelf::FreeLarge; }
    bool isWhole(const Blocks::const_iterator &block) const;
    void move(Place from, Place to);
    int64_t largestOn(Shelf shelf) const;
    int64_t absorbNext(Blocks::iterator block);
    void change(DeviceStatArray DeviceStats::*family, CardPool pool, int64_t amount);
    void changeInactiveSplit(CardPool pool, int64_t blocks, int64_t bytes);

    MappedResource m_pages;
    std::pmr::unsynchronized_pool_resource m_nodes{&m_pages};
    std::pmr::map<uintptr_t, Segment> m_segments{&m_nodes};
    Blocks m_blocks{&m_nodes};
    std::pmr::set<Place> m_places{
        &m_nodes}; ///< one of every block from its beginning on, so that freeing takes no memory
    DeviceStats m_stats;
};

} // namespace limno
