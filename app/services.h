// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/labmodel.h"
#include "core/memory/clearladder.h"
#include "core/memory/sampler.h"
#include "core/memory/seriesstore.h"
#include "core/memory/snapshotstore.h"
#include "core/runtime/modulehost.h"
#include "core/runtime/runtime.h"

namespace limno {

/// The one of each that a process has, in the order in which they depend on each other.
struct Services {
    explicit Services(Runtime::Options options);
    ~Services();

    Devices devices;
    ClearLadder ladder{&devices};
    ModuleHost modules{ladder, devices};
    const LabModelFactory *lab = nullptr; ///< of `modules`: what scenarios have kept
    SeriesStore series;
    SnapshotStore snapshots{devices};
    Runtime runtime;
    ClearLadder::Registration forgetSnapshots;
    Sampler sampler; ///< ten samples a second into `series`, once started
};

} // namespace limno
