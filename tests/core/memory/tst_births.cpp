// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/births.h"

#include <QtTest>

#include <memory>
#include <thread>
#include <vector>

using namespace limno;

class TestBirths : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void survivorsAreWhatEndedRequestsLeft();
    void rowsAreUsedAgain();
    void lateFreesMakeRowsFree();
    void manyThreads();
};

void TestBirths::survivorsAreWhatEndedRequestsLeft()
{
    Births births;
    const uint32_t first = births.begin(11);
    const uint32_t second = births.begin(12);
    births.added(first, 100);
    births.added(second, 40);
    births.added(0, 7); // nobody's
    QVERIFY(births.survivors().empty()); // both in flight
    births.end(second);
    births.end(first);
    births.removed(first, 60);
    const auto left = births.survivors();
    QCOMPARE(left.size(), size_t(2));
    QCOMPARE(left[0].request, 11);
    QCOMPARE(left[0].bytes, 40);
    QCOMPARE(left[1].request, 12);
    QCOMPARE(births.survivorBytes(), 80);
    QCOMPARE(births.bytes(first), 40);
}

void TestBirths::rowsAreUsedAgain()
{
    Births births;
    const uint32_t first = births.begin(1);
    births.added(first, 10);
    births.removed(first, 10);
    births.end(first);
    for (int i = 2; i < 100'000; ++i) {
        const uint32_t row = births.begin(i);
        QCOMPARE(row, first);
        births.end(row);
    }
}

void TestBirths::lateFreesMakeRowsFree()
{
    Births births;
    uint32_t highest = 0;
    for (int i = 0; i < 100'000; ++i) {
        const uint32_t row = births.begin(i);
        births.added(row, 5);
        births.end(row);
        births.removed(row, 5); // its last tensor outlives it a little
        highest = std::max(highest, row);
    }
    QVERIFY2(highest < 500, qPrintable(QString::number(highest)));
    QVERIFY(births.survivors().empty());
}

void TestBirths::manyThreads()
{
    Births births;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&births, t] {
            for (int i = 0; i < 5000; ++i) {
                const uint32_t row = births.begin(t * 5000 + i);
                births.added(row, 8);
                births.added(row, 8);
                births.removed(row, i % 10 == 0 ? 8 : 16);
                births.end(row);
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(births.survivors().size(), size_t(4 * 500));
    QCOMPARE(births.survivorBytes(), 4 * 500 * 8);
}

QTEST_APPLESS_MAIN(TestBirths)
#include "tst_births.moc"
