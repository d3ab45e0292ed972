// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/computeslots.h"

namespace limno {

int64_t ComputeSlots::inUse() const
{
    const std::lock_guard lock(m_mutex);
    return m_arrived - m_left;
}

void ComputeSlots::acquire()
{
    if (m_count <= 0)
        return;
    std::unique_lock lock(m_mutex);
    const int64_t ticket = m_arrived++;
    m_released.wait(lock, [&] { return ticket < m_left + m_count; });
}

void ComputeSlots::release()
{
    if (m_count <= 0)
        return;
    {
        const std::lock_guard lock(m_mutex);
        ++m_left;
    }
    m_released.notify_all(); // the one whose turn it is may be any of the waiting
}

} // namespace limno
