// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trend.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestTrend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lineOfAnExactLine();
    void lineIgnoresOutliers();
    void lineOfTooFewPoints();
    void scoreOfAStrictRise();
    void scoreCountsTies();
    void nothingVaries();
    void fallingIsNoGrowth();
    void correlationInflates();
    void tailsAndQuantiles();
    void slicesStayInside();
};

void TestTrend::lineOfAnExactLine()
{
    const Line line = theilSen(pointsOf(20, [](double x) { return 7 + 3 * x; }));
    QCOMPARE(line.slope, 3.0);
    QCOMPARE(line.intercept, 7.0);
    QCOMPARE(line.at(10), 37.0);
}

void TestTrend::lineIgnoresOutliers()
{
    Points points = pointsOf(21, [](double x) { return 2 * x; });
    for (const size_t i : {3, 9, 17})
        points.y[i] = 1e9;
    QCOMPARE(theilSen(points).slope, 2.0);
}

void TestTrend::lineOfTooFewPoints()
{
    QCOMPARE(theilSen({}).slope, 0.0);
    QCOMPARE(theilSen({{4}, {9}}).slope, 0.0);
    QCOMPARE(theilSen({{4}, {9}}).intercept, 9.0);
    QCOMPARE(theilSen({{4, 4}, {9, 12}}).slope, 0.0); // the same x twice
}

void TestTrend::scoreOfAStrictRise()
{
    // S = 45, variance 10 · 9 · 25 / 18 = 125, z = 44 / 11.18 = 3.935.
    const TrendTest test = mannKendall(pointsOf(10, [](double x) { return 9 * x; }), 9);
    QCOMPARE(test.deviation, std::sqrt(125.0));
    QVERIFY(std::abs(test.p - 4.155e-5) < 1e-7);
}

void TestTrend::scoreCountsTies()
{
    // Kendall's correction: 6 values in pairs, (6·5·17 - 3·2·1·9) / 18 = 25.33.
    const Points points{{0, 1, 2, 3, 4, 5}, {1, 1, 2, 2, 3, 3}};
    const TrendTest test = mannKendall(points, 0.4);
    QVERIFY(test.deviation >= std::sqrt(456.0 / 18));
    QVERIFY(std::abs(test.p - upperTail((12 - 1) / test.deviation)) < 1e-12);
}

void TestTrend::nothingVaries()
{
    QCOMPARE(mannKendall(pointsOf(40, [](double) { return 5.0; }), 0).p, 1.0);
    QCOMPARE(mannKendall({}, 0).p, 1.0);
}

void TestTrend::fallingIsNoGrowth()
{
    QVERIFY(mannKendall(pointsOf(30, [](double x) { return -x; }, 0.1), -1).p > 0.999);
}

void TestTrend::correlationInflates()
{
    // Waves of 20 points are strongly correlated at five lags; their rise over the run is not.
    const Points waves = pointsOf(60, [](double x) { return std::sin(x / 3.2); });
    const Points noise = pointsOf(60, [](double) { return 0.0; }, 1);
    QVERIFY(mannKendall(waves, 0).deviation > 1.8 * mannKendall(noise, 0).deviation);
    QVERIFY(autocorrelation(waves.y, 1) > 0.9);
    QVERIFY(std::abs(autocorrelation(noise.y, 1)) < 0.3);
}

void TestTrend::tailsAndQuantiles()
{
    QVERIFY(std::abs(upperTail(1.6449) - 0.05) < 1e-4);
    QVERIFY(std::abs(upperQuantile(0.025) - 1.95996) < 1e-5);
    std::vector<double> values{5, 1, 4, 2, 3};
    QCOMPARE(quantile(values, 0), 1.0);
    QCOMPARE(quantile(values, 0.5), 3.0);
    QCOMPARE(quantile(values, 1), 5.0);
    std::vector<double> none;
    QCOMPARE(quantile(none, 0.5), 0.0);
    QCOMPARE(robustDeviation({1, 1, 1, 100}), 0.0);
    QVERIFY(std::abs(robustDeviation(pointsOf(4000, [](double) { return 3.0; }, 2).y) - 2) < 0.15);
}

void TestTrend::slicesStayInside()
{
    const Points points = pointsOf(5, [](double x) { return x; });
    QCOMPARE(points.slice(1, 3).x, (std::vector<double>{1, 2}));
    QCOMPARE(points.slice(3, 99).size(), size_t{2});
    QCOMPARE(points.slice(9, 99).size(), size_t{0});
    QCOMPARE(points.slice(3, 1).size(), size_t{0});
}

QTEST_APPLESS_MAIN(TestTrend)
#include "tst_trend.moc"
