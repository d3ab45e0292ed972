// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace limno {

/// How many may compute on a card at a time, in the order in which they came: an emulated card shares the processor's
/// cores, and without a limit its throughput would have no knee. Thread-safe.
class ComputeSlots
{
public:
    /// 0: no limit.
    explicit ComputeSlots(int count)
        : m_count(count)
    {
    }

    int count() const { return m_count; }
    /// Who computes or waits at this moment; 0 without a limit.
    int64_t inUse() const;

private:
    friend class ComputeSlot;
    void acquire();
    void release();

    const int m_count;
    mutable std::mutex m_mutex; ///< guards the two counters
    std::condition_variable m_released;
    int64_t m_arrived = 0;
    int64_t m_left = 0;
};

/// Computes on the card as long as it lives; the constructor waits for a slot. A thread takes one at a time.
class ComputeSlot
{
public:
    explicit ComputeSlot(ComputeSlots &queue)
        : m_slots(queue)
    {
        m_slots.acquire();
    }
    ~ComputeSlot() { m_slots.release(); }
    ComputeSlot(const ComputeSlot &) = delete;
    ComputeSlot &operator=(const ComputeSlot &) = delete;

private:
    ComputeSlots &m_slots;
};

} // namespace limno
