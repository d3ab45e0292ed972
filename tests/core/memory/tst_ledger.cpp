// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/ledger.h"

#include <QtTest>

#include <atomic>
#include <future>
#include <thread>

using namespace limno;

class TestLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEntriesWhileRegistered();
    void registrationsMove();
    void removalWaitsForAReport();
    void otherEntriesCanComeAndGoDuringAReport();
    void noReportAfterRemoval();
};

void TestLedger::keepsEntriesWhileRegistered()
{
    Ledger ledger;
    QVERIFY(ledger.entries().empty());
    QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(0));
    int64_t kvBytes = 100;
    const auto weights = ledger.add(Ledger::Kind::MappedWeights, "smollm2: weights", [] { return int64_t(98'000'000); });
    {
        const auto kv = ledger.add(Ledger::Kind::Cache, "smollm2: KV cache", [&] { return kvBytes; });
        const auto prompt = ledger.add(Ledger::Kind::Cache, "prompt cache", [] { return int64_t(5); });
        kvBytes = 250;
        QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(255));
        const auto entries = ledger.entries();
        QCOMPARE(entries.size(), size_t(3));
        QCOMPARE(entries[1].owner, std::string("smollm2: KV cache"));
        QCOMPARE(entries[1].bytes, int64_t(250));
    }
    QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(0));
    QCOMPARE(ledger.total(Ledger::Kind::MappedWeights), int64_t(98'000'000));
}

void TestLedger::registrationsMove()
{
    Ledger ledger;
    auto first = ledger.add(Ledger::Kind::Cache, "a", [] { return int64_t(1); });
    auto second = ledger.add(Ledger::Kind::Cache, "b", [] { return int64_t(2); });
    auto moved = std::move(first);
    QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(3));
    moved = std::move(second); // drops "a"
    QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(2));
    moved = {};
    QVERIFY(ledger.entries().empty());
}

void TestLedger::removalWaitsForAReport()
{
    Ledger ledger;
    std::promise<void> reporting;
    std::promise<void> goOn;
    std::atomic<bool> reported = false;
    auto registration = ledger.add(Ledger::Kind::Cache, "slow", [&] {
        reporting.set_value();
        goOn.get_future().wait();
        reported = true;
        return int64_t(1);
    });
    std::thread reader([&] { ledger.entries(); });
    reporting.get_future().wait();

    std::promise<bool> removed;
    std::thread remover([&] {
        registration = {};
        removed.set_value(reported);
    });
    auto removedAfterReport = removed.get_future();
    QVERIFY(removedAfterReport.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
    goOn.set_value();
    QVERIFY(removedAfterReport.get());
    reader.join();
    remover.join();
}

void TestLedger::otherEntriesCanComeAndGoDuringAReport()
{
    Ledger ledger;
    int64_t seen = 0;
    const auto outer = ledger.add(Ledger::Kind::Cache, "outer", [&] {
        // What a reporter's own lock could lead to on another thread; it must not block this report.
        std::thread([&] {
            const auto other = ledger.add(Ledger::Kind::Cache, "other", [] { return int64_t(1); });
            ++seen;
        }).join();
        return int64_t(10);
    });
    QCOMPARE(ledger.total(Ledger::Kind::Cache), int64_t(10));
    QCOMPARE(seen, int64_t(1));
}

void TestLedger::noReportAfterRemoval()
{
    Ledger ledger;
    std::atomic<bool> stop = false;
    std::thread reader([&] {
        while (!stop)
            ledger.total(Ledger::Kind::Cache);
    });
    for (int i = 0; i < 2000; ++i) {
        auto bytes = std::make_unique<int64_t>(i); // a report after its end would be a use after free
        const auto registration = ledger.add(Ledger::Kind::Cache, "short-lived", [p = bytes.get()] { return *p; });
        QVERIFY(ledger.total(Ledger::Kind::Cache) >= 0);
    }
    stop = true;
    reader.join();
    QVERIFY(ledger.entries().empty());
}

QTEST_APPLESS_MAIN(TestLedger)
#include "tst_ledger.moc"
