// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/devicestats.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/// The rules of PyTorch's caching allocator once more, written as plainly as they can be: every search looks at all
/// blocks, and every statistic is counted anew after each step. Where a new segment lies is told to it.
class CardModel
{
public:
    struct Block {
        uintptr_t address;
        int64_t size;
        int64_t requested; ///< 0: free
        bool operator==(const Block &) const = default;
    };
    struct Segment {
        uintptr_t address;
        bool isSmall;
        std::vector<Block> blocks;
    };

    static int64_t rounded(int64_t bytes) { return bytes % 512 == 0 ? bytes : bytes + 512 - bytes % 512; }

    static int64_t segmentBytes(int64_t bytes)
    {
        const int64_t size = rounded(bytes);
        if (size <= 1048576)
            return 2097152;
        if (size < 10485760)
            return 20971520;
        return size % 2097152 == 0 ? size : size + 2097152 - size % 2097152;
    }

    /// The address of the block taken; absent when nothing free is large enough.
    std::optional<uintptr_t> take(int64_t bytes)
    {
        const int64_t size = rounded(bytes);
        const bool isSmall = size <= 1048576;
        std::pair<Segment *, size_t> best{nullptr, 0};
        for (Segment &segment : segments) {
            for (size_t i = 0; i < segment.blocks.size(); ++i) {
                const Block &block = segment.blocks[i];
                if (segment.isSmall != isSmall || block.requested > 0 || block.size < size)
                    continue;
                if (best.first != nullptr) {
                    const Block &other = best.first->blocks[best.second];
                    if (other.size < block.size || (other.size == block.size && other.address < block.address))
                        continue;
                }
                best = {&segment, i};
            }
        }
        if (best.first == nullptr)
            return std::nullopt;
        auto &blocks = best.first->blocks;
        const int64_t rest = blocks[best.second].size - size;
        if (isSmall ? rest >= 512 : rest > 1048576) {
            blocks[best.second].size = size;
            blocks.insert(blocks.begin() + static_cast<ptrdiff_t>(best.second) + 1,
                          {blocks[best.second].address + static_cast<uintptr_t>(size), rest, 0});
        }
        blocks[best.second].requested = bytes;
        const uintptr_t address = blocks[best.second].address;
        observe();
        return address;
    }

    void addSegment(uintptr_t address, int64_t bytes)
    {
        const bool isSmall = bytes == 2097152;
        const auto place =
            std::find_if(segments.begin(), segments.end(), [&](const Segment &s) { return s.address > address; });
        segments.insert(place, {address, isSmall, {{address, bytes, 0}}});
        ++stats.numDeviceAlloc;
        observe();
    }

    void give(uintptr_t address)
    {
        for (Segment &segment : segments) {
            for (Block &block : segment.blocks) {
                if (block.address == address)
                    block.requested = 0;
            }
            std::vector<Block> merged;
            for (const Block &block : segment.blocks) {
                if (!merged.empty() && merged.back().requested == 0 && block.requested == 0)
                    merged.back().size += block.size;
                else
                    merged.push_back(block);
            }
            segment.blocks = merged;
        }
        observe();
    }

    int64_t empty()
    {
        const int64_t before = reserved();
        stats.numDeviceFree +=
            static_cast<int64_t>(std::erase_if(segments, [](const Segment &s) { return isFree(s); }));
        observe();
        return before - reserved();
    }

    int64_t reserved() const { return stats.reservedBytes.all.current; }

    int64_t largestFree() const
    {
        int64_t largest = 0;
        for (const Segment &segment : segments) {
            for (const Block &block : segment.blocks) {
                if (block.requested == 0)
                    largest = std::max(largest, segment.isSmall ? std::min<int64_t>(block.size, 1048576) : block.size);
            }
        }
        return largest;
    }

    std::vector<Segment> segments; ///< ascending
    limno::DeviceStats stats;

private:
    static bool isFree(const Segment &segment)
    {
        return segment.blocks.size() == 1 && segment.blocks.front().requested == 0;
    }

    void observe()
    {
        using limno::DeviceStats;
        std::map<limno::DeviceStatArray DeviceStats::*, std::pair<int64_t, int64_t>, MemberLess> levels; // small, large
        for (const auto &family : limno::kDeviceStatFamilies)
            levels[family.member];
        const auto add = [&](limno::DeviceStatArray DeviceStats::*member, bool isSmall, int64_t amount) {
            (isSmall ? levels[member].first : levels[member].second) += amount;
        };
        for (const Segment &segment : segments) {
            add(&DeviceStats::segment, segment.isSmall, 1);
            for (const Block &block : segment.blocks) {
                add(&DeviceStats::reservedBytes, segment.isSmall, block.size);
                const bool isUsed = block.requested > 0;
                add(&DeviceStats::allocation, segment.isSmall, isUsed ? 1 : 0);
                add(&DeviceStats::active, segment.isSmall, isUsed ? 1 : 0);
                add(&DeviceStats::allocatedBytes, segment.isSmall, isUsed ? block.size : 0);
                add(&DeviceStats::activeBytes, segment.isSmall, isUsed ? block.size : 0);
                add(&DeviceStats::requestedBytes, segment.isSmall, block.requested);
                const bool isSplit = !isUsed && !isFree(segment);
                add(&DeviceStats::inactiveSplit, segment.isSmall, isSplit ? 1 : 0);
                add(&DeviceStats::inactiveSplitBytes, segment.isSmall, isSplit ? block.size : 0);
            }
        }
        for (const auto &[member, level] : levels) {
            step((stats.*member).small, level.first);
            step((stats.*member).large, level.second);
            step((stats.*member).all, level.first + level.second);
        }
    }

    static void step(limno::DeviceStat &stat, int64_t level)
    {
        (level > stat.current ? stat.allocated : stat.freed) += std::abs(level - stat.current);
        stat.current = level;
        stat.peak = std::max(stat.peak, level);
    }

    struct MemberLess {
        static size_t index(limno::DeviceStatArray limno::DeviceStats::*member)
        {
            size_t i = 0;
            while (limno::kDeviceStatFamilies[i].member != member)
                ++i;
            return i;
        }
        bool operator()(auto a, auto b) const { return index(a) < index(b); }
    };
};
