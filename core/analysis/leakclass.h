// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace limno {

/// What a curve is. The names are part of the command line's contract.
enum class LeakClass {
    Flat,
    WarmUp,
    Retention,
    Fragmentation,
    Bounded,
    Linear,
    Staircase,
    Sawtooth,
    TimeDriven,
    HeldThenReleased,
    Growing,
    Inconclusive,
};
/// "warm-up", "held-then-released", …
std::string_view leakClassName(LeakClass leakClass);
/// Linear or Staircase.
bool isLeak(LeakClass leakClass);

} // namespace limno
