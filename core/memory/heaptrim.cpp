// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heaptrim.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace limno {

void trimThreadHeap()
{
    // What is free is asked for in pieces too small for a mapping of their own, emptied, and freed again: the C
    // library has no other way to it. An arena of a thread is at most 64 MiB long.
    constexpr size_t piece = 96 * 1024;
    constexpr size_t longest = size_t{64} << 20;
    static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    std::array<void *, longest / piece> blocks{};
    for (void *&block : blocks) {
        block = std::malloc(piece);
        if (block == nullptr)
            break;
        const uintptr_t begin = (reinterpret_cast<uintptr_t>(block) + page - 1) & ~(page - 1);
        const uintptr_t end = (reinterpret_cast<uintptr_t>(block) + piece) & ~(page - 1);
        ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
    }
    for (void *block : blocks)
        std::free(block);
}

} // namespace limno
