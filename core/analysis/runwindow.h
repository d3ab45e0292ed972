// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryrun.h"
#include "core/analysis/trend.h"

namespace limno {

/// The rows that are judged as one curve.
struct RunWindow {
    std::vector<size_t> rows; ///< ascending, main run first, then its confirmation; none of Rest
    size_t mainRows = 0; ///< how many of them are the main run
    bool isCut = false; ///< marks ended it: part of the run was left out
};

/// The longest stretch without a mark in it. Errors and loads that come so often that no stretch is long enough don't
/// cut; a toggle always does.
///
/// A run of 160 rows or more without a confirmation of its own gives its last 3/8 for one. With fewer there is too little
/// between the start-up and the end to exclude a cache or a collector that has not had its turn yet, unless a count of
/// threads that grows along names the cause: then 107 rows do.
RunWindow chooseWindow(const MemoryRun &run);

/// What is judged of a series: its values, and for rssAnon what was swapped out added.
std::vector<double> judgedValues(const MemoryRun &run, const RunSeries &series);

/// Values of a series in the window, absent ones left out; `mainRows` is set to how many of them are the main run. x is
/// the request's index where the indices ascend, else the row.
Points curveOf(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, size_t &mainRows);

} // namespace limno
