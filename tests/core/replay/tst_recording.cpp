// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

/// What a reader gets and what it refuses.
class TestRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void givesBackWhatWasWritten();
    void failedRequestKeepsItsError();
    void hashesOnlyKeepsNoText();
    void largeInputKeepsItsHash();
    void sameInputIsStoredOnce();
    void refuses_data();
    void refuses();
    void refusesNewerVersion();
    void readsOlderColumns();
    void changesNothing();
    void readsWhileItIsWritten();
    void readsFromAFolderThatCannotBeWritten();

private:
    QString path(const QString &name = QStringLiteral("水 run.limno")) const { return m_folder->filePath(name); }
    std::unique_ptr<RecordingWriter> create(RecordInputs inputs = RecordInputs::Whole);

    std::unique_ptr<QTemporaryDir> m_folder;
    HandClock m_clock;
};

void TestRecording::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

std::unique_ptr<RecordingWriter> TestRecording::create(RecordInputs inputs)
{
    auto writer = RecordingWriter::create(path().toStdString(), inputs, m_clock);
    if (!writer)
        qFatal("%s", writer.error().message.c_str());
    return std::move(*writer);
}

void TestRecording::givesBackWhatWasWritten()
{
    const auto writer = create();
    const int64_t start = writer->startNs();
    QCOMPARE(start, m_clock.now);
    writer->addMeta("device", "emulated 8 GiB");
    ModelInfo model;
    model.name = "smollm2";
    model.path = "/models/模型.gguf";
    model.format = "gguf";
    model.architecture = "llama";
    model.tasks = {Task::Chat, Task::Complete};
    model.fileBytes = 98'000'000;
    model.weightBytes = 97'000'000;
    model.mappedBytes = 96'000'000;
    model.parameters = 134'515'008;
    model.contextLength = 8192;
    model.kvBytesPerToken = 23'040;
    model.computeType = "q4_1 blocks, int8 activations";
    writer->addModel(model, "98000000-abc");
    for (int i = 0; i < 100; ++i) {
        Sample sample = sampleAt(start + i * 100, 1000 + i);
        sample.set(Metric::HeapInUse, 0);
        sample.set(Metric::Swap, -1);
        if (i % 2)
            sample.set(Metric::Fds, i);
        writer->addSample(sample);
    }
    const auto [request, outcome] = fullRequest(start);
    writer->addRequest(17, request, outcome);
    writer->addEvent(start + 30, "clear", "KV caches");
    writer->addEvent(start + 20, "load", "smollm2");
    writer->addSetting(start + 25, "smollm2.kv-cache", "on", "off", "off");
    QVERIFY(writer->close());

    const auto recording = Recording::open(path().toStdString());
    QVERIFY2(recording, recording ? "" : recording.error().message.c_str());
    QVERIFY(!recording->isInterrupted);
    QCOMPARE(recording->meta.at("device"), std::string("emulated 8 GiB"));
    QCOMPARE(recording->meta.at("inputs"), std::string("whole"));
    QVERIFY(recording->meta.at("program").starts_with("Limnograph "));
    QVERIFY(
        QDateTime::fromString(QString::fromStdString(recording->meta.at("startedAt")), Qt::ISODateWithMs).isValid());

    QCOMPARE(recording->models.size(), size_t(1));
    const ModelInfo &back = recording->models.front();
    QCOMPARE(back.path, model.path);
    QVERIFY(back.tasks == model.tasks);
    QCOMPARE(back.parameters, model.parameters);
    QCOMPARE(back.contextLength, model.contextLength);
    QCOMPARE(back.kvBytesPerToken, model.kvBytesPerToken);
    QCOMPARE(back.mappedBytes, model.mappedBytes);
    QCOMPARE(back.computeType, model.computeType);

    QCOMPARE(recording->samples.size(), size_t(100));
    for (int i = 0; i < 100; ++i) {
        const Sample &sample = recording->samples[static_cast<size_t>(i)];
        QCOMPARE(sample.timeNs, int64_t(i * 100));
        QCOMPARE(sample.value(Metric::RssAnon), std::optional<int64_t>(1000 + i));
        QCOMPARE(sample.value(Metric::HeapInUse), std::optional<int64_t>(0));
        QCOMPARE(sample.value(Metric::Swap), std::optional<int64_t>(-1));
        QCOMPARE(sample.value(Metric::Fds), i % 2 ? std::optional<int64_t>(i) : std::nullopt);
        QCOMPARE(sample.value(Metric::HostTensors), std::nullopt);
    }

    QCOMPARE(recording->requests.size(), size_t(1));
    const RequestRow &row = recording->requests.front();
    QCOMPARE(row.id, int64_t(17));
    QVERIFY(row.request.task == request.task);
    QCOMPARE(row.request.model, request.model);
    QVERIFY(row.request.messages == request.messages);
    QCOMPARE(row.request.conversation, request.conversation);
    QVERIFY(row.request.generation == request.generation);
    QCOMPARE(row.request.seed, request.seed);
    QCOMPARE(row.request.group, request.group);
    QCOMPARE(row.request.loopIndex, request.loopIndex);
    QCOMPARE(row.inputHash.size(), size_t(64));
    QCOMPARE(row.outputHash.size(), size_t(64));
    const Outcome &ended = row.outcome;
    QVERIFY(ended.kind == OutcomeKind::Ok);
    QVERIFY(ended.finish == FinishReason::Length);
    QVERIFY(!ended.error);
    QVERIFY(ended.text.empty());
    QCOMPARE(ended.tokens.in, int64_t(12));
    QCOMPARE(ended.tokens.out, int64_t(2));
    QCOMPARE(ended.tokens.reused, int64_t(5));
    QCOMPARE(ended.tokens.prefilled, int64_t(7));
    QCOMPARE(ended.worker, 1);
    QCOMPARE(ended.times.submittedNs, int64_t(10));
    QCOMPARE(ended.times.queuedNs, std::optional<int64_t>(20));
    QCOMPARE(ended.times.grantedNs, std::optional<int64_t>(30));
    QCOMPARE(ended.times.startedNs, std::optional<int64_t>(40));
    QCOMPARE(ended.times.prefilledNs, std::optional<int64_t>(50));
    QCOMPARE(ended.times.firstTokenNs, std::optional<int64_t>(60));
    QCOMPARE(ended.times.finishedNs, std::optional<int64_t>(70));
    QCOMPARE(ended.memory.before.timeNs, int64_t(40));
    QVERIFY(ended.memory.after.values == outcome.memory.after.values);
    QCOMPARE(ended.memory.peakHostTensors, int64_t(4096));
    QCOMPARE(ended.memory.keptBytes, int64_t(-16));

    QCOMPARE(recording->events.size(), size_t(2));
    QCOMPARE(recording->events[0].kind, std::string("load"));
    QCOMPARE(recording->events[0].timeNs, int64_t(20));
    QCOMPARE(recording->events[1].text, std::string("KV caches"));
    QCOMPARE(sql(path(), {QStringLiteral("SELECT effective FROM setting WHERE old='on' AND time=25")}),
             QVariantList{QStringLiteral("off")});
    QCOMPARE(sql(path(), {QStringLiteral("SELECT tensors FROM request")}), QVariantList{96});
    QCOMPARE(sql(path(), {QStringLiteral("SELECT identity FROM model")}), QVariantList{QStringLiteral("98000000-abc")});
}

