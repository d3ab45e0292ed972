// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"

#include <QtTest>

#include <thread>
#include <vector>

using namespace limno;

class TestHostCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsByOwner();
    void peakFollowsTheLevel();
    void balancesAcrossThreads();
    void scopesNestPerThread();
};

void TestHostCounters::countsByOwner()
{
    HostCounters counters;
    counters.allocated(Owner::Weights, 1000);
    counters.allocated(Owner::KvCache, 50);
    counters.freed(Owner::Weights, 400);
    QCOMPARE(counters.live.load(), int64_t(650));
    QCOMPARE(counters.byOwner[size_t(Owner::Weights)].load(), int64_t(600));
    QCOMPARE(counters.byOwner[size_t(Owner::KvCache)].load(), int64_t(50));
    QCOMPARE(counters.byOwner[size_t(Owner::Untagged)].load(), int64_t(0));
}

void TestHostCounters::peakFollowsTheLevel()
{
    HostCounters counters;
    counters.allocated(Owner::Result, 300);
    counters.freed(Owner::Result, 200);
    counters.allocated(Owner::Result, 50);
    QCOMPARE(counters.peak.load(), int64_t(300));
    QCOMPARE(counters.resetPeak(), int64_t(300));
    QCOMPARE(counters.peak.load(), int64_t(150));
    counters.allocated(Owner::Result, 1);
    QCOMPARE(counters.peak.load(), int64_t(151));
}

void TestHostCounters::balancesAcrossThreads()
{
    HostCounters counters;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&counters] {
            for (int i = 1; i <= 20'000; ++i) {
                counters.allocated(Owner::Activations, i);
                counters.freed(Owner::Activations, i);
            }
            counters.allocated(Owner::Activations, 7);
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(counters.live.load(), int64_t(28));
    QCOMPARE(counters.byOwner[size_t(Owner::Activations)].load(), int64_t(28));
    QVERIFY(counters.peak.load() >= 20'000);
    QVERIFY(counters.peak.load() <= 4 * 20'000 + 28);
}

void TestHostCounters::scopesNestPerThread()
{
    QCOMPARE(OwnerScope::current(), Owner::Untagged);
    {
        const OwnerScope outer(Owner::Activations);
        {
            const OwnerScope inner(Owner::KvCache);
            QCOMPARE(OwnerScope::current(), Owner::KvCache);
            Owner elsewhere = Owner::Scenario;
            std::thread([&elsewhere] { elsewhere = OwnerScope::current(); }).join();
            QCOMPARE(elsewhere, Owner::Untagged);
        }
        QCOMPARE(OwnerScope::current(), Owner::Activations);
    }
    QCOMPARE(OwnerScope::current(), Owner::Untagged);
    QVERIFY(ownerName(Owner::KvCache) != ownerName(Owner::Untagged));
}

QTEST_APPLESS_MAIN(TestHostCounters)
#include "tst_hostcounters.moc"
