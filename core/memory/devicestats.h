// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace limno {

/// One number of an allocator over time, as PyTorch keeps it (c10/core/CachingDeviceAllocator.h).
struct DeviceStat {
    int64_t current = 0;
    int64_t peak = 0; ///< highest `current` since the last reset
    int64_t allocated = 0; ///< sum of all increases
    int64_t freed = 0; ///< sum of all decreases

    void increase(int64_t amount)
    {
        current += amount;
        peak = std::max(peak, current);
        allocated += amount;
    }
    void decrease(int64_t amount)
    {
        current -= amount;
        freed += amount;
    }
    bool operator==(const DeviceStat &) const = default;
};

/// The same number for both pools together and for each.
struct DeviceStatArray {
    DeviceStat all;
    DeviceStat small;
    DeviceStat large;

    bool operator==(const DeviceStatArray &) const = default;
};

/// What a device's caching allocator says about itself, in the words of torch.cuda.memory_stats().
struct DeviceStats {
    DeviceStatArray allocation; ///< blocks in use
    DeviceStatArray segment; ///< pieces got from the device
    DeviceStatArray active; ///< blocks in use, or waiting for a stream
    DeviceStatArray inactiveSplit; ///< free blocks of partly used segments
    DeviceStatArray allocatedBytes; ///< whole blocks, with what rounding adds
    DeviceStatArray reservedBytes;
    DeviceStatArray activeBytes;
    DeviceStatArray inactiveSplitBytes;
    DeviceStatArray requestedBytes; ///< without what rounding adds
    DeviceStat oversizeAllocations;
    DeviceStat oversizeSegments;
    int64_t numAllocRetries = 0; ///< requests that emptied the cache first, whether they then succeeded or not
    int64_t numOoms = 0;
    int64_t numSyncAllStreams = 0;
    int64_t numDeviceAlloc = 0;
    int64_t numDeviceFree = 0;
    int64_t maxSplitSize = -1; ///< -1: blocks of any size may be split
    std::optional<int64_t> largestFree; ///< bytes of the largest request that needs no new segment; not in PyTorch

    /// Makes the present levels the peaks.
    void resetPeak();

    bool operator==(const DeviceStats &) const = default;
};

struct DeviceStatFamily {
    std::string_view name; ///< PyTorch's: "allocated_bytes" of "allocated_bytes.all.current"
    DeviceStatArray DeviceStats::*member;
};
inline constexpr std::array<DeviceStatFamily, 9> kDeviceStatFamilies{{
    {"allocation", &DeviceStats::allocation},
    {"segment", &DeviceStats::segment},
    {"active", &DeviceStats::active},
    {"inactive_split", &DeviceStats::inactiveSplit},
    {"allocated_bytes", &DeviceStats::allocatedBytes},
    {"reserved_bytes", &DeviceStats::reservedBytes},
    {"active_bytes", &DeviceStats::activeBytes},
    {"inactive_split_bytes", &DeviceStats::inactiveSplitBytes},
    {"requested_bytes", &DeviceStats::requestedBytes},
}};

inline void DeviceStats::resetPeak()
{
    const auto reset = [](DeviceStat &stat) { stat.peak = stat.current; };
    for (const DeviceStatFamily &family : kDeviceStatFamilies) {
        DeviceStatArray &stats = this->*family.member;
        reset(stats.all);
        reset(stats.small);
        reset(stats.large);
    }
    reset(oversizeAllocations);
    reset(oversizeSegments);
}

} // namespace limno
