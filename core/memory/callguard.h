// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>

namespace limno {

/// Stands between a registry and one registered callback: after withdraw() the callback is not running and never runs
/// again. Withdrawing from within the callback itself is allowed and does not wait. Thread-safe.
class CallGuard
{
public:
    /// Runs `body` unless withdrawn.
    template<typename Body>
    void run(Body &&body)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_withdrawn)
            body();
    }

    void withdraw()
    {
        const std::lock_guard lock(m_mutex);
        m_withdrawn = true;
    }

private:
    std::recursive_mutex m_mutex; ///< guards m_withdrawn; held during the call so that withdraw() waits for its end
    bool m_withdrawn = false;
};

} // namespace limno
