// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace limno {

/// Remembers which ids a word became. Bounded: a part that is full starts again from nothing, and words longer than
/// kLongestWord are not kept, so neither many nor long texts make it grow. Thread-safe.
class WordCache
{
public:
    static constexpr size_t kLongestWord = 64; ///< bytes
    static constexpr size_t kParts = 16;

    /// At least 64 KiB.
    explicit WordCache(size_t capacityBytes);

    /// Appends the word's ids to `ids`; false if it is not known.
    bool find(std::string_view word, uint64_t hash, std::vector<int64_t> &ids) const;
    void insert(std::string_view word, uint64_t hash, std::span<const int32_t> ids);

    static uint64_t hash(std::string_view word);

    int64_t bytes() const;
    /// Gives the memory back, too.
    void clear();

private:
    struct Slot {
        uint32_t hash = 0;
        uint32_t offset = 0; ///< into `store`, plus 1; 0 = empty
    };
    struct Part {
        mutable std::mutex mutex; ///< guards slots, store and used
        std::vector<Slot> slots; ///< open addressing, a power of two, at most half full
        std::vector<char> store; ///< entries: word length, id count (a byte each), the word, the ids
        size_t used = 0;
    };

    static size_t slotIndex(const Part &part, std::string_view word, uint32_t hash);
    static void grow(Part &part);
    static void empty(Part &part);

    const size_t m_partCapacity;
    std::array<Part, kParts> m_parts;
};

} // namespace limno
