// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bootstrap.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestBootstrap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exactLineHasNoWidth();
    void sameSeedSameInterval();
    void intervalsCoverTheTruth_data();
    void intervalsCoverTheTruth();
    void whatIsDetectableIsFound();
    void ratioOfALine();
    void ratioOfASlowdown();
    void ratioWithoutGrowth();
    void tooFewPoints();
};

static Points correlated(size_t count, double slope, double phi, uint64_t seed)
{
    Random random(seed);
    Points points;
    double value = random.normal();
    for (size_t i = 0; i < count; ++i) {
        points.x.push_back(static_cast<double>(i));
        points.y.push_back(slope * static_cast<double>(i) + value);
        value = phi * value + std::sqrt(1 - phi * phi) * random.normal();
    }
    return points;
}

void TestBootstrap::exactLineHasNoWidth()
{
    const SlopeEstimate estimate = estimateSlope(pointsOf(24, [](double x) { return 4096 * x; }), 0.01, 1);
    QCOMPARE(estimate.line.slope, 4096.0);
    QCOMPARE(estimate.interval, (Interval{4096, 4096}));
    QCOMPARE(estimate.detectable, 0.0);
}

void TestBootstrap::sameSeedSameInterval()
{
    const Points points = correlated(30, 0.1, 0.4, 3);
    QCOMPARE(estimateSlope(points, 0.01, 7).interval, estimateSlope(points, 0.01, 7).interval);
    QVERIFY(estimateSlope(points, 0.01, 7).interval != estimateSlope(points, 0.01, 8).interval);
}

void TestBootstrap::intervalsCoverTheTruth_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("phi");
    QTest::addColumn<int>("atLeast"); // of 100
    QTest::newRow("24 independent") << 24 << 0.0 << 87;
    QTest::newRow("48 independent") << 48 << 0.0 << 88;
    QTest::newRow("48 correlated") << 48 << 0.4 << 80;
}

void TestBootstrap::intervalsCoverTheTruth()
{
    QFETCH(int, count);
    QFETCH(double, phi);
    QFETCH(int, atLeast);
    int covered = 0;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        const auto estimate = estimateSlope(correlated(static_cast<size_t>(count), 0.05, phi, seed + 100), 0.01, seed);
        covered += estimate.interval.low <= 0.05 && 0.05 <= estimate.interval.high;
    }
    QVERIFY2(covered >= atLeast, QByteArray::number(covered));
    QVERIFY2(covered < 100, "an interval that covers always says nothing");
}

void TestBootstrap::whatIsDetectableIsFound()
{
    int found = 0;
    int foundOfAThird = 0;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        const double slope = estimateSlope(correlated(24, 0, 0, seed), 0.01, seed).detectable;
        const auto isFound = [&](double truth) {
            const Points growing = correlated(24, truth, 0, seed + 1000);
            return mannKendall(growing, theilSen(growing).slope).p < 0.01;
        };
        found += isFound(slope);
        foundOfAThird += isFound(slope / 3);
    }
    QVERIFY2(found >= 88, QByteArray::number(found));
    QVERIFY2(foundOfAThird < 88, QByteArray::number(foundOfAThird)); // it is no boast of caution either
}

void TestBootstrap::ratioOfALine()
{
    const Points points = correlated(48, 1, 0, 5);
    const Interval ratio = slopeRatio(points.slice(0, 16), points.slice(16, 48), 1);
    QVERIFY(ratio.low > 0.85 && ratio.low < 1 && ratio.high > 1 && ratio.high < 1.15);
}

void TestBootstrap::ratioOfASlowdown()
{
    const Points root = pointsOf(48, [](double x) { return 100 * std::sqrt(16 + x); }, 0.3);
    const Interval ratio = slopeRatio(root.slice(0, 16), root.slice(16, 48), 1);
    QVERIFY(ratio.low > 0.6 && ratio.high < 0.8);
}

void TestBootstrap::ratioWithoutGrowth()
{
    const auto flatThenRising = [](double x) { return x < 16 ? -x : x; };
    const Points points = pointsOf(48, flatThenRising);
    QVERIFY(std::isinf(slopeRatio(points.slice(0, 16), points.slice(16, 48), 1).low));
    const Points falling = pointsOf(48, [](double x) { return x < 16 ? x : -x; });
    QCOMPARE(slopeRatio(falling.slice(0, 16), falling.slice(16, 48), 1).high, 0.0);
}

void TestBootstrap::tooFewPoints()
{
    QCOMPARE(estimateSlope({}, 0.01, 1).line.slope, 0.0);
    QCOMPARE(estimateSlope({{1, 2}, {5, 6}}, 0.01, 1).line.slope, 1.0);
    QCOMPARE(slopeRatio({}, {}, 1).high, 0.0);
}

QTEST_APPLESS_MAIN(TestBootstrap)
#include "tst_bootstrap.moc"
