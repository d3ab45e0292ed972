// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services.h"
#include "core/replay/replayrun.h"

namespace limno::cli {

/// Plays on a thread of its own, so that this one can look for signals; shows progress where standard error is a terminal.
Result<ReplayReport> playInterruptible(Services &services, const ReplayPlan &plan, const ReplayRunOptions &options);

} // namespace limno::cli
