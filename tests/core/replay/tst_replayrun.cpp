// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayrun.h"

#include "core/memory/memoryreader.h"
#include "core/replay/database.h"
#include "core/replay/recordedrun.h"

#include "../runtime/fakemodel.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <set>
#include <thread>

using namespace limno;

class TestReplayRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void playsConfirmsRestsAndJudges();
    void keepsTheVerdict();
    void leavesNoTemporaryFile();
    void indicesGoOnInTheConfirmation();
    void openLoopIsPlanned();
    void untilSureStopsAtADoubling();
    void stopKeepsWhatWasFinished();
    void refusesAPlanWithoutAnEnd();
    void aRecordingThatCannotBeginIsAnError();

private:
    struct Stand {
        Bench bench{{.workers = 2, .textPermits = 2}};
        Devices devices;
        Sampler sampler{10 * kNsPerMs, [] { return MemoryReader().read(); }};
        SnapshotStore snapshots{devices};
        QTemporaryDir folder;
        std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();

        Stand() { sampler.start(); }
        Result<ReplayReport> run(const ReplayPlan &plan, const ReplayRunOptions &options, const CancelToken &cancel = {},
                                 const std::function<void(const ReplayRun::Progress &)> &onProgress = {})
        {
            return ReplayRun(bench.runtime, sampler, snapshots).run(plan, options, cancel, onProgress);
        }
    };

    static ReplayPlan planOf(int64_t requests)
    {
        ReplayPlan plan;
        plan.request.model = "m";
        plan.request.prompt = "say hello";
        plan.requests = requests;
        return plan;
    }
    static ReplayRunOptions into(const std::string &path)
    {
        ReplayRunOptions options;
        options.recordingPath = path;
        return options;
    }
};

void TestReplayRun::playsConfirmsRestsAndJudges()
{
    Stand stand;
    ReplayRunOptions options = into(stand.path);
    options.confirms = true;
    options.restSeconds = 0.1;
    options.meta = {{"purpose", "test"}};
    std::vector<ReplayRun::Phase> phases;
    const auto report = stand.run(planOf(100), options, {}, [&](const ReplayRun::Progress &progress) {
        if (phases.empty() || phases.back() != progress.phase)
            phases.push_back(progress.phase);
    });
    QVERIFY(report);
    QCOMPARE(phases, (std::vector{ReplayRun::Phase::Main, ReplayRun::Phase::Confirm, ReplayRun::Phase::Rest, ReplayRun::Phase::Judging}));
    QCOMPARE(report->result.counts.sent, int64_t(160));
    QCOMPARE(report->result.counts.ok, int64_t(160));
    QCOMPARE(report->result.latencies.at(OutcomeKind::Ok).size(), size_t(160));
    QVERIFY(!report->recordingError);
    QVERIFY(report->verdict);
    QVERIFY(!report->verdict->text.empty());

    const auto recording = Recording::open(stand.path);
    QVERIFY(recording);
    QVERIFY(!recording->isInterrupted);
    QCOMPARE(recording->meta.at("purpose"), std::string("test"));
    QCOMPARE(recording->requests.size(), size_t(160));
    std::vector<std::string> marks;
    for (const EventRow &event : recording->events)
        marks.push_back(event.kind == "phase" ? event.text : event.kind);
    QCOMPARE(marks, (std::vector<std::string>{"main", "confirm", "rest", "clear"}));
    const MemoryRun run = memoryRun(*recording);
    const auto inPhase = [&](RunPhase phase) { return std::ranges::count(run.rows, phase, &RunRow::phase); };
    QCOMPARE(inPhase(RunPhase::Main), 100);
    QCOMPARE(inPhase(RunPhase::Confirm), 60);
    QVERIFY(inPhase(RunPhase::Rest) > 10);
    QCOMPARE(run.marks.back().kind, MarkKind::Clear);
    QCOMPARE(run.marks.back().clearStep, 8);
}

void TestReplayRun::keepsTheVerdict()
{
    Stand stand;
    const auto report = stand.run(planOf(90), into(stand.path));
    QVERIFY(report && report->verdict);
    const auto database = Database::open(stand.path, Database::Access::Read);
    QVERIFY(database);
    const auto json = (*database)->value(QStringLiteral("SELECT json FROM verdict"));
    QVERIFY(json);
    QVERIFY(json->toString().contains(QString::fromStdString(std::string(leakClassName(report->verdict->leakClass)))));
}

