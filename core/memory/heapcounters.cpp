// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapcounters.h"

// Weak: their addresses are null in executables that do not interpose malloc.
extern "C" [[gnu::weak]] int64_t limnoHeapInUseBytes() noexcept;
extern "C" [[gnu::weak]] int64_t limnoThreadHeapBytes() noexcept;
extern "C" [[gnu::weak]] void limnoSampleHeap(const limno::HeapSampling *) noexcept;

namespace limno {

std::optional<int64_t> heapInUseBytes()
{
    if (limnoHeapInUseBytes == nullptr)
        return std::nullopt;
    return limnoHeapInUseBytes();
}

std::optional<int64_t> threadHeapBytes()
{
    if (limnoThreadHeapBytes == nullptr)
        return std::nullopt;
    return limnoThreadHeapBytes();
}

bool sampleHeap(const HeapSampling *sampling)
{
    if (limnoSampleHeap == nullptr)
        return false;
    limnoSampleHeap(sampling);
    return true;
}

} // namespace limno
