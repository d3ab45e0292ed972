// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <thread>

#include <sys/mount.h>

using namespace limno;
using namespace limno::test;

/// Files, limits and threads of the writer.
class TestRecordingWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void leavesOneFile();
    void hasTheContractsTables();
    void closesTwice();
    void ignoresWhatComesAfterClose();
    void replacesOnlyRecordings_data();
    void replacesOnlyRecordings();
    void leavesAnOpenRecordingAlone();
    void namesAPathThatCannotBeWritten();
    void writesThePyramid();
    void takesRowsFromManyThreads();
    void sizeLimitCutsTheRecording();
    void fullDiskCutsTheRecording();
    void dropsSamplesWhenTheDiskIsTooSlow();

private:
    QString path(const QString &name = QStringLiteral("run.limno")) const { return m_folder->filePath(name); }
    std::unique_ptr<RecordingWriter> create(int64_t maxBytes = 0);
    /// Fills the recording until it says that it is cut; the number of samples added.
    static int64_t fillUntilCut(RecordingWriter &writer);
    static void checkCut(const std::string &path, int64_t added);

    std::unique_ptr<QTemporaryDir> m_folder;
    HandClock m_clock;
};

void TestRecordingWriter::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

std::unique_ptr<RecordingWriter> TestRecordingWriter::create(int64_t maxBytes)
{
    auto writer = RecordingWriter::create(path().toStdString(), RecordInputs::Whole, m_clock, maxBytes);
    if (!writer)
        qFatal("%s", writer.error().message.c_str());
    return std::move(*writer);
}

void TestRecordingWriter::leavesOneFile()
{
    auto writer = create();
    writer->addSample(sampleAt(m_clock.now, 1));
    QVERIFY(QFile::exists(path(QStringLiteral("run.limno-wal"))));
    QVERIFY(!writer->isCut());
    writer.reset();
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("run.limno")});
    QCOMPARE(sql(path(), {QStringLiteral("PRAGMA integrity_check")}), QVariantList{QStringLiteral("ok")});
    QCOMPARE(sql(path(), {QStringLiteral("PRAGMA application_id")}), QVariantList{0x4C4D4E4F});
    QCOMPARE(sql(path(), {QStringLiteral("PRAGMA user_version")}), QVariantList{1});
}

void TestRecordingWriter::hasTheContractsTables()
{
    QVERIFY(create()->close());
    const QVariantList tables =
        sql(path(), {QStringLiteral("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name")});
    QStringList names;
    for (const QVariant &table : tables)
        names << table.toString();
    QCOMPARE(names.join(QLatin1Char(' ')),
             QStringLiteral("event input lod meta model owner process request sample setting snapshot verdict"));
    const QVariantList columns = sql(path(), {QStringLiteral("SELECT name FROM pragma_table_info('sample')")});
    QCOMPARE(columns.size(), static_cast<qsizetype>(kMetricCount + 1));
    for (size_t i = 0; i < kMetricCount; ++i)
        QCOMPARE(columns.at(static_cast<qsizetype>(i + 1)).toString().toStdString(),
                 std::string(metricInfo(static_cast<Metric>(i)).name));
}

void TestRecordingWriter::closesTwice()
{
    const auto writer = create();
    QVERIFY(writer->close());
    QVERIFY(writer->close());
}

void TestRecordingWriter::ignoresWhatComesAfterClose()
{
    const auto writer = create();
    QVERIFY(writer->close());
    writer->addSample(sampleAt(m_clock.now, 1));
    writer->addEvent(m_clock.now, "load", "late");
    QVERIFY(writer->close());
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording && recording->samples.empty() && recording->events.empty());
}

void TestRecordingWriter::replacesOnlyRecordings_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("isReplaced");
    QTest::newRow("finished recording") << QStringLiteral("finished") << true;
    QTest::newRow("newer recording") << QStringLiteral("newer") << true;
    QTest::newRow("text") << QStringLiteral("text") << false;
    QTest::newRow("empty file") << QStringLiteral("empty") << false;
    QTest::newRow("another database") << QStringLiteral("database") << false;
    QTest::newRow("folder") << QStringLiteral("folder") << false;
}

