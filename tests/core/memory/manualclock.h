// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

/// Time that stands still until the test moves it.
class ManualClock final : public limno::Clock
{
public:
    int64_t nowNs() const override { return m_now; }
    void advance(int64_t ns) { m_now += ns; }

private:
    std::atomic<int64_t> m_now = 1000;
};