void TestRecording::failedRequestKeepsItsError()
{
    const auto writer = create();
    Outcome outcome;
    outcome.error = Error{ErrorCode::OutOfMemory, "wanted 2 GiB", "fragmented"};
    outcome.times.submittedNs = writer->startNs();
    writer->addRequest(1, Request(), outcome);
    outcome.kind = OutcomeKind::Cancelled;
    outcome.error.reset();
    writer->addRequest(2, Request(), outcome);
    QVERIFY(writer->close());

    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    const Outcome &failed = recording->requests.at(0).outcome;
    QVERIFY(failed.kind == OutcomeKind::Failed);
    QVERIFY(failed.error == std::optional<Error>({ErrorCode::OutOfMemory, "wanted 2 GiB", "fragmented"}));
    QVERIFY(!failed.times.startedNs && !failed.times.finishedNs);
    QCOMPARE(failed.worker, -1);
    QVERIFY(recording->requests.at(1).outcome.kind == OutcomeKind::Cancelled);
    QCOMPARE(recording->requests.at(1).request.loopIndex, int64_t(-1));
}

void TestRecording::hashesOnlyKeepsNoText()
{
    const auto writer = create(RecordInputs::HashesOnly);
    auto [request, outcome] = fullRequest(writer->startNs());
    request.messages = {{"user", "a secret sentence"}};
    outcome.text = "a secret reply";
    writer->addRequest(1, request, outcome);
    QVERIFY(writer->close());

    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QCOMPARE(recording->meta.at("inputs"), std::string("hashes"));
    QVERIFY(recording->requests.at(0).request.messages.empty());
    QCOMPARE(recording->requests.at(0).inputHash.size(), size_t(64));
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("secret"));
}

void TestRecording::largeInputKeepsItsHash()
{
    const auto writer = create();
    Request request;
    request.prompt = std::string(2'000'000, 'x');
    writer->addRequest(1, request, Outcome());
    request.prompt = "broken \xff";
    writer->addRequest(2, request, Outcome());
    QVERIFY(writer->close());
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QVERIFY(recording->requests.at(0).request.prompt.empty());
    QVERIFY(recording->requests.at(1).request.prompt.empty());
    QCOMPARE(sql(path(), {QStringLiteral("SELECT max(payloadBytes) FROM request")}), QVariantList{2'000'000});
    QVERIFY(QFileInfo(path()).size() < 1'000'000);
}

void TestRecording::sameInputIsStoredOnce()
{
    const auto writer = create();
    Request one;
    one.prompt = "one";
    Request two;
    two.prompt = "two";
    for (int i = 0; i < 20; ++i)
        writer->addRequest(i, i % 2 ? one : two, Outcome());
    QVERIFY(writer->close());
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QCOMPARE(recording->requests.size(), size_t(20));
    for (const RequestRow &row : recording->requests)
        QCOMPARE(row.request.prompt, std::string(row.id % 2 ? "one" : "two"));
    QCOMPARE(sql(path(), {QStringLiteral("SELECT count(*) FROM input")}), QVariantList{2});
}

