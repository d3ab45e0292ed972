// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"
#include "core/replay/replayplan.h"

#include <cstdint>
#include <optional>
#include <string>

namespace limno {

enum class RerunPacing { Closed, AsRecorded };

/// The plan that plays a recording's requests again: same parameters, order, inputs and seeds; closed loop, or at the
/// moments of the original schedule. InputInvalid, naming the request, where only hashes of inputs were kept, or where
/// there are no requests.
Result<ReplayPlan> rerunPlan(const Recording &recording, RerunPacing pacing);

/// Two runs of the same requests, compared by output hash.
struct RerunComparison {
    int64_t same = 0;
    int64_t different = 0;
    int64_t missing = 0; ///< of the original, not there again (cut, refused), or failed in one of the two
    std::optional<int64_t> firstDifferent; ///< index in the original
};
RerunComparison compareReruns(const Recording &original, const Recording &again);

} // namespace limno