void TestReplayRun::leavesNoTemporaryFile()
{
    Stand stand;
    const QStringList before = QDir(QDir::tempPath()).entryList(QDir::Dirs);
    const auto report = stand.run(planOf(5), {});
    QVERIFY(report && report->verdict);
    QCOMPARE(report->verdict->leakClass, LeakClass::Inconclusive);
    QVERIFY(!report->recordingError);
    for (const QString &folder : QDir(QDir::tempPath()).entryList(QDir::Dirs)) {
        if (!before.contains(folder))
            QVERIFY2(!QFile::exists(QDir::tempPath() + QLatin1Char('/') + folder + QStringLiteral("/replay.limno")), qPrintable(folder));
    }
}

void TestReplayRun::indicesGoOnInTheConfirmation()
{
    Stand stand;
    ReplayPlan plan = planOf(10);
    plan.vary = Vary::Prompt;
    ReplayRunOptions options = into(stand.path);
    options.confirms = true;
    const auto report = stand.run(plan, options);
    QVERIFY(report);
    QCOMPARE(report->result.distinct, int64_t(16));
    const auto recording = Recording::open(stand.path);
    QVERIFY(recording);
    std::set<std::string> inputs;
    for (const RequestRow &row : recording->requests)
        inputs.insert(row.inputHash);
    QCOMPARE(inputs.size(), size_t(16));
}

void TestReplayRun::openLoopIsPlanned()
{
    Stand stand;
    ReplayPlan plan = planOf(20);
    plan.pacing = Pacing::Open;
    plan.ratePerSecond = 400;
    const auto report = stand.run(plan, into(stand.path));
    QVERIFY(report);
    QCOMPARE(report->result.counts.sent + report->result.counts.skipped, int64_t(20));
    const auto recording = Recording::open(stand.path);
    QVERIFY(recording);
    std::vector<int64_t> planned;
    for (const RequestRow &row : recording->requests) {
        QVERIFY(row.request.plannedNs.has_value());
        QVERIFY(row.outcome.times.submittedNs >= *row.request.plannedNs);
        planned.push_back(*row.request.plannedNs);
    }
    std::ranges::sort(planned);
    for (size_t i = 1; i < planned.size(); ++i)
        QCOMPARE((planned[i] - planned[i - 1]) % 2'500'000, 0); // absolute: whole steps of 2.5 ms
}

void TestReplayRun::untilSureStopsAtADoubling()
{
    Stand stand;
    ReplayRunOptions options;
    options.untilSureAtMost = 320;
    const auto report = stand.run(planOf(0), options);
    QVERIFY(report && report->verdict);
    const std::map<int, int64_t> sentAfterLooks{{1, 80}, {2, 160}, {3, 320}};
    QVERIFY(sentAfterLooks.contains(report->looks));
    QCOMPARE(report->result.counts.sent, sentAfterLooks.at(report->looks));
}

/// Field case F3.
void TestReplayRun::stopKeepsWhatWasFinished()
{
    Stand stand;
    const CancelToken cancel;
    ReplayPlan plan = planOf(100'000);
    const auto report = stand.run(plan, into(stand.path), cancel, [&](const ReplayRun::Progress &progress) {
        if (progress.counts.ok >= 50)
            cancel.cancel();
    });
    QVERIFY(report);
    QVERIFY(report->result.isInterrupted);
    QVERIFY(report->result.counts.ok >= 50);
    QVERIFY(report->result.counts.ok < 100'000);
    QCOMPARE(report->result.counts.failed, int64_t(0));
    const auto recording = Recording::open(stand.path);
    QVERIFY(recording);
    QVERIFY(recording->isInterrupted);
    QCOMPARE(int64_t(recording->requests.size()), report->result.counts.ok + report->result.counts.cut);
}

void TestReplayRun::refusesAPlanWithoutAnEnd()
{
    Stand stand;
    const auto report = stand.run(planOf(0), into(stand.path));
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::InputInvalid);
    QVERIFY(!QFile::exists(QString::fromStdString(stand.path)));
}

void TestReplayRun::aRecordingThatCannotBeginIsAnError()
{
    Stand stand;
    const auto report = stand.run(planOf(5), into("/no/such/folder/run.limno"));
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Io);
    QCOMPARE(stand.bench.runtime.snapshot().submitted, int64_t(1)); // loading the model: no request was sent
}

QTEST_GUILESS_MAIN(TestReplayRun)
#include "tst_replayrun.moc"
