// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace limno {

/// Lowest and highest values of a stretch of samples.
struct LodBucket {
    int level = 1; ///< holds 8^level samples
    int64_t firstNs = 0;
    int64_t lastNs = 0;
    int64_t count = 0; ///< samples
    std::array<int64_t, kMetricCount> min{}; ///< Sample::kAbsent where no sample had the metric
    std::array<int64_t, kMetricCount> max{};
};

/// Builds a min/max pyramid as samples come in: a level's bucket is handed out when it holds eight of the level below
/// (level 0 = samples). What has not filled a bucket is found in the levels below it. Memory grows with the logarithm of the
/// number of samples.
class LodPyramid
{
public:
    static constexpr int kFanOut = 8;
    using Full = std::function<void(const LodBucket &)>;

    void add(const Sample &sample, const Full &onFull);

private:
    void merge(size_t index, const LodBucket &child, const Full &onFull);

    struct Building {
        LodBucket bucket;
        int children = 0;
    };
    std::vector<Building> m_levels;
};

} // namespace limno
