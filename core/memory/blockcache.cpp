// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/blockcache.h"

#include <bit>

namespace limno {

namespace {

constexpr int kSmallestLog = 12;

/// Of class 4 · p + q: 2^p · 4 KiB · (1 + q / 4).
size_t bytesOfClass(int index)
{
    const size_t power = size_t{1} << (kSmallestLog + index / 4);
    return power + power / 4 * static_cast<size_t>(index % 4);
}

} // namespace

int BlockCache::classOf(size_t bytes)
{
    if (bytes < kSmallest || bytes > bytesOfClass(kClasses - 1))
        return -1;
    const int log = static_cast<int>(std::bit_width(bytes)) - 1;
    int index = 4 * (log - kSmallestLog) + static_cast<int>((bytes >> (log - 2)) & 3);
    if (bytesOfClass(index) < bytes)
        ++index;
    return index;
}

size_t BlockCache::classBytes(size_t bytes)
{
    const int index = classOf(bytes);
    return index < 0 ? bytes : bytesOfClass(index);
}

void *BlockCache::take(size_t bytes)
{
    const int index = classOf(bytes);
    if (index < 0 || m_bytes.load(std::memory_order_relaxed) == 0)
        return nullptr;
    Shelf &shelf = m_shelves[static_cast<size_t>(index)];
    const std::lock_guard lock(shelf.mutex);
    if (shelf.blocks.empty())
        return nullptr;
    void *block = shelf.blocks.back();
    shelf.blocks.pop_back();
    m_bytes.fetch_sub(static_cast<int64_t>(bytesOfClass(index)), std::memory_order_relaxed);
    return block;
}

bool BlockCache::keep(void *block, size_t bytes)
{
    const int index = classOf(bytes);
    const int64_t cap = m_cap.load(std::memory_order_relaxed);
    if (index < 0 || cap == 0 || bytesOfClass(index) != bytes)
        return false;
    if (m_bytes.fetch_add(static_cast<int64_t>(bytes), std::memory_order_relaxed) + static_cast<int64_t>(bytes) > cap) {
        m_bytes.fetch_sub(static_cast<int64_t>(bytes), std::memory_order_relaxed);
        return false;
    }
    Shelf &shelf = m_shelves[static_cast<size_t>(index)];
    const std::lock_guard lock(shelf.mutex);
    shelf.blocks.push_back(block);
    return true;
}

int64_t BlockCache::clear(void (*free)(void *))
{
    int64_t bytes = 0;
    for (int index = 0; index < kClasses; ++index) {
        std::vector<void *> blocks;
        {
            const std::lock_guard lock(m_shelves[static_cast<size_t>(index)].mutex);
            blocks.swap(m_shelves[static_cast<size_t>(index)].blocks);
        }
        for (void *block : blocks)
            free(block);
        bytes += static_cast<int64_t>(blocks.size() * bytesOfClass(index));
    }
    m_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    return bytes;
}

BlockCache &hostBlockCache()
{
    static auto *process = new BlockCache; // never destroyed: tensors die until the very end of the process
    return *process;
}

} // namespace limno
