// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"

#include <string>
#include <vector>

namespace limno {

/// A mark on the level, ready to be drawn.
struct PlacedMark {
    double x = 0; ///< of its line
    std::string kind;
    std::string label; ///< empty when there was no room: the mark then stands without words
    int row = 0; ///< 0 = nearest to the plot
    bool endsAtLine = false; ///< the label stands left of the line, since it would leave the picture
};

/// What a mark says in few words: "load smollm2", "clear 36.2 MiB", "KV cache off".
std::string markLabel(const EventRow &event);

/// Gives each event a place between `left` and `right`: labels of one row never touch, there are at most `rows` rows, and
/// marks of one kind closer than three pixels are one. `positions[i]` is where event i lies; events are in order of time.
/// Labels may reach to `labelsRight`.
std::vector<PlacedMark> placeMarks(const std::vector<EventRow> &events, const std::vector<double> &positions,
                                   double left, double right, double labelsRight, int rows);

} // namespace limno
