// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/percentiles.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace limno;

class TestPercentiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofNothing();
    void knownSets_data();
    void knownSets();
    void areOrdered();
    void doNotDependOnOrder();
    void nearestRankOfPercent_data();
    void nearestRankOfPercent();
    void medianOf_data();
    void medianOf();
};

using Values = std::vector<double>;
Q_DECLARE_METATYPE(Values)

static Values oneTo(int last)
{
    Values values(static_cast<size_t>(last));
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

void TestPercentiles::ofNothing()
{
    QVERIFY(!percentiles({}));
    QVERIFY(!nearestRank({}, 50));
    QVERIFY(!median({}));
}

void TestPercentiles::knownSets_data()
{
    QTest::addColumn<Values>("values");
    QTest::addColumn<Values>("expected"); // p50, p90, p95, p99, max
    QTest::newRow("one value") << Values{580.2} << Values{580.2, 580.2, 580.2, 580.2, 580.2};
    QTest::newRow("two values") << Values{2, 1} << Values{1, 2, 2, 2, 2};
    QTest::newRow("1 to 100") << oneTo(100) << Values{50, 90, 95, 99, 100};
    QTest::newRow("1 to 10") << oneTo(10) << Values{5, 9, 10, 10, 10};
    Values outlier(1000, 1.0);
    outlier.push_back(10'000'000);
    QTest::newRow("one outlier in 1001") << outlier << Values{1, 1, 1, 1, 10'000'000};
}

void TestPercentiles::knownSets()
{
    QFETCH(Values, values);
    QFETCH(Values, expected);
    const auto result = percentiles(values);
    QVERIFY(result);
    QCOMPARE((Values{result->p50, result->p90, result->p95, result->p99, result->max}), expected);
}

void TestPercentiles::areOrdered()
{
    std::mt19937 random(7);
    std::lognormal_distribution<double> latency(3, 2);
    for (int count = 1; count < 400; ++count) {
        Values values;
        for (int i = 0; i < count; ++i)
            values.push_back(latency(random));
        const auto p = percentiles(values);
        QVERIFY(p);
        QVERIFY(p->p50 <= p->p90 && p->p90 <= p->p95 && p->p95 <= p->p99 && p->p99 <= p->max);
        QCOMPARE(*nearestRank(values, 99), p->p99);
        QCOMPARE(*nearestRank(values, 100), p->max);
    }
}

void TestPercentiles::doNotDependOnOrder()
{
    Values values = oneTo(1001);
    const auto whole = percentiles(values);
    std::ranges::shuffle(values, std::mt19937(3)); // as four workers would have handed them in
    const auto pooled = percentiles(values);
    QCOMPARE(pooled->p50, whole->p50);
    QCOMPARE(pooled->p99, whole->p99);
    QCOMPARE(pooled->max, whole->max);
}

void TestPercentiles::nearestRankOfPercent_data()
{
    QTest::addColumn<int>("last");
    QTest::addColumn<double>("percent");
    QTest::addColumn<double>("expected");
    QTest::newRow("exact rank is not rounded up") << 100 << 7.0 << 7.0;
    QTest::newRow("just above a rank") << 100 << 7.5 << 8.0;
    QTest::newRow("99.9 of 1000") << 1000 << 99.9 << 999.0;
    QTest::newRow("99.99 of 10000") << 10000 << 99.99 << 9999.0;
    QTest::newRow("least") << 100 << 0.001 << 1.0;
    QTest::newRow("all") << 100 << 100.0 << 100.0;
}

void TestPercentiles::nearestRankOfPercent()
{
    QFETCH(int, last);
    QFETCH(double, percent);
    QFETCH(double, expected);
    QCOMPARE(*nearestRank(oneTo(last), percent), expected);
}

void TestPercentiles::medianOf_data()
{
    QTest::addColumn<Values>("values");
    QTest::addColumn<double>("expected");
    QTest::newRow("one") << Values{3} << 3.0;
    QTest::newRow("odd") << Values{9, 1, 5} << 5.0;
    QTest::newRow("even") << Values{4, 1, 3, 2} << 2.5;
    QTest::newRow("no overflow") << Values{1.7e308, 1.7e308} << 1.7e308;
}

void TestPercentiles::medianOf()
{
    QFETCH(Values, values);
    QFETCH(double, expected);
    QCOMPARE(*median(values), expected);
}

QTEST_APPLESS_MAIN(TestPercentiles)
#include "tst_percentiles.moc"
