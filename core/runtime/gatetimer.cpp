// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/gatetimer.h"

#include <chrono>

namespace limno {

GateTimer::GateTimer(Gate &gate, const Clock &clock)
    : m_gate(gate)
    , m_clock(clock)
    , m_thread([this] { loop(); })
{
}

GateTimer::~GateTimer()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void GateTimer::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        m_woken = true;
    }
    m_changed.notify_all();
}

void GateTimer::loop()
{
    while (true) {
        const std::optional<int64_t> deadlineNs = m_gate.expire();
        std::unique_lock lock(m_mutex);
        const auto disturbed = [this] { return m_woken || m_stopping; };
        if (deadlineNs)
            m_changed.wait_for(lock, std::chrono::nanoseconds(*deadlineNs - m_clock.nowNs()), disturbed);
        else
            m_changed.wait(lock, disturbed);
        if (m_stopping)
            return;
        m_woken = false;
    }
}

} // namespace limno
