// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/lodpyramid.h"

#include <algorithm>

namespace limno {

void LodPyramid::add(const Sample &sample, const Full &onFull)
{
    LodBucket bucket;
    bucket.level = 0;
    bucket.firstNs = bucket.lastNs = sample.timeNs;
    bucket.count = 1;
    bucket.min = bucket.max = sample.values;
    merge(0, bucket, onFull);
}

void LodPyramid::merge(size_t index, const LodBucket &child, const Full &onFull)
{
    if (index == m_levels.size())
        m_levels.emplace_back();
    Building &building = m_levels[index];
    LodBucket &bucket = building.bucket;
    if (building.children == 0) {
        bucket = child;
        bucket.level = child.level + 1;
    } else {
        bucket.lastNs = child.lastNs;
        bucket.count += child.count;
        for (size_t metric = 0; metric < kMetricCount; ++metric) {
            if (child.min[metric] == Sample::kAbsent)
                continue;
            const bool first = bucket.min[metric] == Sample::kAbsent;
            bucket.min[metric] = first ? child.min[metric] : std::min(bucket.min[metric], child.min[metric]);
            bucket.max[metric] = std::max(bucket.max[metric], child.max[metric]); // kAbsent is the lowest of all
        }
    }
    if (++building.children < kFanOut)
        return;
    building.children = 0;
    const LodBucket full = bucket; // the call below may move m_levels
    onFull(full);
    merge(index + 1, full, onFull);
}

} // namespace limno
