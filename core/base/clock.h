// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace limno {

/// Monotonic time in nanoseconds from an arbitrary start. An interface, so that tests can drive schedules by hand.
/// Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual int64_t nowNs() const = 0;

    /// The machine's steady clock; lives as long as the program.
    static const Clock &steady();
};

inline constexpr int64_t kNsPerMs = 1'000'000;
inline constexpr int64_t kNsPerSecond = 1'000'000'000;

} // namespace limno
