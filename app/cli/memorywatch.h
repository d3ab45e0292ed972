// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/memory/devices.h"
#include "core/memory/sampler.h"

#include <mutex>

namespace limno::cli {

/// Memory before, after and at its highest while it lives: sampled a hundred times a second, so that a peak shorter
/// than 10 ms shows only in exact counters (peakHostTensors, the device's own peaks).
class MemoryWatch
{
public:
    /// `devices` has to live longer.
    explicit MemoryWatch(const Devices &devices);

    /// {"before":{…},"after":{…},"peak":{…}} with the names of memory.md.
    Json finish();

private:
    void raisePeak(const Sample &sample);

    const Devices &m_devices;
    std::mutex m_mutex; ///< guards m_peak
    Sample m_peak;
    Sample m_before;
    Sampler m_sampler;
};

} // namespace limno::cli