void TestRecordingWriter::replacesOnlyRecordings()
{
    QFETCH(QString, kind);
    QFETCH(bool, isReplaced);
    if (kind == QLatin1String("finished") || kind == QLatin1String("newer")) {
        const auto old = create();
        old->addMeta("old", "yes");
        QVERIFY(old->close());
        if (kind == QLatin1String("newer"))
            sql(path(), {QStringLiteral("PRAGMA user_version=9")});
    } else if (kind == QLatin1String("database")) {
        sql(path(), {QStringLiteral("CREATE TABLE precious (value)")});
    } else if (kind == QLatin1String("folder")) {
        QVERIFY(QDir().mkpath(path()));
    } else {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        if (kind == QLatin1String("text"))
            file.write("thesis");
    }
    const auto content = [&] {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
    };
    const QByteArray before = content();
    auto writer = RecordingWriter::create(path().toStdString());
    QCOMPARE(writer.has_value(), isReplaced);
    if (!isReplaced) {
        QCOMPARE(writer.error().code, ErrorCode::Io);
        QVERIFY(writer.error().message.find(path().toStdString()) != std::string::npos);
        QCOMPARE(content(), before);
        return;
    }
    QVERIFY((*writer)->close());
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QVERIFY(!recording->meta.contains("old"));
}

void TestRecordingWriter::leavesAnOpenRecordingAlone()
{
    const auto writer = create();
    writer->addSample(sampleAt(m_clock.now, 1));
    const auto second = RecordingWriter::create(path().toStdString());
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Busy);
    writer->addSample(sampleAt(m_clock.now + 1, 2));
    QVERIFY(writer->close());
    QCOMPARE(Recording::open(path().toStdString())->samples.size(), size_t(2));
}

void TestRecordingWriter::namesAPathThatCannotBeWritten()
{
    const std::string missing = path(QStringLiteral("no such folder/run.limno")).toStdString();
    const auto writer = RecordingWriter::create(missing);
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::Io);
    QVERIFY(writer.error().message.find(missing) != std::string::npos);
}

void TestRecordingWriter::writesThePyramid()
{
    const auto writer = create();
    for (int i = 0; i < 130; ++i)
        writer->addSample(sampleAt(m_clock.now + i, i == 70 ? 9999 : i));
    QVERIFY(writer->close());
    QCOMPARE(sql(path(), {QStringLiteral("SELECT count(*) FROM lod WHERE level=1")}), QVariantList{16});
    QCOMPARE(sql(path(), {QStringLiteral("SELECT count(*) FROM lod WHERE level=2")}), QVariantList{2});
    QCOMPARE(sql(path(), {QStringLiteral("SELECT rssAnonMax FROM lod WHERE level=2 ORDER BY first")}),
             (QVariantList{63, 9999}));
    QCOMPARE(sql(path(), {QStringLiteral("SELECT last FROM lod WHERE level=2 ORDER BY first")}),
             (QVariantList{63, 127}));
    QCOMPARE(sql(path(), {QStringLiteral("SELECT count(*) FROM lod WHERE heapInUseMin IS NOT NULL")}), QVariantList{0});
}

void TestRecordingWriter::takesRowsFromManyThreads()
{
    constexpr int kThreads = 4;
    constexpr int kRows = 500;
    const auto writer = create();
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < kRows; ++i) {
                const int number = t * kRows + i;
                writer->addSample(sampleAt(m_clock.now + number, number));
                writer->addRequest(number, Request(), Outcome());
                writer->addEvent(m_clock.now + number, "phase", "x");
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY(writer->close());
    QCOMPARE(writer->droppedCount(), int64_t(0));
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QCOMPARE(recording->samples.size(), size_t(kThreads * kRows));
    QCOMPARE(recording->requests.size(), size_t(kThreads * kRows));
    QCOMPARE(recording->events.size(), size_t(kThreads * kRows));
    for (size_t i = 0; i < recording->samples.size(); ++i)
        QCOMPARE(recording->samples[i].timeNs, static_cast<int64_t>(i));
}

