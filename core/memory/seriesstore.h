// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace limno {

/// Samples of a run in bounded memory: recent ones as they came, all of them as a min/max pyramid (each level merges
/// eight buckets of the one below), so that a day at ten samples a second is kept with every spike in under 64 MiB.
/// One writer, many readers; thread-safe.
class SeriesStore
{
public:
    struct Bucket {
        int64_t firstNs = 0;
        int64_t lastNs = 0;
        int64_t min = 0;
        int64_t max = 0;
        int64_t last = 0;
    };

    SeriesStore();
    ~SeriesStore();

    void append(const Sample &sample);

    /// The metric between two times (inclusive) in at most about `maxBuckets` buckets, oldest first. Every kept
    /// extreme value of the range is in one of them. Empty when the metric was never present.
    std::vector<Bucket> range(Metric metric, int64_t fromNs, int64_t toNs, int maxBuckets) const;

    /// Raw samples still kept with timeNs above `afterNs`, oldest first.
    std::vector<Sample> since(int64_t afterNs) const;

    Sample latest() const;
    int64_t count() const;
    int64_t firstNs() const;
    /// Bytes that the store itself holds.
    int64_t ownBytes() const;
    void clear();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
