// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedsnapshots.h"

#include "recordings.h"
#include "tests/core/memory/samplesnapshot.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestRecordedSnapshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void listsAndLoads();
    void namesIndexAndCount();
    void damagedOneLeavesTheOthers();
    void readsOlderTables();
    void readsWhileItIsWritten();
    void noRecording();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("run.limno")); }
    /// A recording with a snapshot for each reason, a second apart.
    void record(const std::vector<std::string> &reasons);

    std::unique_ptr<QTemporaryDir> m_folder;
    HandClock m_clock;
};

void TestRecordedSnapshots::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestRecordedSnapshots::record(const std::vector<std::string> &reasons)
{
    const auto writer = RecordingWriter::create(path().toStdString(), RecordInputs::Whole, m_clock);
    QVERIFY(writer);
    int64_t timeNs = m_clock.now;
    for (const std::string &reason : reasons) {
        MemorySnapshot snapshot = sampleSnapshot(timeNs += kNsPerSecond);
        snapshot.reason = reason;
        (*writer)->addSnapshot(std::make_shared<const MemorySnapshot>(std::move(snapshot)));
    }
    QVERIFY((*writer)->close());
}

void TestRecordedSnapshots::listsAndLoads()
{
    record({"begin of the loop", "by hand", "end of the loop"});
    const auto snapshots = RecordedSnapshots::open(path().toStdString());
    QVERIFY2(snapshots, snapshots ? "" : snapshots.error().message.c_str());
    QCOMPARE(snapshots->entries().size(), size_t(3));
    QCOMPARE(snapshots->entries()[1].timeNs, 2 * kNsPerSecond);
    QCOMPARE(snapshots->entries()[1].reason, std::string("by hand"));
    const auto last = snapshots->load(2);
    QVERIFY2(last, last ? "" : last.error().message.c_str());
    QCOMPARE(last->reason, std::string("end of the loop"));
    QCOMPARE(last->timeNs, 3 * kNsPerSecond);
    QCOMPARE(last->card->trace.back().timeNs, 3 * kNsPerSecond - 500);
}

void TestRecordedSnapshots::namesIndexAndCount()
{
    record({"a", "b"});
    const auto two = RecordedSnapshots::open(path().toStdString());
    QVERIFY(two);
    for (const int64_t index : {int64_t{-1}, int64_t{2}, int64_t{1} << 40}) {
        const auto missing = two->load(index);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::InputInvalid);
        QCOMPARE(missing.error().message,
                 path().toStdString() + ": no snapshot " + std::to_string(index) + "; there are 2, counted from 0");
    }
    record({});
    const auto none = RecordedSnapshots::open(path().toStdString());
    QVERIFY(none && none->entries().empty());
    const auto missing = none->load(0);
    QVERIFY(!missing);
    QCOMPARE(missing.error().message, path().toStdString() + ": no snapshots in this recording");
}

void TestRecordedSnapshots::damagedOneLeavesTheOthers()
{
    record({"a", "b", "c"});
    sql(path(), {QStringLiteral("UPDATE snapshot SET data=X'0000000a00' WHERE reason='a'"),
                 QStringLiteral("UPDATE snapshot SET data=NULL WHERE reason='b'")});
    const auto snapshots = RecordedSnapshots::open(path().toStdString());
    QVERIFY(snapshots);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("^qUncompress")));
    for (const int64_t index : {0, 1}) {
        const auto damaged = snapshots->load(index);
        QVERIFY(!damaged);
        QCOMPARE(damaged.error().code, ErrorCode::InputInvalid);
        QVERIFY2(damaged.error().message.starts_with(path().toStdString() + ": " + std::to_string(index) + ": snapshot: damaged: "),
                 damaged.error().message.c_str());
    }
    QVERIFY(snapshots->load(2));
}

void TestRecordedSnapshots::readsOlderTables()
{
    record({"a"});
    sql(path(), {QStringLiteral("ALTER TABLE snapshot DROP COLUMN reason")});
    const auto snapshots = RecordedSnapshots::open(path().toStdString());
    QVERIFY2(snapshots, snapshots ? "" : snapshots.error().message.c_str());
    QCOMPARE(snapshots->entries().size(), size_t(1));
    QCOMPARE(snapshots->entries()[0].reason, std::string());
    QVERIFY(snapshots->load(0));
}

void TestRecordedSnapshots::readsWhileItIsWritten()
{
    const auto writer = RecordingWriter::create(path().toStdString(), RecordInputs::Whole, m_clock);
    QVERIFY(writer);
    (*writer)->addSnapshot(std::make_shared<const MemorySnapshot>(sampleSnapshot()));
    QTRY_VERIFY(!RecordedSnapshots::open(path().toStdString())->entries().empty());
    QVERIFY(RecordedSnapshots::open(path().toStdString())->load(0));
}

void TestRecordedSnapshots::noRecording()
{
    const auto missing = RecordedSnapshots::open(path().toStdString());
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::Io);
    const auto folder = RecordedSnapshots::open(m_folder->path().toStdString());
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, ErrorCode::InputInvalid);
}

QTEST_GUILESS_MAIN(TestRecordedSnapshots)
#include "tst_recordedsnapshots.moc"
