// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace limno {

/// Every number that the graph can draw. One table (metricInfo) gives each its name in JSON, CSV and recordings.
enum class Metric : uint8_t {
    RssAnon,
    RssFile,
    RssShmem,
    Swap,
    HeapInUse,
    HeapOther,
    HeapFree,
    HostTensors,
    HostCached,
    WeightsMapped,
    DeviceAllocated,
    DeviceReserved,
    DeviceInactiveSplit,
    DeviceLargestFree,
    DeviceProcess,
    DeviceUsed,
    DeviceTotal,
    CgroupCurrent,
    CgroupLimit,
    CacheBytes,
    Threads,
    Fds,
    Mappings,
    Own,
};
inline constexpr size_t kMetricCount = static_cast<size_t>(Metric::Own) + 1;

struct MetricInfo {
    std::string_view name; ///< camelCase, as in JSON, CSV and the recording's columns
    bool isBytes = true; ///< false: a plain count
};

const MetricInfo &metricInfo(Metric metric);
std::optional<Metric> metricByName(std::string_view name);

/// Numbers read at one moment. An unknown value is absent, never 0 and never guessed.
struct Sample {
    static constexpr int64_t kAbsent = std::numeric_limits<int64_t>::min();

    int64_t timeNs = 0; ///< Clock::nowNs()
    std::array<int64_t, kMetricCount> values = makeAbsent();

    std::optional<int64_t> value(Metric metric) const
    {
        const int64_t raw = values[static_cast<size_t>(metric)];
        return raw == kAbsent ? std::nullopt : std::optional(raw);
    }
    void set(Metric metric, int64_t value) { values[static_cast<size_t>(metric)] = value; }
    void clear(Metric metric) { values[static_cast<size_t>(metric)] = kAbsent; }

private:
    static constexpr std::array<int64_t, kMetricCount> makeAbsent()
    {
        std::array<int64_t, kMetricCount> all{};
        all.fill(kAbsent);
        return all;
    }
};

} // namespace limno
