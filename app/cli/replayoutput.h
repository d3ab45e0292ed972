// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/replay/replayrun.h"

namespace limno::cli {

/// requests, latency, service, throughput, memory{start,end,peak} of `memory` (MemoryWatch), firstError, interrupted.
void replayInto(Json &document, const ReplayResult &result, Json memory);
void printReplay(const Json &document);
/// `gates`: a leak and a verdict that is not sure have codes of their own.
int replayExitCode(const ReplayReport &report, bool gates);

} // namespace limno::cli
