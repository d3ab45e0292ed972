// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace limno {

/// The address range of one emulated card and the segments mapped in it: each a memory file of its own (man 2
/// memfd_create), resident from the start, not inherited by children. Not thread-safe but for contains().
class CardArena
{
public:
    /// Reserves addresses for segments of `budgetBytes` in total, in multiples of 2 MiB; takes no memory. OutOfMemory
    /// or Io with the system's words when the process can't have so many addresses.
    static Result<CardArena> reserve(int64_t budgetBytes);
    CardArena() = default;
    ~CardArena();
    CardArena(CardArena &&other) noexcept;
    CardArena &operator=(CardArena &&) = delete;

    uintptr_t begin() const { return m_begin; }
    int64_t bytes() const { return m_bytes; }
    bool contains(const void *pointer) const
    {
        return reinterpret_cast<uintptr_t>(pointer) - m_begin < static_cast<uintptr_t>(m_bytes);
    }

    /// A new segment at the lowest address where it fits. OutOfMemory or Io with the system's words; nothing stays
    /// behind then.
    Result<uintptr_t> map(int64_t bytes);
    /// Returns the memory of a segment to the system.
    void unmap(uintptr_t address);

private:
    CardArena(uintptr_t begin, int64_t bytes)
        : m_begin(begin)
        , m_bytes(bytes)
    {
    }
    uintptr_t findGap(int64_t bytes) const;

    uintptr_t m_begin = 0;
    int64_t m_bytes = 0;
    std::map<uintptr_t, int64_t> m_segments; ///< sizes by address
};

} // namespace limno
