// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace limno {

/// Live tensor bytes by the request during which they were allocated. What a request made and left behind is a
/// survivor: nearly noise-free evidence of a leak. Thread-safe; counting a block is one atomic addition.
class Births
{
public:
    struct Survivor {
        int64_t request = 0; ///< as given to begin()
        int64_t bytes = 0; ///< in both spaces
    };

    constexpr Births() = default;

    /// A row for a request that starts now; 0 (which is not counted apart) when four million requests have left
    /// something behind.
    uint32_t begin(int64_t request);
    /// The request is over; the row is used again once nothing of it is left.
    void end(uint32_t row);

    void added(uint32_t row, int64_t bytes);
    void removed(uint32_t row, int64_t bytes);
    /// Bytes alive that belong to the row.
    int64_t bytes(uint32_t row) const;

    /// Requests that have ended and still have bytes alive, in the order of their numbers.
    std::vector<Survivor> survivors() const;
    int64_t survivorBytes() const;

private:
    static constexpr size_t kChunk = 4096;
    static constexpr size_t kChunks = 1024;
    struct Slot {
        std::atomic<int64_t> bytes = 0;
        std::atomic<int64_t> request = 0;
    };
    Slot &slot(uint32_t row) const;
    template<typename Visit>
    void forEachSurvivor(Visit visit) const;

    mutable std::array<std::atomic<Slot *>, kChunks> m_chunks{}; ///< made on demand, never freed: blocks refer to rows
    mutable Slot m_none; ///< row 0
    mutable std::mutex m_mutex; ///< guards begin(), end() and everything below
    std::vector<uint32_t> m_free; ///< rows whose request left nothing
    std::vector<uint32_t> m_kept; ///< ended rows with bytes alive when last looked at
    size_t m_lookAgain = 64; ///< when m_kept has grown to this, those that have become empty are looked for
    uint32_t m_used = 1;
};

/// The process's births: part of the allocator hook.
Births &births();

} // namespace limno
