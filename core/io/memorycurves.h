// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

#include <array>

namespace limno {

/// How a curve of the level is drawn. Colours have at least 4.5 : 1 against their panel.
struct MemoryCurve {
    Metric metric;
    const char *name; ///< in the legend and the tables
    const char *shortName; ///< beside the line's end
    const char *light;
    const char *dark;
    const char *dash; ///< stroke-dasharray; empty = solid
    double width;
};

inline constexpr std::array<MemoryCurve, 4> kMemoryCurves{{
    {Metric::RssAnon, "RSS anonymous", "anonymous", "#0B6BB8", "#58B0F0", "", 1.5},
    {Metric::RssFile, "RSS files (mapped weights)", "files", "#6B7686", "#8B95A5", "2 3", 1.5},
    {Metric::HeapInUse, "heap in use", "heap", "#A86500", "#F2B441", "", 1},
    {Metric::HostTensors, "tensors", "tensors", "#127A4B", "#4CC38A", "7 3", 1.5},
}};

} // namespace limno
