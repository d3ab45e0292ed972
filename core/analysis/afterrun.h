// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curveverdict.h"
#include "core/analysis/runwindow.h"

namespace limno {

/// What a curve did when nothing ran any more, against its growth while requests ran.
enum class AfterRun {
    Unknown, ///< no readings
    Stayed, ///< growth survives rest, and the clearing of caches where that was done
    Released, ///< given back while idle
    ClearedCache, ///< given back by emptying a cache of ours (rungs 1 to 5)
    ClearedAllocator, ///< given back by emptying what an allocator kept (rungs 6 to 8, or unknown)
    GrewOn, ///< grows with time, requests or not
};
/// `curve` is what judgeCurve() was given for `values`.
AfterRun afterRun(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, const Points &curve,
                  const CurveVerdict &verdict);

/// The class with that taken into account.
LeakClass withAfterRun(LeakClass leakClass, AfterRun after);

} // namespace limno
