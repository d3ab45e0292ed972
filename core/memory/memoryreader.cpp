// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memoryreader.h"

#include "core/base/clock.h"
#include "core/memory/blockcache.h"
#include "core/memory/cgroupmemory.h"
#include "core/memory/devices.h"
#include "core/memory/heapcounters.h"
#include "core/memory/hostcounters.h"
#include "core/memory/ledger.h"
#include "core/memory/procfile.h"

#include <malloc.h>

#include <atomic>

namespace limno {

namespace {

void setIfKnown(Sample &sample, Metric metric, std::optional<int64_t> value)
{
    if (value)
        sample.set(metric, *value);
}

void readCounters(Sample &sample)
{
    const auto heap = heapInUseBytes();
    setIfKnown(sample, Metric::HeapInUse, heap);
    const HostCounters &host = hostCounters();
    if (!host.installed.load(std::memory_order_acquire))
        return;
    const int64_t tensors = host.live.load(std::memory_order_relaxed);
    const int64_t cached = hostBlockCache().bytes();
    sample.set(Metric::HostTensors, tensors);
    sample.set(Metric::HostCached, cached);
    if (heap)
        sample.set(Metric::HeapOther, *heap - tensors - cached);
}

void readLedger(Sample &sample)
{
    int64_t weights = 0;
    int64_t caches = 0;
    for (const Ledger::Entry &entry : Ledger::instance().entries())
        (entry.kind == Ledger::Kind::MappedWeights ? weights : caches) += entry.bytes;
    sample.set(Metric::WeightsMapped, weights);
    sample.set(Metric::CacheBytes, caches);
}

void readProcess(Sample &sample)
{
    std::array<char, 4096> buffer{};
    parseProcStatus(readSmallFile("/proc/self/status", buffer), sample);
    static const CgroupMemory cgroup("/proc/self"); // the process stays in its group
    setIfKnown(sample, Metric::CgroupCurrent, cgroup.current());
    setIfKnown(sample, Metric::CgroupLimit, cgroup.limit());
}

/// How long a reading of /proc is good enough for the requests that end meanwhile.
constexpr int64_t kProcessPauseNs = kNsPerMs;
std::atomic<int64_t> processDueNs = 0;

/// mallinfo2() walks the free chunks of every arena with the arena locked: from microseconds to tens of milliseconds.
/// Outside of marks it therefore waits for this many times its last cost, wherever it was read.
[[maybe_unused]] constexpr int64_t kHeapFreePause = 400;
[[maybe_unused]] std::atomic<int64_t> heapFreeDueNs = 0;

void readHeapFree([[maybe_unused]] Sample &sample, [[maybe_unused]] ReadDepth depth)
{
#ifndef LIMNOGRAPH_SANITIZED // the sanitizers' heap is not the C library's
    const Clock &clock = Clock::steady();
    const int64_t startNs = clock.nowNs();
    if (depth != ReadDepth::Full && startNs < heapFreeDueNs.load(std::memory_order_relaxed))
        return;
    sample.set(Metric::HeapFree, static_cast<int64_t>(mallinfo2().fordblks));
    const int64_t endNs = clock.nowNs();
    heapFreeDueNs.store(endNs + kHeapFreePause * (endNs - startNs), std::memory_order_relaxed);
#endif
}

} // namespace

Sample MemoryReader::read(ReadDepth depth) const
{
    Sample sample;
    sample.timeNs = Clock::steady().nowNs();
    readCounters(sample);
    if (m_devices)
        m_devices->current()->fill(sample);
    if (depth == ReadDepth::Counters || (depth == ReadDepth::Request && sample.timeNs < processDueNs.load(std::memory_order_relaxed)))
        return sample;
    readLedger(sample);
    readProcess(sample);
    processDueNs.store(sample.timeNs + kProcessPauseNs, std::memory_order_relaxed);
    readHeapFree(sample, depth);
    if (depth != ReadDepth::Full)
        return sample;
    if (const auto fds = countEntries("/proc/self/fd"))
        sample.set(Metric::Fds, *fds - 1); // without the one that counts
    setIfKnown(sample, Metric::Mappings, countLines("/proc/self/maps"));
    return sample;
}

} // namespace limno
