// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthlaw.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestGrowthLaw : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsStraightFromBent_data();
    void tellsStraightFromBent();
    void warmUpIsAllowedFor();
    void exactCurvesAreFinite();
    void noGrowthDecidesNothing();
};

static Points floorsOf(const std::function<double(double)> &curve, double noise, uint64_t seed)
{
    Points points;
    Random random(seed);
    for (double x = 0; x < 640; x += 10) {
        points.x.push_back(x);
        points.y.push_back(curve(x) + noise * random.normal());
    }
    return points;
}

void TestGrowthLaw::tellsStraightFromBent_data()
{
    QTest::addColumn<bool>("isStraight");
    QTest::newRow("line") << true;
    QTest::newRow("square root") << false;
    QTest::newRow("logarithm") << false;
    QTest::newRow("saturation") << false;
    QTest::newRow("slow saturation") << false;
}

void TestGrowthLaw::tellsStraightFromBent()
{
    QFETCH(bool, isStraight);
    const QByteArray tag = QTest::currentDataTag();
    const auto curve = [&](double x) {
        if (tag == "square root")
            return 40e3 * std::sqrt(x * 640);
        if (tag == "logarithm")
            return 5e6 * std::log1p(x / 5);
        if (tag == "saturation")
            return -25e6 * std::exp(-x / 150);
        return tag == "line" ? 40e3 * x : -40e6 * std::exp(-x / 500);
    };
    for (uint64_t seed = 0; seed < 20; ++seed) {
        for (const WarmUp warmUp : {WarmUp::None, WarmUp::Allowed}) {
            const double straight = straightOverBent(floorsOf(curve, 250e3, seed), warmUp);
            QVERIFY2(isStraight ? straight > 20 : straight < 5, QByteArray::number(straight));
        }
    }
}

void TestGrowthLaw::warmUpIsAllowedFor()
{
    const Points floors = floorsOf([](double x) { return 25e3 * x - 60e6 * std::exp(-x / 30); }, 250e3, 4);
    QVERIFY(straightOverBent(floors, WarmUp::None) < 0);
    QVERIFY(straightOverBent(floors, WarmUp::Allowed) > 20);
}

void TestGrowthLaw::exactCurvesAreFinite()
{
    const double line = straightOverBent(floorsOf([](double x) { return 4096 * x; }, 0, 1), WarmUp::Allowed);
    QVERIFY(std::isfinite(line) && line > 100);
    const double root = straightOverBent(floorsOf([](double x) { return 4096 * std::sqrt(x); }, 0, 1), WarmUp::Allowed);
    QVERIFY(std::isfinite(root) && root < -10);
}

void TestGrowthLaw::noGrowthDecidesNothing()
{
    QVERIFY(straightOverBent(floorsOf([](double) { return 5.0; }, 0, 1), WarmUp::Allowed) <= 0);
    QCOMPARE(straightOverBent({}, WarmUp::None), 0.0);
    QVERIFY(std::abs(straightOverBent(floorsOf([](double) { return 5.0; }, 1e5, 1), WarmUp::None)) < 6);
}

QTEST_APPLESS_MAIN(TestGrowthLaw)
#include "tst_growthlaw.moc"
