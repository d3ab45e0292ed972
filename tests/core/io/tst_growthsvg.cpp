// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"
#include "core/replay/recordedrun.h"

#include "samplerecording.h"

#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestGrowthSvg : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsSlopeFloorsAndConfirmation();
    void isWellFormed();
    void manyRowsStaySmall();
    void isEmptyForWhatWasNotJudged();
    void withoutASlopeItShowsTheRows();

private:
    MemoryRun m_run;
    Verdict m_verdict;
};

void TestGrowthSvg::initTestCase()
{
    m_run = memoryRun(leakingRecording());
    m_verdict = judgeRun(m_run);
    QCOMPARE(m_verdict.leakClass, LeakClass::Linear);
}

void TestGrowthSvg::showsSlopeFloorsAndConfirmation()
{
    const QString svg = QString::fromStdString(growthSvg(m_run, m_verdict, "heapInUse", 1000, 320));
    for (const char *words : {"heapInUse by request", "linear \u00b7 +6", "confirmation", "left out", "slope and its 95 % interval", "<circle", "opacity=\"0.22\""})
        QVERIFY2(svg.contains(QString::fromUtf8(words)), words);
}

void TestGrowthSvg::isWellFormed()
{
    QXmlStreamReader xml(QString::fromStdString(growthSvg(m_run, m_verdict, "heapInUse", 1000, 320)));
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void TestGrowthSvg::manyRowsStaySmall()
{
    MemoryRun run;
    RunSeries series{"heapInUse", {}};
    for (int i = 0; i < 100'000; ++i) {
        RunRow row;
        row.request = i;
        run.rows.push_back(row);
        series.values.push_back(1e8 + i * 3000.0 + i * 7919 % 13 * 5000);
    }
    run.series.push_back(series);
    const std::string svg = growthSvg(run, judgeRun(run), "heapInUse", 1000, 320);
    QVERIFY2(svg.size() < 200'000, qPrintable(QString::number(svg.size())));
    QVERIFY(svg.size() > 5000);
}

void TestGrowthSvg::isEmptyForWhatWasNotJudged()
{
    QVERIFY(growthSvg(m_run, m_verdict, "deviceAllocated", 1000, 320).empty());
    QVERIFY(growthSvg({}, m_verdict, "heapInUse", 1000, 320).empty());
}

void TestGrowthSvg::withoutASlopeItShowsTheRows()
{
    Recording recording = leakingRecording();
    recording.requests.resize(20);
    const MemoryRun run = memoryRun(recording);
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Inconclusive);
    const QString svg = QString::fromStdString(growthSvg(run, verdict, "heapInUse", 1000, 320));
    QVERIFY(svg.contains(QLatin1String("inconclusive")));
    QVERIFY(svg.contains(QLatin1String("<path")));
    QVERIFY(!svg.contains(QLatin1String("<circle")));
}

QTEST_APPLESS_MAIN(TestGrowthSvg)
#include "tst_growthsvg.moc"
