// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/metric.h"

namespace limno {

namespace {

/// In the order of the enum.
constexpr std::array<MetricInfo, kMetricCount> kMetrics{{
    {"rssAnon", true},
    {"rssFile", true},
    {"rssShmem", true},
    {"swap", true},
    {"heapInUse", true},
    {"heapOther", true},
    {"heapFree", true},
    {"hostTensors", true},
    {"hostCached", true},
    {"weightsMapped", true},
    {"deviceAllocated", true},
    {"deviceReserved", true},
    {"deviceInactiveSplit", true},
    {"deviceLargestFree", true},
    {"deviceProcess", true},
    {"deviceUsed", true},
    {"deviceTotal", true},
    {"cgroupCurrent", true},
    {"cgroupLimit", true},
    {"caches", true},
    {"threads", false},
    {"fds", false},
    {"mappings", false},
    {"own", true},
}};

} // namespace

const MetricInfo &metricInfo(Metric metric)
{
    return kMetrics[static_cast<size_t>(metric)];
}

std::optional<Metric> metricByName(std::string_view name)
{
    for (size_t i = 0; i < kMetricCount; ++i) {
        if (kMetrics[i].name == name)
            return static_cast<Metric>(i);
    }
    return std::nullopt;
}

} // namespace limno
