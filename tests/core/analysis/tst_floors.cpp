// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/floors.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestFloors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blockLengths_data();
    void blockLengths();
    void floorsAreLowestPoints();
    void lastBlockTakesTheRest();
    void largestRiseIsTakenOut();
    void keptRise_data();
    void keptRise();
    void cycleOfARegularSawtooth_data();
    void cycleOfARegularSawtooth();
    void cycleWithALateFirstDrop();
    void noCycle_data();
    void noCycle();
};

using Values = std::vector<double>;
Q_DECLARE_METATYPE(Values)

static Points withY(const Values &y)
{
    Points points = pointsOf(y.size(), [](double) { return 0.0; });
    points.y = y;
    return points;
}

void TestFloors::blockLengths_data()
{
    QTest::addColumn<size_t>("window");
    QTest::addColumn<double>("period");
    QTest::addColumn<size_t>("block");
    QTest::newRow("smallest") << size_t{40} << 0.0 << size_t{5};
    QTest::newRow("a 24th") << size_t{192} << 0.0 << size_t{8};
    QTest::newRow("usual") << size_t{240} << 0.0 << size_t{10};
    QTest::newRow("at most ten") << size_t{1000} << 0.0 << size_t{10};
    QTest::newRow("at most 128 blocks") << size_t{60000} << 0.0 << size_t{469};
    QTest::newRow("more than a cycle") << size_t{240} << 20.0 << size_t{22};
    QTest::newRow("a short cycle changes nothing") << size_t{240} << 4.0 << size_t{10};
}

void TestFloors::blockLengths()
{
    QFETCH(size_t, window);
    QFETCH(double, period);
    QFETCH(size_t, block);
    QCOMPARE(blockLength(window, period > 0 ? std::optional(Cycle{3, period, 1}) : std::nullopt), block);
}

void TestFloors::floorsAreLowestPoints()
{
    const Points floors = blockFloors(withY({5, 3, 4, 9, 9, 1, 7, 7, 7}), 3);
    QCOMPARE(floors.x, (Values{1, 5, 6}));
    QCOMPARE(floors.y, (Values{3, 1, 7}));
}

void TestFloors::lastBlockTakesTheRest()
{
    QCOMPARE(blockFloors(withY(Values(11, 2)), 5).size(), size_t{2});
    QCOMPARE(blockFloors(withY(Values(4, 2)), 5).size(), size_t{0});
    QCOMPARE(blockFloors({}, 5).size(), size_t{0});
}

void TestFloors::largestRiseIsTakenOut()
{
    QCOMPARE(withoutLargestRise(withY({1, 2, 9, 10})).y, (Values{1, 2, 2, 3}));
    QCOMPARE(withoutLargestRise(withY({4, 3, 2})).y, (Values{4, 3, 2}));
}

void TestFloors::keptRise_data()
{
    QTest::addColumn<Values>("y");
    QTest::addColumn<double>("rise");
    QTest::newRow("step") << Values{1, 2, 1, 8, 9, 7} << 5.0;
    QTest::newRow("given back") << Values{1, 9, 9, 1} << 0.0;
    QTest::newRow("none") << Values{3, 3, 3} << 0.0;
    QTest::newRow("one floor") << Values{3} << 0.0;
    QTest::newRow("the larger of two") << Values{0, 2, 7} << 5.0;
}

void TestFloors::keptRise()
{
    QFETCH(Values, y);
    QFETCH(double, rise);
    QCOMPARE(largestKeptRise(withY(y)), rise);
}

void TestFloors::cycleOfARegularSawtooth_data()
{
    QTest::addColumn<int>("period");
    QTest::addColumn<double>("slope");
    QTest::newRow("9") << 9 << 0.0;
    QTest::newRow("30") << 30 << 0.0;
    QTest::newRow("with a leak that outgrows it") << 12 << 3.0;
}

void TestFloors::cycleOfARegularSawtooth()
{
    QFETCH(int, period);
    QFETCH(double, slope);
    const auto curve = [&](double x) { return 100 * std::fmod(x, period) / period + slope * x; };
    const auto cycle = findCycle(pointsOf(400, curve, 1));
    QVERIFY(cycle);
    QVERIFY(std::abs(cycle->period - period) < 0.2);
    QVERIFY(std::abs(cycle->height - 100 * (period - 1) / period) < 5);
}

void TestFloors::cycleWithALateFirstDrop()
{
    // A collector that comes at 198 and then every 348 requests: three drops in the whole run.
    const auto cycle = findCycle(pointsOf(1200, [](double x) { return x <= 198 ? x + 13 : std::fmod(x - 199, 348) + 13; }));
    QVERIFY(cycle);
    QCOMPARE(cycle->drops, size_t{3});
    QCOMPARE(cycle->period, 348.0);
}

void TestFloors::noCycle_data()
{
    QTest::addColumn<double>("noise");
    for (const char *name : {"white noise", "step", "line", "lone spikes", "up and down every row", "two drops"})
        QTest::newRow(name) << 1.0;
    QTest::newRow("constant") << 0.0;
}

void TestFloors::noCycle()
{
    QFETCH(double, noise);
    const QByteArray tag = QTest::currentDataTag();
    const auto curve = [&](double x) -> double {
        const auto row = static_cast<int>(x);
        if (tag == "step")
            return row < 200 ? 0 : 50;
        if (tag == "line")
            return x;
        if (tag == "lone spikes")
            return row % 40 == 0 ? 30 : 0;
        if (tag == "up and down every row")
            return row % 2 * 50;
        if (tag == "two drops")
            return row % 170;
        return 0;
    };
    for (uint64_t seed = 0; seed < 20; ++seed)
        QVERIFY(!findCycle(pointsOf(400, curve, noise, seed)));
    QVERIFY(!findCycle(pointsOf(3, curve)));
}

QTEST_APPLESS_MAIN(TestFloors)
#include "tst_floors.moc"
