// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <chrono>

namespace limno {

namespace {

class SteadyClock final : public Clock
{
public:
    int64_t nowNs() const override
    {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
};

} // namespace

const Clock &Clock::steady()
{
    static const SteadyClock clock;
    return clock;
}

} // namespace limno
