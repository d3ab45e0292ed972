// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedrun.h"

#include <QtTest/QTest>

#include <cmath>

using namespace limno;

class TestRecordedRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsOfRequests();
    void samplesWhileResting();
    void phasesAndMarks();
    void clearSteps_data();
    void clearSteps();
    void absentMetricsHaveNoSeries();
    void emptyRecording();
};

static RequestRow requestRow(int64_t finishedNs, double heapInUse, const std::string &inputHash)
{
    RequestRow row;
    row.outcome.kind = OutcomeKind::Ok;
    row.outcome.tokens = {3, 4, 0, 3};
    row.outcome.times.submittedNs = finishedNs - 1;
    row.outcome.times.finishedNs = finishedNs;
    row.outcome.memory.after.set(Metric::HeapInUse, static_cast<int64_t>(heapInUse));
    row.outcome.memory.after.set(Metric::Threads, 5);
    row.outcome.memory.after.set(Metric::CgroupLimit, 1 << 30);
    row.inputHash = inputHash;
    return row;
}

static Sample sampleAt(int64_t timeNs, int64_t heapInUse)
{
    Sample sample;
    sample.timeNs = timeNs;
    sample.set(Metric::HeapInUse, heapInUse);
    return sample;
}

void TestRecordedRun::rowsOfRequests()
{
    Recording recording;
    recording.requests = {requestRow(10, 100, "a"), requestRow(20, 200, "b"), requestRow(30, 300, "a")};
    recording.requests[1].outcome.kind = OutcomeKind::Failed;
    recording.requests[2].outcome.kind = OutcomeKind::Cancelled;
    const MemoryRun run = memoryRun(recording);
    QCOMPARE(run.rows.size(), size_t{3});
    QCOMPARE(run.find("heapInUse")->values, (std::vector<double>{100, 200, 300}));
    QVERIFY(run.rows[0].isOk && !run.rows[1].isOk && run.rows[2].isOk);
    QCOMPARE(run.rows[2].request, 2);
    QCOMPARE(*run.rows[2].tokens, 7);
    QCOMPARE(*run.rows[2].distinctInputs, 2);
    QCOMPARE(*run.rows[2].threads, 5);
    QCOMPARE(*run.rows[2].timeNs, 30);
    QCOMPARE(run.limit->bytes, double(1 << 30));
    QVERIFY(!run.find("cgroupLimit"));
    QVERIFY(!run.find("threads"));
}

void TestRecordedRun::samplesWhileResting()
{
    Recording recording;
    recording.requests = {requestRow(10, 100, ""), requestRow(50, 200, "")};
    recording.samples = {sampleAt(5, 1), sampleAt(20, 2), sampleAt(25, 3), sampleAt(45, 4), sampleAt(60, 5)};
    recording.events = {{15, "phase", "rest"}, {40, "phase", "confirm"}};
    const MemoryRun run = memoryRun(recording);
    QCOMPARE(run.find("heapInUse")->values, (std::vector<double>{100, 2, 3, 200, 5}));
    QCOMPARE(int(run.rows[1].phase), int(RunPhase::Rest));
    QCOMPARE(int(run.rows[3].phase), int(RunPhase::Confirm));
    QCOMPARE(run.rows[3].request, 1);
    QCOMPARE(int(run.rows[4].phase), int(RunPhase::Rest));
    QVERIFY(!run.rows[0].distinctInputs);
}

void TestRecordedRun::phasesAndMarks()
{
    Recording recording;
    recording.requests = {requestRow(10, 100, ""), requestRow(20, 200, "")};
    recording.events = {{1, "load", "m"}, {15, "toggle", "kv-cache off"}, {16, "note", "?"}, {18, "error", "full"}, {99, "unload", "m"}};
    const MemoryRun run = memoryRun(recording);
    QCOMPARE(run.marks.size(), size_t{4});
    QCOMPARE(int(run.marks[0].kind), int(MarkKind::Load));
    QCOMPARE(run.marks[0].row, size_t{0});
    QCOMPARE(int(run.marks[1].kind), int(MarkKind::Toggle));
    QCOMPARE(run.marks[1].row, size_t{1});
    QCOMPARE(int(run.marks[2].kind), int(MarkKind::Error));
    QCOMPARE(run.marks[3].row, size_t{2});
}

void TestRecordedRun::clearSteps_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("step");
    QTest::newRow("one") << "2: 12.0 MiB" << 2;
    QTest::newRow("several") << "6,7,8: 512 B" << 8;
    QTest::newRow("bytes are no step") << "3: 9 B" << 3;
    QTest::newRow("words") << "caches" << 0;
    QTest::newRow("no rung") << "4096" << 0;
    QTest::newRow("endless number") << "99999999999999999999" << 0;
}

void TestRecordedRun::clearSteps()
{
    QFETCH(QString, text);
    QFETCH(int, step);
    Recording recording;
    recording.events = {{1, "clear", text.toStdString()}};
    QCOMPARE(memoryRun(recording).marks.front().clearStep, step);
}

void TestRecordedRun::absentMetricsHaveNoSeries()
{
    Recording recording;
    recording.requests = {requestRow(10, 100, ""), requestRow(20, 200, "")};
    recording.requests[0].outcome.memory.after.clear(Metric::HeapInUse);
    recording.requests[1].outcome.memory.after.set(Metric::RssAnon, 7);
    const MemoryRun run = memoryRun(recording);
    QVERIFY(std::isnan(run.find("heapInUse")->values[0]));
    QVERIFY(std::isnan(run.find("rssAnon")->values[0]));
    QCOMPARE(run.find("rssAnon")->values[1], 7.0);
    QVERIFY(!run.find("deviceAllocated"));
}

void TestRecordedRun::emptyRecording()
{
    const MemoryRun run = memoryRun({});
    QVERIFY(run.rows.empty() && run.series.empty() && run.marks.empty() && !run.limit);
}

QTEST_APPLESS_MAIN(TestRecordedRun)
#include "tst_recordedrun.moc"
