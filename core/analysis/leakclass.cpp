// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/leakclass.h"

namespace limno {

std::string_view leakClassName(LeakClass leakClass)
{
    switch (leakClass) {
    case LeakClass::Flat:
        return "flat";
    case LeakClass::WarmUp:
        return "warm-up";
    case LeakClass::Retention:
        return "retention";
    case LeakClass::Fragmentation:
        return "fragmentation";
    case LeakClass::Bounded:
        return "bounded";
    case LeakClass::Linear:
        return "linear";
    case LeakClass::Staircase:
        return "staircase";
    case LeakClass::Sawtooth:
        return "sawtooth";
    case LeakClass::TimeDriven:
        return "time-driven";
    case LeakClass::HeldThenReleased:
        return "held-then-released";
    case LeakClass::Growing:
        return "growing";
    case LeakClass::Inconclusive:
        break;
    }
    return "inconclusive";
}

bool isLeak(LeakClass leakClass)
{
    return leakClass == LeakClass::Linear || leakClass == LeakClass::Staircase;
}

} // namespace limno
