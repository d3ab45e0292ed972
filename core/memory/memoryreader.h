// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

namespace limno {

/// How much a reading may cost.
enum class ReadDepth {
    Counters, ///< allocator and heap counters only: a few hundred nanoseconds
    Process, ///< and ledger, /proc/self/status, cgroup: tens of microseconds; the heap's free bytes when cheap and due
    Full, ///< and the heap's free bytes always, descriptors, mappings: milliseconds; for marks
};

/// Reads the memory of this very process: /proc/self, the heap counters that the executable interposes, the host
/// allocator's counters, the ledger, cgroup v2. Thread-safe. A source that is missing leaves its metrics absent.
class MemoryReader
{
public:
    Sample read(ReadDepth depth = ReadDepth::Process) const;
};

} // namespace limno
