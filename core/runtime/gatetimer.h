// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/runtime/gate.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace limno {

/// Sleeps until the gate's next deadline and lets it refuse those that are late, on a thread of its own: workers may
/// all be busy just then.
class GateTimer
{
public:
    GateTimer(Gate &gate, const Clock &clock);
    /// Stops and waits.
    ~GateTimer();
    GateTimer(const GateTimer &) = delete;
    GateTimer &operator=(const GateTimer &) = delete;

    /// A ticket with a deadline has entered.
    void wake();

private:
    void loop();

    Gate &m_gate;
    const Clock &m_clock;
    std::mutex m_mutex; ///< guards m_woken and m_stopping
    std::condition_variable m_changed;
    bool m_woken = false;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace limno
