// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorywatch.h"

#include "core/memory/memoryreader.h"

#include <algorithm>

namespace limno::cli {

MemoryWatch::MemoryWatch()
    : m_before(MemoryReader().read(ReadDepth::Full))
    , m_sampler(kNsPerSecond / 100, [] { return MemoryReader().read(ReadDepth::Process); })
{
    raisePeak(m_before);
    m_sampler.addListener([this](const Sample &sample) { raisePeak(sample); });
    m_sampler.start();
}

Json MemoryWatch::finish()
{
    m_sampler.stop();
    const Sample after = MemoryReader().read(ReadDepth::Full);
    raisePeak(after);
    return {{"before", sampleJson(m_before)}, {"after", sampleJson(after)}, {"peak", sampleJson(m_peak)}};
}

void MemoryWatch::raisePeak(const Sample &sample)
{
    const std::lock_guard lock(m_mutex);
    for (size_t i = 0; i < kMetricCount; ++i)
        m_peak.values[i] = std::max(m_peak.values[i], sample.values[i]);
}

} // namespace limno::cli
