// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/clearladder.h"
#include "core/memory/sampler.h"
#include "core/memory/seriesstore.h"
#include "core/runtime/modulehost.h"
#include "core/runtime/runtime.h"

namespace limno {

/// The one of each that a process has, in the order in which they depend on each other.
struct Services {
    explicit Services(Runtime::Options options);
    ~Services();

    ClearLadder ladder;
    ModuleHost modules{ladder};
    SeriesStore series;
    Runtime runtime;
    Sampler sampler; ///< ten samples a second into `series`, once started
};

} // namespace limno
