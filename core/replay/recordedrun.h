// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryrun.h"
#include "core/replay/recording.h"

namespace limno {

/// The run that a recording holds, for the verdict: a row for each finished request with the numbers at its end, samples
/// between requests while the recording rests (a "phase" mark "rest") or after the last request, and the marks. Phases
/// come from marks "phase" with the text "main", "confirm" or "rest". Cancelled requests count as good ones.
MemoryRun memoryRun(const Recording &recording);

/// The same from a file, and what its last snapshot knows of tensors that outlived their requests. Fails as
/// Recording::open() does.
Result<MemoryRun> readRecordedRun(const std::string &path);

} // namespace limno
