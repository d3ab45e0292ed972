// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"

#include "core/memory/births.h"
#include "core/memory/tally.h"

#include <QtTest>

#include <thread>
#include <vector>

using namespace limno;

class TestHostCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsTheTagToo();
    void peakFollowsTheLevel();
    void balancesAcrossThreads();
};

void TestHostCounters::countsTheTagToo()
{
    HostCounters counters;
    const AllocationTag weights{tally().rowOf(OwnerTag::of(Owner::Weights, "m"), {}), 0};
    const AllocationTag result{tally().rowOf(OwnerTag::of(Owner::Result, "m"), {}), births().begin(5)};
    counters.allocated(weights, 1000);
    counters.allocated(result, 50);
    counters.freed(weights, 400);
    QCOMPARE(counters.live.load(), int64_t(650));
    QCOMPARE(tally().bytes(Owner::Weights, MemorySpace::Host), int64_t(600));
    QCOMPARE(tally().bytes(Owner::Result, MemorySpace::Host), int64_t(50));
    QCOMPARE(births().bytes(result.birth), int64_t(50));
    counters.freed(weights, 600);
    counters.freed(result, 50);
    QCOMPARE(tally().bytes(MemorySpace::Host), int64_t(0));
    QCOMPARE(births().bytes(result.birth), int64_t(0));
}

void TestHostCounters::peakFollowsTheLevel()
{
    HostCounters counters;
    counters.allocated({}, 300);
    counters.freed({}, 200);
    counters.allocated({}, 50);
    QCOMPARE(counters.peak.load(), int64_t(300));
    QCOMPARE(counters.resetPeak(), int64_t(300));
    QCOMPARE(counters.peak.load(), int64_t(150));
    counters.allocated({}, 1);
    QCOMPARE(counters.peak.load(), int64_t(151));
    counters.freed({}, 151);
}

void TestHostCounters::balancesAcrossThreads()
{
    HostCounters counters;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&counters] {
            for (int i = 1; i <= 20'000; ++i) {
                counters.allocated({}, i);
                counters.freed({}, i);
            }
            counters.allocated({}, 7);
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(counters.live.load(), int64_t(28));
    QVERIFY(counters.peak.load() >= 20'000);
    QVERIFY(counters.peak.load() <= 4 * 20'000 + 28);
}

QTEST_APPLESS_MAIN(TestHostCounters)
#include "tst_hostcounters.moc"
