// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

namespace limno {

class Devices;

/// How much a reading may cost.
enum class ReadDepth {
    Counters, ///< allocator and heap counters only: a few hundred nanoseconds
    Request, ///< and as Process, when nobody has read that within the last millisecond: for the end of a request
    Process, ///< and ledger, /proc/self/status, cgroup: tens of microseconds; the heap's free bytes when cheap and due
    Full, ///< and the heap's free bytes always, descriptors, mappings: milliseconds; for marks
};

/// Reads the memory of this very process: /proc/self, the heap counters that the executable interposes, the host
/// allocator's counters, the ledger, cgroup v2; and the device. Thread-safe. A source that is missing leaves its metrics absent.
class MemoryReader
{
public:
    /// `devices` adds the numbers of the device in use and has to outlive the reader; null: none.
    explicit MemoryReader(const Devices *devices = nullptr)
        : m_devices(devices)
    {
    }

    Sample read(ReadDepth depth = ReadDepth::Process) const;

private:
    const Devices *m_devices;
};

} // namespace limno
