// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"

#include <optional>
#include <string>

namespace limno {

/// What a verdict saw in one curve, to be drawn: x = request, y = bytes.
struct GrowthCurve {
    Points rows; ///< main run and confirmation
    size_t mainRows = 0;
    Points floors; ///< of the steady part: what is in use between the ups and downs of requests
    double steadyFrom = 0;
    /// Through the floors, with the verdict's slope; and the lines of the slope's interval, which cross it in the middle.
    struct Slope {
        Line line;
        Line low;
        Line high;
    };
    std::optional<Slope> slope;
};

/// Nothing for a series that was not judged or has no values.
std::optional<GrowthCurve> growthCurve(const MemoryRun &run, const Verdict &verdict, const std::string &series);

} // namespace limno
