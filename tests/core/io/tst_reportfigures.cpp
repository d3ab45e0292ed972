// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reportfigures.h"

#include "samplerecording.h"

#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestReportFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void curves();
    void requests();
    void clears_data();
    void clears();
    void nothing();
};

void TestReportFigures::curves()
{
    const ReportFigures figures = reportFigures(sampleRecording());
    QCOMPARE(figures.endNs, 10 * kNsPerSecond);
    QCOMPARE(figures.curves.size(), size_t(4));
    const CurveFigures &anon = figures.curves[0];
    QVERIFY(anon.metric == Metric::RssAnon);
    QCOMPARE(anon.first, 100 * kMiB);
    QCOMPARE(anon.last, 200 * kMiB);
    QCOMPARE(anon.peak, 200 * kMiB);
    QCOMPARE(anon.peakNs, 10 * kNsPerSecond);
    QCOMPARE(anon.settled, std::optional<int64_t>(120 * kMiB)); // the first request ended after two seconds
    const CurveFigures &heap = figures.curves[2];
    QCOMPARE(heap.peak, 900 * kMiB);
    QCOMPARE(heap.peakNs, 5 * kNsPerSecond);
    QCOMPARE(heap.last, 80 * kMiB);
    QCOMPARE(figures.curves[3].first, 20 * kMiB);
}

void TestReportFigures::requests()
{
    const ReportFigures figures = reportFigures(sampleRecording());
    QCOMPARE(figures.ok, int64_t(3));
    QCOMPARE(figures.failed, int64_t(1));
    QCOMPARE(figures.cancelled, int64_t(0));
    QCOMPARE(figures.distinctInputs, int64_t(1));
    QCOMPARE(figures.tokens.out, int64_t(80));
    QCOMPARE(figures.requestsPerSecond, std::optional<double>(3.0 / 8)); // from second 1 to second 9
    QCOMPARE(figures.tokensPerSecond, std::optional<double>(10.0));
    QCOMPARE(figures.latencies.size(), size_t(6));
    const LatencyFigures &latency = figures.latencies[0];
    QVERIFY(latency.outcome == OutcomeKind::Ok);
    QCOMPARE(latency.measure, std::string("submission to end"));
    QCOMPARE(latency.count, int64_t(3));
    QCOMPARE(latency.milliseconds.p50, 2000.0); // of 1000, 2000, 4000
    QCOMPARE(latency.milliseconds.max, 4000.0);
    QCOMPARE(figures.latencies[1].measure, std::string("permit to end"));
    QCOMPARE(figures.latencies[1].milliseconds.p50, 1000.0);
    QVERIFY(figures.latencies[3].outcome == OutcomeKind::Failed);
    QCOMPARE(figures.latencies[3].milliseconds.p99, 2000.0);
}

void TestReportFigures::clears_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("steps");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("two steps") << QByteArray("2,8: 36.2 MiB") << QByteArray("2 KV caches \u00b7 8 heap trim")
                               << QByteArray("36.2 MiB");
    QTest::newRow("one step") << QByteArray("2: 0 B") << QByteArray("2 KV caches") << QByteArray("0 B");
    QTest::newRow("words") << QByteArray("everything") << QByteArray("everything") << QByteArray();
    QTest::newRow("no such step") << QByteArray("2,99: 1 B") << QByteArray("2,99: 1 B") << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray() << QByteArray();
}

void TestReportFigures::clears()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, steps);
    QFETCH(QByteArray, bytes);
    Recording recording;
    recording.events = {{7, "clear", text.toStdString()}};
    const ReportFigures figures = reportFigures(recording);
    QCOMPARE(figures.clears.size(), size_t(1));
    QCOMPARE(figures.clears[0].timeNs, int64_t(7));
    QCOMPARE(figures.clears[0].steps, steps.toStdString());
    QCOMPARE(figures.clears[0].bytes, bytes.toStdString());
}

void TestReportFigures::nothing()
{
    const ReportFigures figures = reportFigures({});
    QVERIFY(figures.curves.empty() && figures.latencies.empty() && figures.clears.empty());
    QVERIFY(!figures.requestsPerSecond && !figures.tokensPerSecond);
    QCOMPARE(figures.endNs, int64_t(0));
}

QTEST_GUILESS_MAIN(TestReportFigures)
#include "tst_reportfigures.moc"