int64_t TestRecordingWriter::fillUntilCut(RecordingWriter &writer)
{
    int64_t added = 0;
    QDeadlineTimer deadline(30'000);
    while (!writer.isCut() && !deadline.hasExpired()) {
        for (int i = 0; i < 100; ++i, ++added)
            writer.addSample(sampleAt(writer.startNs() + added, 1'000'000'000'000 + added));
        QTest::qWait(10);
    }
    return added;
}

void TestRecordingWriter::checkCut(const std::string &path, int64_t added)
{
    const auto recording = Recording::open(path);
    QVERIFY2(recording, recording ? "" : recording.error().message.c_str());
    QVERIFY(recording->isInterrupted);
    QVERIFY(!recording->samples.empty());
    QVERIFY(recording->samples.size() < static_cast<size_t>(added));
    for (size_t i = 0; i < recording->samples.size(); ++i)
        QCOMPARE(recording->samples[i].timeNs, static_cast<int64_t>(i));
}

void TestRecordingWriter::sizeLimitCutsTheRecording()
{
    const auto writer = create(1024 * 1024);
    const int64_t added = fillUntilCut(*writer);
    QVERIFY(writer->isCut());
    const Result<void> closed = writer->close();
    QVERIFY(!closed);
    QCOMPARE(closed.error().code, ErrorCode::Io);
    QVERIFY2(closed.error().message.find("full") != std::string::npos, closed.error().message.c_str());
    QVERIFY(QFileInfo(path()).size() <= 1024 * 1024);
    checkCut(path().toStdString(), added);
    QCOMPARE(Recording::open(path().toStdString())->meta["state"], std::string("cut"));
}

void TestRecordingWriter::fullDiskCutsTheRecording()
{
    const QByteArray mountPoint = QFile::encodeName(path(QStringLiteral("disk")));
    QVERIFY(QDir().mkpath(path(QStringLiteral("disk"))));
    if (mount("tmpfs", mountPoint.constData(), "tmpfs", 0, "size=2m") != 0)
        QSKIP("needs the right to mount a small disk");
    const auto unmount = qScopeGuard([&] { umount2(mountPoint.constData(), MNT_DETACH); });
    const std::string file = (mountPoint + "/run.limno").toStdString();
    auto writer = RecordingWriter::create(file, RecordInputs::Whole, m_clock);
    QVERIFY(writer);
    const int64_t added = fillUntilCut(**writer);
    QVERIFY((*writer)->isCut());
    QVERIFY(!(*writer)->close());
    checkCut(file, added);
}

void TestRecordingWriter::dropsSamplesWhenTheDiskIsTooSlow()
{
    const auto writer = create();
    QSqlDatabase other = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("lock"));
    other.setDatabaseName(path());
    QVERIFY(other.open());
    QVERIFY(QSqlQuery(other).exec(QStringLiteral("BEGIN IMMEDIATE"))); // nobody else can write now
    int64_t added = 0;
    for (; writer->droppedCount() == 0 && added < 10'000'000; ++added)
        writer->addSample(sampleAt(m_clock.now + added, added));
    QVERIFY(writer->droppedCount() > 0);
    const int64_t droppedSamples = writer->droppedCount();
    writer->addEvent(m_clock.now + 5, "phase", "events still find room");
    QCOMPARE(writer->droppedCount(), droppedSamples);
    QVERIFY(QSqlQuery(other).exec(QStringLiteral("ROLLBACK")));
    other.close();
    other = {};
    QSqlDatabase::removeDatabase(QStringLiteral("lock"));

    QVERIFY(writer->close());
    const auto recording = Recording::open(path().toStdString());
    QVERIFY(recording);
    QCOMPARE(static_cast<int64_t>(recording->samples.size()), added - droppedSamples);
    QCOMPARE(recording->events.size(), size_t(1));
    QCOMPARE(recording->meta.at("droppedSamples"), std::to_string(droppedSamples));
    QCOMPARE(recording->meta.at("droppedRows"), std::string("0"));
}

QTEST_GUILESS_MAIN(TestRecordingWriter)
#include "tst_recordingwriter.moc"