void TestRecording::refuses_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("missing") << QStringLiteral("missing") << static_cast<int>(ErrorCode::Io);
    for (const char *kind : {"folder", "empty", "text", "another database", "cut in half", "garbage inside"})
        QTest::newRow(kind) << QString::fromLatin1(kind) << static_cast<int>(ErrorCode::InputInvalid);
}

void TestRecording::refuses()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    const auto write = [&](const QByteArray &bytes) {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    if (kind == QLatin1String("folder")) {
        QVERIFY(QDir().mkpath(path()));
    } else if (kind == QLatin1String("empty")) {
        write({});
    } else if (kind == QLatin1String("text")) {
        write(QByteArray(5000, 't'));
    } else if (kind == QLatin1String("another database")) {
        sql(path(), {QStringLiteral("CREATE TABLE sample (time)")});
    } else if (kind != QLatin1String("missing")) {
        const auto writer = create();
        for (int i = 0; i < 20'000; ++i)
            writer->addSample(sampleAt(m_clock.now + i, i));
        QVERIFY(writer->close());
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadWrite));
        if (kind == QLatin1String("cut in half")) {
            QVERIFY(file.resize(file.size() / 2));
        } else {
            QVERIFY(file.seek(file.size() / 2));
            QVERIFY(file.write(QByteArray(20'000, '\xee')) == 20'000);
        }
    }
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(!recording);
    QCOMPARE(static_cast<int>(recording.error().code), code);
    QVERIFY2(recording.error().message.find(path().toStdString()) != std::string::npos,
             recording.error().message.c_str());
}

void TestRecording::refusesNewerVersion()
{
    QVERIFY(create()->close());
    sql(path(), {QStringLiteral("PRAGMA user_version=2")});
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, ErrorCode::InputInvalid);
    QCOMPARE(recording.error().reason, std::string("newer_version"));
    QVERIFY(recording.error().message.find("newer version") != std::string::npos);
    QVERIFY(recording.error().message.find("format 2") != std::string::npos);
}

void TestRecording::readsOlderColumns()
{
    {
        const auto writer = create();
        const auto [request, outcome] = fullRequest(writer->startNs());
        writer->addRequest(1, request, outcome);
        writer->addSample(sampleAt(writer->startNs(), 5));
        QVERIFY(writer->close());
    }
    sql(path(),
        {QStringLiteral("ALTER TABLE request DROP COLUMN worker"), QStringLiteral("ALTER TABLE sample DROP COLUMN fds"),
         QStringLiteral("ALTER TABLE sample ADD COLUMN somethingElse INTEGER")});
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QCOMPARE(recording->requests.at(0).outcome.worker, -1);
    QCOMPARE(recording->requests.at(0).outcome.tokens.out, int64_t(2));
    QCOMPARE(recording->samples.at(0).value(Metric::RssAnon), std::optional<int64_t>(5));
}

void TestRecording::changesNothing()
{
    {
        const auto writer = create();
        writer->addSample(sampleAt(writer->startNs(), 5));
        QVERIFY(writer->close());
    }
    const auto state = [&] {
        QFile file(path());
        const bool isOpen = file.open(QIODevice::ReadOnly);
        return std::tuple(isOpen, file.readAll(), QFileInfo(path()).lastModified(),
                          QDir(m_folder->path()).entryList(QDir::Files));
    };
    const auto before = state();
    QCOMPARE(std::get<3>(before).size(), 1);
    QVERIFY(Recording::open(path().toStdString()));
    QVERIFY(state() == before);
}

void TestRecording::readsWhileItIsWritten()
{
    const auto writer = create();
    for (int i = 0; i < 100; ++i)
        writer->addSample(sampleAt(m_clock.now + i, i));
    const auto count = [&] {
        const auto recording = Recording::open(path().toStdString());
        return recording && recording->isInterrupted ? recording->samples.size() : 0;
    };
    QTRY_COMPARE(count(), size_t(100));
    writer->addSample(sampleAt(m_clock.now + 100, 100));
    QTRY_COMPARE(count(), size_t(101));
    QVERIFY(writer->close());
    QVERIFY(!Recording::open(path().toStdString())->isInterrupted);
}

void TestRecording::readsFromAFolderThatCannotBeWritten()
{
    QVERIFY(create()->close());
    sql(path(),
        {QStringLiteral(
            "PRAGMA journal_mode=WAL")}); // as a colleague gets it who was sent only the file of a killed run
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    const QFileDevice::Permissions readOnly = QFileDevice::ReadOwner | QFileDevice::ExeOwner;
    QVERIFY(QFile::setPermissions(m_folder->path(), readOnly));
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(QFile::setPermissions(m_folder->path(), readOnly | QFileDevice::WriteOwner));
    QVERIFY2(recording, recording ? "" : recording.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestRecording)
#include "tst_recording.moc"
