// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace limno {

/// Freed blocks kept for the next request of their size class, up to a cap in bytes; with a cap of 0 nothing is kept.
/// Only blocks from 4 KiB to 64 MiB, in four classes for each power of two, so that at most a fifth of a block is
/// unused. Thread-safe.
class BlockCache
{
public:
    constexpr BlockCache() = default;

    /// The size to allocate for a request of so many bytes, so that its block can be kept; the request itself where it
    /// will not be.
    static size_t classBytes(size_t bytes);

    /// A block of exactly classBytes(bytes), or null when none is kept.
    void *take(size_t bytes);
    /// True: the cache has it now. `bytes` is the block's size, one that classBytes() gave.
    bool keep(void *block, size_t bytes);
    /// Takes all blocks out and gives each to `free`; returns their bytes.
    int64_t clear(void (*free)(void *));

    /// A lower cap takes effect with the next block that is freed; clear() empties what is above it.
    void setCap(int64_t bytes) { m_cap.store(bytes, std::memory_order_relaxed); }
    int64_t cap() const { return m_cap.load(std::memory_order_relaxed); }
    int64_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }

private:
    static constexpr size_t kSmallest = 4096;
    static constexpr int kClasses = 4 * 14 + 1; ///< 4 KiB … 64 MiB
    struct Shelf {
        std::mutex mutex; ///< guards blocks
        std::vector<void *> blocks;
    };
    /// -1 for sizes that are not kept.
    static int classOf(size_t bytes);

    std::atomic<int64_t> m_cap = 0;
    std::atomic<int64_t> m_bytes = 0;
    std::array<Shelf, kClasses> m_shelves{};
};

/// The block cache of the process's host allocator.
BlockCache &hostBlockCache();

} // namespace limno
