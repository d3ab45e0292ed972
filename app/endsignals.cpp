// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endsignals.h"

#include <array>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace limno {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// A handler may do little more than write: what it writes wakes the event loop ("self-pipe trick", D. J. Bernstein).
std::array<int, 2> g_sockets{-1, -1};
volatile std::sig_atomic_t g_hasCome = 0;

void tell(int number)
{
    if (g_hasCome != 0)
        _exit(128 + number);
    g_hasCome = 1;
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(g_sockets[0], &byte, 1);
}

} // namespace

EndSignals::EndSignals(std::function<void()> onSignal)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, g_sockets.data()) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(g_sockets[1], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this, onSignal = std::move(onSignal)] {
        m_notifier->setEnabled(false);
        onSignal();
    });
    struct sigaction action = {};
    action.sa_handler = tell;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

EndSignals::~EndSignals()
{
    if (!m_notifier)
        return;
    for (const int number : kSignals)
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    for (int &socket : g_sockets)
        ::close(std::exchange(socket, -1));
}

} // namespace limno
