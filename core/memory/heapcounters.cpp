// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapcounters.h"

// Weak: the address is null in executables that do not interpose malloc.
extern "C" [[gnu::weak]] int64_t limnoHeapInUseBytes() noexcept;

namespace limno {

std::optional<int64_t> heapInUseBytes()
{
    if (limnoHeapInUseBytes == nullptr)
        return std::nullopt;
    return limnoHeapInUseBytes();
}

} // namespace limno
