// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/owner.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// Where a tensor's bytes lie.
enum class MemorySpace : uint8_t { Host, Device };
inline constexpr size_t kSpaceCount = 2;

/// Live bytes and blocks of each pair of owner and site, in both spaces. The sum over its rows is what the allocators
/// have handed out, always. Thread-safe and free of locks; counting a block costs two atomic additions.
class Tally
{
public:
    struct Row {
        Owner owner = Owner::Untagged;
        std::string name; ///< whose: "smollm2"
        std::string site; ///< operator or module; empty when unknown
        MemorySpace space = MemorySpace::Host;
        int64_t bytes = 0;
        int64_t count = 0; ///< blocks
    };

    constexpr Tally() = default;

    /// The row for a pair; one of the owner alone when the table is nearly full.
    uint32_t rowOf(OwnerTag owner, SiteTag site);
    void added(uint32_t row, MemorySpace space, int64_t bytes);
    void removed(uint32_t row, MemorySpace space, int64_t bytes);

    /// Rows with something in them.
    std::vector<Row> rows() const;
    int64_t bytes(Owner owner, MemorySpace space) const;
    int64_t bytes(MemorySpace space) const;
    /// Owner and site of a row, as a block's tag names it.
    Row describe(uint32_t row) const;

private:
    static constexpr size_t kRows = 16384;
    struct Slot {
        std::atomic<uint32_t> key = 0; ///< owner and site plus 1; 0 = free
        std::array<std::atomic<int64_t>, kSpaceCount> bytes{};
        std::array<std::atomic<int64_t>, kSpaceCount> count{};
    };
    static Row named(uint32_t key);
    uint32_t claim(uint32_t key, size_t tries);

    std::array<Slot, kRows> m_slots{}; ///< an open hash table; slot 0 is for what is untagged
};

/// The process's tally: part of the allocator hook.
Tally &tally();

} // namespace limno
