// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"

#include <cstdint>

namespace limno {

/// The sizes of PyTorch's CUDA caching allocator (c10/core/AllocatorConfig.h, c10/cuda/CUDACachingAllocator.cpp) in its
/// default configuration: one stream, no limit on splitting, no expandable segments. Bytes.
namespace cardrules {

inline constexpr int64_t kMinBlockSize = 512; ///< all blocks are multiples of it
inline constexpr int64_t kSmallSize = int64_t{1} << 20; ///< largest request of the small pool
inline constexpr int64_t kSmallBuffer = int64_t{2} << 20; ///< segments of the small pool
inline constexpr int64_t kLargeBuffer = int64_t{20} << 20; ///< segments for requests below kMinLargeAlloc
inline constexpr int64_t kMinLargeAlloc = int64_t{10} << 20;
inline constexpr int64_t kRoundLarge = int64_t{2} << 20; ///< segments for larger requests are multiples of it

constexpr int64_t roundUp(int64_t bytes, int64_t step)
{
    return (bytes + step - 1) / step * step;
}

constexpr int64_t blockSize(int64_t requested)
{
    return roundUp(requested, kMinBlockSize);
}

constexpr CardPool poolOf(int64_t blockBytes)
{
    return blockBytes <= kSmallSize ? CardPool::Small : CardPool::Large;
}

/// Bytes of the new segment that a block of `blockBytes` needs when no free block fits.
constexpr int64_t segmentSize(int64_t blockBytes)
{
    if (blockBytes <= kSmallSize)
        return kSmallBuffer;
    return blockBytes < kMinLargeAlloc ? kLargeBuffer : roundUp(blockBytes, kRoundLarge);
}

/// Whether what is left over of a free block becomes a block of its own, or stays with the request.
constexpr bool splits(CardPool pool, int64_t remaining)
{
    return pool == CardPool::Small ? remaining >= kMinBlockSize : remaining > kSmallSize;
}

} // namespace cardrules

} // namespace limno
