// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/births.h"

#include <algorithm>

namespace limno {

Births::Slot &Births::slot(uint32_t row) const
{
    if (row == 0 || row >= kChunk * kChunks)
        return m_none;
    Slot *chunk = m_chunks[row / kChunk].load(std::memory_order_acquire);
    return chunk ? chunk[row % kChunk] : m_none;
}

uint32_t Births::begin(int64_t request)
{
    const std::lock_guard lock(m_mutex);
    if (m_free.empty() && m_kept.size() >= m_lookAgain) {
        // Those whose last block went after their end.
        const auto isGone = [this](uint32_t row) { return slot(row).bytes.load(std::memory_order_relaxed) == 0; };
        const auto gone = std::partition(m_kept.begin(), m_kept.end(), [&](uint32_t row) { return !isGone(row); });
        m_free.assign(gone, m_kept.end());
        m_kept.erase(gone, m_kept.end());
        m_lookAgain = 2 * m_kept.size() + 64; // twice, so that looking costs little even where everything is kept
    }
    uint32_t row = 0;
    if (!m_free.empty()) {
        row = m_free.back();
        m_free.pop_back();
    } else if (m_used < kChunk * kChunks) {
        row = m_used++;
        if (!m_chunks[row / kChunk].load(std::memory_order_relaxed))
            m_chunks[row / kChunk].store(new Slot[kChunk], std::memory_order_release);
    } else {
        return 0;
    }
    slot(row).request.store(request, std::memory_order_relaxed);
    return row;
}

void Births::end(uint32_t row)
{
    if (row == 0)
        return;
    const std::lock_guard lock(m_mutex);
    (slot(row).bytes.load(std::memory_order_relaxed) == 0 ? m_free : m_kept).push_back(row);
}

void Births::added(uint32_t row, int64_t bytes)
{
    slot(row).bytes.fetch_add(bytes, std::memory_order_relaxed);
}

void Births::removed(uint32_t row, int64_t bytes)
{
    slot(row).bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

int64_t Births::bytes(uint32_t row) const
{
    return slot(row).bytes.load(std::memory_order_relaxed);
}

template<typename Visit>
void Births::forEachSurvivor(Visit visit) const
{
    const std::lock_guard lock(m_mutex);
    for (const uint32_t row : m_kept) {
        const int64_t bytes = slot(row).bytes.load(std::memory_order_relaxed);
        if (bytes != 0)
            visit(slot(row).request.load(std::memory_order_relaxed), bytes);
    }
}

std::vector<Births::Survivor> Births::survivors() const
{
    std::vector<Survivor> all;
    forEachSurvivor([&](int64_t request, int64_t bytes) { all.push_back({request, bytes}); });
    std::sort(all.begin(), all.end(), [](const Survivor &a, const Survivor &b) { return a.request < b.request; });
    return all;
}

int64_t Births::survivorBytes() const
{
    int64_t sum = 0;
    forEachSurvivor([&](int64_t, int64_t bytes) { sum += bytes; });
    return sum;
}

Births &births()
{
    static auto *process = new Births; // never destroyed: blocks outlive the end of main()
    return *process;
}

} // namespace limno
