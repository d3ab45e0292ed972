// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chartaxis.h"

#include <QtTest/QTest>

using namespace limno;

class TestChartAxis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bytes_data();
    void bytes();
    void time_data();
    void time();

private:
    static QString labels(const ChartAxis &axis);
};

QString TestChartAxis::labels(const ChartAxis &axis)
{
    QStringList all;
    for (const ChartAxis::Tick &tick : axis.ticks)
        all << QString::fromStdString(tick.label);
    return all.join(QStringLiteral(", "));
}

void TestChartAxis::bytes_data()
{
    QTest::addColumn<qlonglong>("highest");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << 0ll << QStringLiteral("0, 1 B");
    QTest::newRow("bytes") << 5ll << QStringLiteral("0, 1 B, 2 B, 3 B, 4 B, 5 B");
    QTest::newRow("MiB") << 297ll * 1024 * 1024 << QStringLiteral("0, 100 MiB, 200 MiB, 300 MiB");
    QTest::newRow("exactly a line") << 500ll * 1024 * 1024
                                    << QStringLiteral("0, 100 MiB, 200 MiB, 300 MiB, 400 MiB, 500 MiB");
    QTest::newRow("GiB with halves") << 2ll * 1024 * 1024 * 1024
                                     << QStringLiteral("0, 0.5 GiB, 1.0 GiB, 1.5 GiB, 2.0 GiB");
    QTest::newRow("TiB") << (1ll << 43) << QStringLiteral("0, 2 TiB, 4 TiB, 6 TiB, 8 TiB");
}

void TestChartAxis::bytes()
{
    QFETCH(qlonglong, highest);
    QFETCH(QString, expected);
    const ChartAxis axis = byteAxis(highest, 5);
    QCOMPARE(labels(axis), expected);
    QVERIFY(axis.end >= static_cast<double>(highest));
    QCOMPARE(axis.ticks.back().value, axis.end);
}

void TestChartAxis::time_data()
{
    QTest::addColumn<double>("end");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("unit");
    QTest::newRow("nothing") << 0.0 << QStringLiteral("0.0 s, 0.2 s, 0.4 s, 0.6 s, 0.8 s, 1.0 s") << QString();
    QTest::newRow("seconds") << 48.0 << QStringLiteral("0 s, 10 s, 20 s, 30 s, 40 s") << QString();
    QTest::newRow("minutes") << 150.0 << QStringLiteral("0:00, 0:30, 1:00, 1:30, 2:00, 2:30")
                             << QStringLiteral("min:s");
    QTest::newRow("hours") << 9000.0 << QStringLiteral("0:00, 0:30, 1:00, 1:30, 2:00, 2:30") << QStringLiteral("h:min");
    QTest::newRow("days") << 5 * 86400.0 << QStringLiteral("0:00, 24:00, 48:00, 72:00, 96:00, 120:00")
                          << QStringLiteral("h:min");
}

void TestChartAxis::time()
{
    QFETCH(double, end);
    QFETCH(QString, expected);
    QFETCH(QString, unit);
    const ChartAxis axis = timeAxis(end, 5);
    QCOMPARE(labels(axis), expected);
    QCOMPARE(QString::fromStdString(axis.unit), unit);
    QCOMPARE(axis.end, end > 0 ? end : 1.0);
}

QTEST_GUILESS_MAIN(TestChartAxis)
#include "tst_chartaxis.moc"
