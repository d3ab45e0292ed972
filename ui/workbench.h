// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/memory/clearladder.h"
#include "core/memory/devices.h"
#include "core/memory/sampler.h"
#include "core/memory/seriesstore.h"
#include "core/memory/snapshotstore.h"
#include "core/runtime/runtime.h"
#include "ui/settings.h"
#include "ui/theme.h"

namespace limno {

class Pulse;

/// What the window works on, handed to each pane. All of it outlives the window.
struct Workbench {
    Runtime &runtime;
    SeriesStore &series;
    Sampler &sampler;
    ClearLadder &ladder;
    Devices &devices; ///< to look at; changed through the runtime
    SnapshotStore &snapshots;
    Settings &settings;
    Theme &theme;
    Pulse &pulse;
    const Clock &clock = Clock::steady();
};

} // namespace limno
