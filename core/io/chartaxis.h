// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// Where an axis has its lines and what stands beside them. Begins at 0.
struct ChartAxis {
    struct Tick {
        double value = 0;
        std::string label;
    };
    std::vector<Tick> ticks;
    double end = 1; ///< the value at the far end of the axis
    std::string unit; ///< what the labels mean where they do not say it: "min:s"
};

/// Bytes up to a round number at or above `highest`, in at most `intervals` steps of 1, 2, 2.5 or 5 times a power of ten of
/// one binary unit.
ChartAxis byteAxis(int64_t highest, int intervals);
/// Seconds from 0 to `end` exactly, with at most `intervals` round steps: "5 s", from two minutes on "2:30", from two
/// hours on "1:30" of hours and minutes.
ChartAxis timeAxis(double end, int intervals);

} // namespace limno
