// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace limno {

/// While it lives SIGINT, SIGTERM and SIGHUP call `onSignal` in the event loop, where everything may be done, instead of
/// ending the process; a second signal ends it at once. One at a time, on the main thread. What cannot be set up leaves
/// the signals as they were.
class EndSignals
{
public:
    explicit EndSignals(std::function<void()> onSignal);
    ~EndSignals();
    EndSignals(const EndSignals &) = delete;
    EndSignals &operator=(const EndSignals &) = delete;

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace limno
