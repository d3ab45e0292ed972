// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/peaktracker.h"

#include "core/memory/hostcounters.h"

#include <algorithm>

namespace limno {

void PeakTracker::begin(int64_t id)
{
    const std::lock_guard lock(m_mutex);
    credit();
    m_peaks[id] = 0;
}

int64_t PeakTracker::end(int64_t id)
{
    const std::lock_guard lock(m_mutex);
    credit();
    const auto mine = m_peaks.extract(id);
    return mine.empty() ? 0 : mine.mapped();
}

void PeakTracker::credit()
{
    const int64_t peak = hostCounters().resetPeak();
    for (auto &[id, highest] : m_peaks)
        highest = std::max(highest, peak);
}

} // namespace limno
