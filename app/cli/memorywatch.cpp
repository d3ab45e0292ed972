// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorywatch.h"

#include "core/memory/memoryreader.h"

#include <algorithm>

namespace limno::cli {

MemoryWatch::MemoryWatch(const Devices &devices)
    : m_devices(devices)
    , m_before(MemoryReader(&devices).read(ReadDepth::Full))
    , m_sampler(kNsPerSecond / 100, [&devices] { return MemoryReader(&devices).read(ReadDepth::Process); })
{
    devices.current()->resetPeak();
    raisePeak(m_before);
    m_sampler.addListener([this](const Sample &sample) { raisePeak(sample); });
    m_sampler.start();
}

Json MemoryWatch::finish()
{
    m_sampler.stop();
    const Sample after = MemoryReader(&m_devices).read(ReadDepth::Full);
    raisePeak(after);
    if (const std::optional<DeviceStats> stats = m_devices.current()->stats()) {
        m_peak.set(Metric::DeviceAllocated, stats->allocatedBytes.all.peak);
        m_peak.set(Metric::DeviceReserved, stats->reservedBytes.all.peak);
    }
    return {{"before", sampleJson(m_before)}, {"after", sampleJson(after)}, {"peak", sampleJson(m_peak)}};
}

void MemoryWatch::raisePeak(const Sample &sample)
{
    const std::lock_guard lock(m_mutex);
    for (size_t i = 0; i < kMetricCount; ++i)
        m_peak.values[i] = std::max(m_peak.values[i], sample.values[i]);
}

} // namespace limno::cli
