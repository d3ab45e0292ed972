// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>
#include <unistd.h>

namespace limno::cli {

namespace {

volatile std::sig_atomic_t g_signal = 0;

void remember(int number)
{
    if (g_signal != 0)
        _exit(128 + number);
    g_signal = number;
}

} // namespace

void catchInterrupts()
{
    struct sigaction action = {};
    action.sa_handler = remember;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

int interruptCode()
{
    return g_signal == 0 ? 0 : 128 + g_signal;
}

} // namespace limno::cli
