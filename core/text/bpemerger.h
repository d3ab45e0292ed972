// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace limno {

/// Byte-pair merging (Sennrich et al. 2016): of all neighbours the pair that was learned first is joined, the leftmost
/// of equals, until no pair is left that can be. n symbols cost O(n log n). Immutable and thread-safe after adding.
class BpeMerger
{
public:
    explicit BpeMerger(size_t pairs);
    /// A pair that is added again takes the later rank.
    void add(int32_t left, int32_t right, int32_t rank, int32_t joined);

    /// What merging works in; kept by the caller so that one text allocates once.
    struct Scratch {
        struct Symbol {
            int32_t id;
            int32_t rank; ///< of this symbol with the next one; kNone: they don't join
            int32_t joined; ///< what they become
            uint32_t next;
            uint32_t previous;
        };
        struct Candidate {
            int32_t rank;
            uint32_t position;
        };
        std::vector<Symbol> symbols;
        std::vector<Candidate> heap;
    };

    /// Merges `symbols` (ids) in place and returns the front part that holds the result.
    std::span<int32_t> merge(std::span<int32_t> symbols, Scratch &scratch) const;

private:
    struct Slot {
        uint64_t pair = UINT64_MAX;
        int32_t rank = 0;
        int32_t joined = 0;
    };
    struct Joined {
        int32_t rank;
        int32_t id;
    };

    size_t slotIndex(uint64_t pair) const;
    Joined find(int32_t left, int32_t right) const;
    std::span<int32_t> mergeShort(std::span<int32_t> symbols) const;
    std::span<int32_t> mergeLong(std::span<int32_t> symbols, Scratch &scratch) const;

    std::vector<Slot> m_slots; ///< open addressing, a power of two
    unsigned m_shift = 0;
};

} // namespace limno
