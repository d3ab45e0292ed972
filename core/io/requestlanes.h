// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"

#include <functional>
#include <string>
#include <vector>

namespace limno {

/// A stretch of a lane, in pixels.
struct LaneSpan {
    enum class Kind { Waiting, Ok, Cancelled, Failed };
    double begin = 0;
    double end = 0;
    Kind kind = Kind::Ok;
};

struct RequestLane {
    std::string label; ///< "waiting", "worker 1"
    std::vector<LaneSpan> spans; ///< in order; where there are more requests than pixels, neighbours of a kind are one
};

/// One lane for what waits (left out when nothing waited for as long as a pixel) and one for each worker. A request that
/// no worker ever took is in the first. `xOf` turns a time into a position.
std::vector<RequestLane> requestLanes(const std::vector<RequestRow> &requests,
                                      const std::function<double(int64_t)> &xOf);

} // namespace limno
