// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recorder.h"

#include "core/replay/recordedsnapshots.h"

#include "../runtime/fakemodel.h"
#include "recordings.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsWhatHappens();
    void recordsFromManyWorkers();
    void hashesOnly();
    void recordsSnapshots();
    void stopsListening();
    void refusesAnotherFile();

private:
    static constexpr int64_t kPeriodNs = 5 * kNsPerMs;
    static Sample read() { return sampleAt(Clock::steady().nowNs(), 4096); }
};

void TestRecorder::recordsWhatHappens()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();
    Bench bench;
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    sampler.start();
    auto recorder = Recorder::start(path, bench.runtime, sampler);
    QVERIFY2(recorder, recorder ? "" : recorder.error().message.c_str());
    QCOMPARE((*recorder)->path(), path);
    (*recorder)->addMeta("device", "emulated 8 GiB");
    const int64_t samplesBefore = sampler.sampleCount();

    QCOMPARE(endOf(bench.ask("say one")), std::string("Ok"));
    QCOMPARE(endOf(bench.ask("fail")), std::string("OutOfMemory"));
    bench.runtime.setPolicy("m", {.kvCache = Toggle::Off, .contextCap = 512}).wait();
    bench.runtime.load({.name = "second", .path = "fake:second"}).wait();
    bench.runtime.clear({ClearStep::Results}).wait();
    bench.runtime.mark("phase", "rest");
    QTRY_VERIFY(sampler.sampleCount() >= samplesBefore + 5);
    const Result<void> stopped = (*recorder)->stop();
    QVERIFY(stopped);
    QVERIFY(!(*recorder)->isCut());
    QVERIFY((*recorder)->stop());

    const auto recording = Recording::open(path);
    QVERIFY(recording);
    QVERIFY(!recording->isInterrupted);
    QVERIFY(recording->samples.size() >= 5);
    for (size_t i = 1; i < recording->samples.size(); ++i)
        QVERIFY(recording->samples[i].timeNs > recording->samples[i - 1].timeNs);
    QCOMPARE(recording->requests.size(), size_t(2));
    QCOMPARE(recording->requests[0].request.prompt, std::string("say one"));
    QVERIFY(recording->requests[1].outcome.kind == OutcomeKind::Failed);
    QVERIFY(recording->requests[0].outcome.times.submittedNs > 0);
    QVERIFY(recording->requests[0].outcome.times.finishedNs < recording->samples.back().timeNs + kNsPerSecond);

    std::string kinds;
    for (const EventRow &event : recording->events)
        kinds += event.kind + " ";
    QCOMPARE(kinds, std::string("oom toggle load clear phase "));
    QCOMPARE(recording->models.size(), size_t(2));
    QCOMPARE(recording->models[0].name, std::string("m"));
    QCOMPARE(recording->models[1].path, std::string("fake:second"));
    QCOMPARE(recording->meta.at("device"), std::string("emulated 8 GiB"));
    QVERIFY(!recording->meta.at("machine.cores").empty());
    QVERIFY(!recording->meta.at("library.qt").empty());

    const QString file = QString::fromStdString(path);
    QCOMPARE(sql(file, {QStringLiteral("SELECT old || '>' || new FROM setting WHERE key='m.kv-cache' ORDER BY rowid")}),
             (QVariantList{QStringLiteral(">on"), QStringLiteral("on>off")}));
    QCOMPARE(
        sql(file, {QStringLiteral("SELECT new FROM setting WHERE key='m.context-cap' AND time > 0 ORDER BY rowid")})
            .last()
            .toString(),
        QStringLiteral("512"));
    QCOMPARE(sql(file, {QStringLiteral("SELECT new FROM setting WHERE key='permits.text'")}),
             QVariantList{QStringLiteral("1")});
}

void TestRecorder::recordsFromManyWorkers()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();
    Bench bench({.workers = 4, .textPermits = 4});
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    sampler.start();
    {
        auto recorder = Recorder::start(path, bench.runtime, sampler);
        QVERIFY(recorder);
        std::vector<JobHandle> jobs;
        for (int i = 0; i < 100; ++i)
            jobs.push_back(bench.ask("say " + std::to_string(i)));
        for (const JobHandle &job : jobs)
            QCOMPARE(endOf(job), std::string("Ok"));
    }
    const auto recording = Recording::open(path);
    QVERIFY(recording);
    QVERIFY(!recording->isInterrupted);
    QCOMPARE(recording->requests.size(), size_t(100));
    std::set<std::string> inputs;
    for (const RequestRow &row : recording->requests) {
        inputs.insert(row.inputHash);
        QVERIFY(row.outcome.worker >= 0);
    }
    QCOMPARE(inputs.size(), size_t(100));
}

void TestRecorder::hashesOnly()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();
    Bench bench;
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    auto recorder = Recorder::start(path, bench.runtime, sampler, RecordInputs::HashesOnly);
    QVERIFY(recorder);
    QCOMPARE(endOf(bench.ask("say secret")), std::string("Ok"));
    QVERIFY((*recorder)->stop());
    const auto recording = Recording::open(path);
    QVERIFY(recording);
    QVERIFY(recording->requests.at(0).request.prompt.empty());
}

void TestRecorder::recordsSnapshots()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();
    Bench bench;
    SnapshotStore store(bench.devices);
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    store.take("before the recording");
    auto recorder = Recorder::start(path, bench.runtime, sampler);
    QVERIFY(recorder);
    (*recorder)->recordSnapshots(store);
    (*recorder)->recordSnapshots(store); // once is enough
    store.take("begin");
    store.take("end");
    QVERIFY((*recorder)->stop());
    store.take("after the recording");
    (*recorder)->recordSnapshots(store);
    store.take("much later");
    recorder->reset();

    const auto snapshots = RecordedSnapshots::open(path);
    QVERIFY(snapshots);
    QCOMPARE(snapshots->entries().size(), size_t(2));
    QCOMPARE(snapshots->entries()[0].reason, std::string("begin"));
    QVERIFY(snapshots->entries()[1].timeNs >= snapshots->entries()[0].timeNs);
    const auto end = snapshots->load(1);
    QVERIFY(end);
    QCOMPARE(end->reason, std::string("end"));
    QCOMPARE(end->device, std::string("cpu"));
}

void TestRecorder::stopsListening()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.limno")).toStdString();
    Bench bench;
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    sampler.start();
    auto recorder = Recorder::start(path, bench.runtime, sampler);
    QVERIFY(recorder);
    QVERIFY((*recorder)->stop());
    QCOMPARE(endOf(bench.ask("say late")), std::string("Ok"));
    bench.runtime.mark("phase", "late");
    recorder->reset();
    const auto recording = Recording::open(path);
    QVERIFY(recording);
    QVERIFY(recording->requests.empty());
    QVERIFY(recording->events.empty());
    QCOMPARE(recording->models.size(), size_t(1));
}

void TestRecorder::refusesAnotherFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("thesis.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("years of work") > 0);
    file.close();
    Bench bench;
    Sampler sampler(kPeriodNs, &TestRecorder::read);
    const auto recorder = Recorder::start(path.toStdString(), bench.runtime, sampler);
    QVERIFY(!recorder);
    QCOMPARE(recorder.error().code, ErrorCode::Io);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("years of work"));
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
