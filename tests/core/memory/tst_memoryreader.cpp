// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memoryreader.h"

#include "core/base/clock.h"
#include "core/memory/blockcache.h"
#include "core/memory/hostcounters.h"
#include "core/memory/ledger.h"
#include "tests/core/memory/residentpages.h"

#include <QTemporaryFile>
#include <QtTest>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

using namespace limno;

class TestMemoryReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void depthsAddMetrics();
    void requestsReadTheProcessNowAndThen();
    void timesAreMonotonic();
    void seesAnonymousAndSharedPages();
    void seesThreadsDescriptorsAndMappings();
    void hostTensorsNeedTheAllocator();
    void ledgerIsKnownWhenEmpty();
    void readsFromManyThreads();
};

static constexpr int64_t kMiB = 1024 * 1024;

static int64_t now(Metric metric)
{
    return MemoryReader().read(ReadDepth::Full).value(metric).value_or(-1);
}

void TestMemoryReader::depthsAddMetrics()
{
    const MemoryReader reader;
    const Sample counters = reader.read(ReadDepth::Counters);
    const Sample process = reader.read(ReadDepth::Process);
    const Sample full = reader.read(ReadDepth::Full);
    QVERIFY(!counters.value(Metric::HeapInUse)); // this program does not interpose malloc
    QVERIFY(!counters.value(Metric::RssAnon));
    for (const Metric metric : {Metric::RssAnon, Metric::RssFile, Metric::RssShmem, Metric::Threads}) {
        QVERIFY(process.value(metric));
        QVERIFY(full.value(metric));
    }
    QVERIFY(!process.value(Metric::Fds));
    QVERIFY(full.value(Metric::Fds));
    QVERIFY(full.value(Metric::Mappings));
    QVERIFY(!full.value(Metric::DeviceAllocated));
#ifndef LIMNOGRAPH_SANITIZED
    QVERIFY(*full.value(Metric::HeapFree) >= 0);
#else
    QVERIFY(!full.value(Metric::HeapFree));
#endif
    QVERIFY(*full.value(Metric::RssAnon) > 100 * 1024);
}

void TestMemoryReader::requestsReadTheProcessNowAndThen()
{
    const MemoryReader reader;
    const int64_t begin = Clock::steady().nowNs();
    int64_t readings = 0;
    int64_t withProcess = 0;
    int64_t end = begin;
    while (end - begin < 30 * kNsPerMs) {
        const Sample sample = reader.read(ReadDepth::Request);
        ++readings;
        withProcess += sample.value(Metric::RssAnon).has_value();
        QCOMPARE(sample.value(Metric::RssAnon).has_value(), sample.value(Metric::Threads).has_value());
        end = Clock::steady().nowNs();
    }
    QVERIFY(readings > withProcess);
    QVERIFY(withProcess > 0);
    QVERIFY2(withProcess <= (end - begin) / kNsPerMs + 1, qPrintable(QString::number(withProcess)));
}

void TestMemoryReader::timesAreMonotonic()
{
    int64_t before = Clock::steady().nowNs();
    for (int i = 0; i < 100; ++i) {
        const Sample sample = MemoryReader().read(ReadDepth::Counters);
        QVERIFY(sample.timeNs >= before);
        before = sample.timeNs;
    }
    QVERIFY(before <= Clock::steady().nowNs());
}

void TestMemoryReader::seesAnonymousAndSharedPages()
{
    const int64_t anonBefore = now(Metric::RssAnon);
    const int64_t sharedBefore = now(Metric::RssShmem);
    {
        const ResidentPages anonymous(64 * kMiB);
        QVERIFY(std::abs(now(Metric::RssAnon) - anonBefore - 64 * kMiB) < 4 * kMiB);
        QVERIFY(std::abs(now(Metric::RssShmem) - sharedBefore) < kMiB);
        const ResidentPages shared(32 * kMiB, MAP_SHARED);
        QVERIFY(std::abs(now(Metric::RssShmem) - sharedBefore - 32 * kMiB) < kMiB);
    }
    QVERIFY(std::abs(now(Metric::RssAnon) - anonBefore) < 4 * kMiB);
}

void TestMemoryReader::seesThreadsDescriptorsAndMappings()
{
    const int64_t threadsBefore = now(Metric::Threads);
    const int64_t fdsBefore = now(Metric::Fds);
    const int64_t mappingsBefore = now(Metric::Mappings);

    std::latch done(1);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] { done.wait(); });
    QCOMPARE(now(Metric::Threads), threadsBefore + 3);
    done.count_down();
    for (auto &thread : threads)
        thread.join();

    QTemporaryFile first;
    QTemporaryFile second;
    QVERIFY(first.open() && second.open());
    QCOMPARE(now(Metric::Fds), fdsBefore + 2);

    // Every other page read-only: neighbours do not merge into one mapping.
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    constexpr size_t count = 200;
    void *area = ::mmap(nullptr, count * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; i < count; i += 2)
        ::mprotect(static_cast<char *>(area) + i * page, page, PROT_READ);
    QVERIFY(now(Metric::Mappings) >= mappingsBefore + int64_t(count) - 10);
    ::munmap(area, count * page);
}

void TestMemoryReader::hostTensorsNeedTheAllocator()
{
    QVERIFY(!MemoryReader().read(ReadDepth::Counters).value(Metric::HostTensors));
    HostCounters &host = hostCounters();
    host.allocated({}, 4096);
    hostBlockCache().setCap(8192);
    QVERIFY(hostBlockCache().keep(std::malloc(8192), 8192));
    host.installed = true;
    const Sample sample = MemoryReader().read(ReadDepth::Counters);
    host.installed = false;
    hostBlockCache().clear(std::free);
    hostBlockCache().setCap(0);
    host.freed({}, 4096);
    QVERIFY(sample.value(Metric::HostTensors) == 4096);
    QVERIFY(sample.value(Metric::HostCached) == 8192);
    QVERIFY(!sample.value(Metric::HeapOther)); // needs heapInUse
}

void TestMemoryReader::ledgerIsKnownWhenEmpty()
{
    QCOMPARE(now(Metric::CacheBytes), int64_t(0));
    QCOMPARE(now(Metric::WeightsMapped), int64_t(0));
    const auto cache = Ledger::instance().add(Ledger::Kind::Cache, "KV cache", [] { return int64_t(7); });
    const auto weights = Ledger::instance().add(Ledger::Kind::MappedWeights, "weights", [] { return int64_t(9); });
    QCOMPARE(now(Metric::CacheBytes), int64_t(7));
    QCOMPARE(now(Metric::WeightsMapped), int64_t(9));
}

void TestMemoryReader::readsFromManyThreads()
{
    std::vector<std::thread> threads;
    std::atomic<int> complete = 0;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            const MemoryReader reader;
            for (int i = 0; i < 50; ++i)
                complete += reader.read(i % 10 == 0 ? ReadDepth::Full : ReadDepth::Process).value(Metric::RssAnon).has_value();
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(complete.load(), 200);
}

QTEST_APPLESS_MAIN(TestMemoryReader)
#include "tst_memoryreader.moc"
