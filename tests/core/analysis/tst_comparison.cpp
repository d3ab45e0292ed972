// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differenceOfIntervals();
    void ratioOfIntervals();
    void ratioCoversTheTruth();
    void repairedLeak();
    void worseLeak();
    void bothFlat();
    void nothingInCommon();
    void tooShort();
};

static MemoryRun leaking(double slope, const std::string &name = "heapInUse")
{
    return runOf(640, [&](double x) { return 3e8 + slope * x; }, 1e5, name);
}

void TestComparison::differenceOfIntervals()
{
    const Rate rate = difference({10, {7, 14}}, {4, {0, 7}});
    QCOMPARE(rate.value, 6.0);
    QCOMPARE(rate.interval.low, 6 - std::hypot(3, 3));
    QCOMPARE(rate.interval.high, 6 + std::hypot(4, 4));
}

void TestComparison::ratioOfIntervals()
{
    const auto exact = ratio({2, {2, 2}}, {8, {8, 8}});
    QVERIFY(exact);
    QCOMPARE(exact->value, 0.25);
    QCOMPARE(exact->interval, (Interval{0.25, 0.25}));
    QVERIFY(!ratio({2, {1, 3}}, {1, {-1, 3}})); // the denominator may be 0
    QVERIFY(!ratio({2, {1, 3}}, {0, {0, 0}}));
    const auto aroundZero = ratio({0, {-1, 1}}, {100, {99, 101}});
    QVERIFY(aroundZero && aroundZero->interval.low < 0 && aroundZero->interval.high > 0);
    QVERIFY(std::abs(aroundZero->interval.high - 0.01) < 1e-4);
}

void TestComparison::ratioCoversTheTruth()
{
    Random random(3);
    int covered = 0;
    for (int i = 0; i < 1000; ++i) {
        const double above = 3 + random.normal();
        const double below = 10 + random.normal();
        const auto rate = ratio({above, {above - 1.96, above + 1.96}}, {below, {below - 1.96, below + 1.96}});
        covered += rate && rate->interval.low <= 0.3 && 0.3 <= rate->interval.high;
    }
    QVERIFY2(covered > 930 && covered < 970, QByteArray::number(covered));
}

void TestComparison::repairedLeak()
{
    const Comparison comparison = compareRuns(leaking(65536), leaking(0));
    QCOMPARE(comparison.series, std::string("heapInUse"));
    QVERIFY(comparison.slopeDifference->interval.low < -65536 && -65536 < comparison.slopeDifference->interval.high);
    QVERIFY(comparison.slopeDifference->interval.high < 0);
    QVERIFY(comparison.reduction->interval.low > 0.95 && comparison.reduction->interval.high < 1.05);
    QCOMPARE(comparison.a.leakClass, LeakClass::Linear);
    QCOMPARE(comparison.b.leakClass, LeakClass::Flat);
}

void TestComparison::worseLeak()
{
    const Comparison comparison = compareRuns(leaking(16384), leaking(65536));
    QVERIFY(comparison.slopeDifference->interval.low > 40000);
    QVERIFY(comparison.reduction->value < -2.5);
}

void TestComparison::bothFlat()
{
    const Comparison comparison = compareRuns(leaking(0), runOf(640, [](double) { return 4e8; }, 1.1e5));
    QVERIFY(comparison.slopeDifference->interval.low < 0 && 0 < comparison.slopeDifference->interval.high);
}

void TestComparison::nothingInCommon()
{
    const Comparison comparison = compareRuns(leaking(1000, "heapInUse"), leaking(1000, "rssAnon"));
    QVERIFY(comparison.series.empty() && !comparison.slopeDifference && !comparison.reduction);
}

void TestComparison::tooShort()
{
    const Comparison comparison = compareRuns(leaking(65536), runOf(20, [](double) { return 3e8; }));
    QCOMPARE(comparison.series, std::string("heapInUse"));
    QVERIFY(!comparison.slopeDifference && !comparison.reduction);
}

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
