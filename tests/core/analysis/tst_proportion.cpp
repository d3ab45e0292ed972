// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/proportion.h"

#include <QtTest>

#include <cmath>

using namespace limno;

class TestProportion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knownBounds_data();
    void knownBounds();
    void ofNothing();
};

void TestProportion::knownBounds_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("of");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // 1 - 0.025^(1/n) and its mirror; the middle one from the tables of the paper.
    QTest::newRow("none of 100") << 0 << 100 << 0.0 << 0.036217;
    QTest::newRow("all of 10") << 10 << 10 << 0.691503 << 1.0;
    QTest::newRow("5 of 10") << 5 << 10 << 0.187086 << 0.812914;
    QTest::newRow("3 of 10000") << 3 << 10000 << 0.0000619 << 0.000876;
}

void TestProportion::knownBounds()
{
    QFETCH(int, count);
    QFETCH(int, of);
    QFETCH(double, low);
    QFETCH(double, high);
    const Interval bounds = clopperPearson(count, of);
    QVERIFY2(std::abs(bounds.low - low) < 1e-5, QByteArray::number(bounds.low));
    QVERIFY2(std::abs(bounds.high - high) < 1e-5, QByteArray::number(bounds.high));
}

void TestProportion::ofNothing()
{
    QCOMPARE(clopperPearson(0, 0), (Interval{0, 1}));
}

QTEST_APPLESS_MAIN(TestProportion)
#include "tst_proportion.moc"
