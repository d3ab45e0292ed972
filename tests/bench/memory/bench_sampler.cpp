// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What watching memory costs: a reading at each depth, malloc with the counters in it, the sampler's own processor time
// at 10 Hz, and the series of a whole day. bench_sampler [SECONDS [RESIDENT]], by default 10 s and 2GiB.
#include "core/base/bytesize.h"
#include "core/base/clock.h"
#include "core/memory/heapcounters.h"
#include "core/memory/memoryreader.h"
#include "core/memory/sampler.h"
#include "core/memory/seriesstore.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using namespace limno;

extern "C" {
void *__libc_malloc(size_t size);
void __libc_free(void *block);
}

namespace {

/// Mean nanoseconds of `body` over `turns` calls.
template<typename Body>
double meanNs(int turns, Body &&body)
{
    const int64_t begin = Clock::steady().nowNs();
    for (int i = 0; i < turns; ++i)
        body();
    return static_cast<double>(Clock::steady().nowNs() - begin) / turns;
}

/// The least of twenty means: what it costs when the machine does nothing else.
template<typename Body>
double leastNs(int turns, Body &&body)
{
    double least = meanNs(turns, body);
    for (int round = 1; round < 20; ++round)
        least = std::min(least, meanNs(turns, body));
    return least;
}

void benchReadings()
{
    const MemoryReader reader;
    std::printf("reading: counters %.0f ns", leastNs(5'000, [&] { reader.read(ReadDepth::Counters); }));
    std::printf(", process %.1f us", leastNs(100, [&] { reader.read(ReadDepth::Process); }) / 1e3);
    std::printf(", full %.1f us\n", leastNs(5, [&] { reader.read(ReadDepth::Full); }) / 1e3);
}

void benchMalloc()
{
#ifndef LIMNOGRAPH_SANITIZED
    for (const size_t size : {32, 1'000, 20'000}) {
        void *volatile block = nullptr; // keeps the compiler from dropping the pair
        const double counted = leastNs(100'000, [&] {
            block = std::malloc(size);
            std::free(block);
        });
        const double bare = leastNs(100'000, [&] {
            block = __libc_malloc(size);
            __libc_free(block);
        });
        std::printf("malloc + free of %zu bytes: %.1f ns counted, %.1f ns bare\n", size, counted, bare);
    }
#endif
}

void benchSeries()
{
    constexpr int day = 864'000;
    constexpr int64_t stepNs = 100 * kNsPerMs;
    SeriesStore store;
    Sample sample;
    const double append = meanNs(day, [&] {
        sample.timeNs += stepNs;
        for (int64_t &value : sample.values)
            value = sample.timeNs % 1'000'003;
        store.append(sample);
    });
    std::printf("series: a day of %zu metrics holds %s, append %.0f ns\n", kMetricCount, formatByteSize(store.ownBytes()).c_str(), append);
    for (const auto &[label, width] : {std::pair("day", int64_t(day) * stepNs), std::pair("hour", 3600 * kNsPerSecond),
                                       std::pair("minute", 60 * kNsPerSecond)}) {
        size_t buckets = 0;
        const double all = leastNs(1, [&] {
            for (size_t i = 0; i < kMetricCount; ++i)
                buckets = store.range(static_cast<Metric>(i), sample.timeNs - width, sample.timeNs, 2'000).size();
        });
        std::printf("series: range of the last %s, all metrics, %zu buckets each: %.2f ms\n", label, buckets, all / 1e6);
    }
    size_t kept = 0;
    const double since = leastNs(1, [&] { kept = store.since(0).size(); });
    std::printf("series: all %zu raw samples: %.2f ms\n", kept, since / 1e6);
}

void benchSampler(int seconds)
{
    const MemoryReader reader;
    SeriesStore store;
    int64_t previousNs = 0;
    int64_t backwards = 0;
    Sampler sampler(kNsPerSecond / 10, [&] { return reader.read(); });
    sampler.addListener([&](const Sample &sample) {
        backwards += sample.timeNs <= previousNs;
        previousNs = sample.timeNs;
        store.append(sample);
    });
    const int64_t begin = Clock::steady().nowNs();
    sampler.start();
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    sampler.stop();
    const auto elapsed = static_cast<double>(Clock::steady().nowNs() - begin);
    std::printf("sampler: %" PRId64 " samples in %.2f s, %" PRId64 " skipped, %" PRId64 " not later than the one before, %.3f %% of a core\n",
                sampler.sampleCount(), elapsed / 1e9, sampler.skippedCount(), backwards, 100 * static_cast<double>(sampler.cpuNs()) / elapsed);
}

} // namespace

int main(int argc, char **argv)
{
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 10;
    const auto resident = parseByteSize(argc > 2 ? argv[2] : "2GiB");
    if (seconds < 1 || !resident) {
        std::fprintf(stderr, "%s [SECONDS [RESIDENT]]\n", argv[0]);
        return 2;
    }
    const auto bytes = static_cast<size_t>(*resident);
    void *pages = bytes == 0 ? nullptr : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (pages == MAP_FAILED) {
        std::perror("mmap");
        return 1;
    }

    benchReadings();
    benchMalloc();
    benchSeries();
    benchSampler(seconds);

    // A heap in pieces: what mallinfo2() has to walk.
    std::vector<char *> blocks(1'000'000);
    for (char *&block : blocks)
        block = new char[1'500];
    for (size_t i = 0; i < blocks.size(); i += 2) {
        delete[] blocks[i];
        blocks[i] = nullptr;
    }
    std::printf("with %s of the heap in use and half a million holes:\n", formatByteSize(heapInUseBytes().value_or(0)).c_str());
    benchReadings();
    benchSampler(seconds);
    for (const char *block : blocks)
        delete[] block;
    return 0;
}
