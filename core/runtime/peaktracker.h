// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace limno {

/// The highest level of the host allocator's live tensors while each of several overlapping requests runs. Every begin
/// and end reads and restarts the one peak counter and credits what it said to all that were running. Thread-safe.
class PeakTracker
{
public:
    void begin(int64_t id);
    /// The peak since begin(id); 0 while no allocator is installed.
    int64_t end(int64_t id);

private:
    void credit();

    std::mutex m_mutex; ///< guards m_peaks
    std::map<int64_t, int64_t> m_peaks; ///< of those that run
};

} // namespace limno
