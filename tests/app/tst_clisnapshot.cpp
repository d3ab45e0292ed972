// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cliprogram.h"
#include "tests/core/memory/samplesnapshot.h"
#include "tests/core/replay/recordings.h"

#include <QtTest>

#include <QTemporaryDir>

using namespace limno;
using namespace limno::test;
using nlohmann::json;

/// Snapshots through the command line: those that a run takes, and what becomes of those in a recording.
class TestCliSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto writer = RecordingWriter::create(file("two.limno").toStdString(), RecordInputs::Whole, m_clock);
        QVERIFY(writer);
        MemorySnapshot snapshot = sampleSnapshot(m_clock.now + kNsPerSecond);
        (*writer)->addSnapshot(std::make_shared<const MemorySnapshot>(snapshot));
        snapshot = sampleSnapshot(m_clock.now + 2 * kNsPerSecond);
        snapshot.reason = "end of the loop";
        snapshot.tensors[2].bytes += 4096;
        snapshot.tensors[2].count += 1;
        for (int i = 0; i < 12; ++i)
            snapshot.tensors.push_back({Owner::Scenario, "s" + std::to_string(i), "", MemorySpace::Host, 100 + i, 1});
        (*writer)->addSnapshot(std::make_shared<const MemorySnapshot>(snapshot));
        QVERIFY((*writer)->close());
        QCOMPARE(replay({"--out", file("cpu.limno")}).code, 0);
    }

    void aLoopHasABeginningAndAnEnd()
    {
        const Answer answer = replay({"--device", "emulated:64MiB", "--out", file("loop.limno")});
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.document["snapshots"], 2);
        const Answer list = cli({"snapshot", file("loop.limno"), "--list", "--json"});
        QCOMPARE(list.code, 0);
        QCOMPARE(list.document["snapshots"].size(), size_t(2));
        QCOMPARE(list.document["snapshots"][0]["reason"], "begin of the loop");
        QCOMPARE(list.document["snapshots"][1]["reason"], "end of the loop");
        QCOMPARE(list.document["snapshots"][1]["index"], 1);
        QVERIFY(list.document["snapshots"][1]["timeMs"].get<double>() > list.document["snapshots"][0]["timeMs"].get<double>());
        QCOMPARE(cli({"snapshot", file("loop.limno"), "--diff", "0", "1", "--json"}).code, 0);
        const Answer pickle = cli({"snapshot", file("loop.limno"), "--format", "pickle", "--out", file("loop.pickle")});
        QCOMPARE(pickle.code, 0);
        QCOMPARE(contents("loop.pickle").count(" begins: chat, null"), 3);
    }

    void whatGrew()
    {
        const Answer answer = cli({"snapshot", file("two.limno"), "--diff", "0", "1", "--json"});
        QCOMPARE(answer.code, 0);
        const json &rows = answer.document["growth"];
        QCOMPARE(rows.size(), size_t(13));
        QCOMPARE(rows[0], (json{{"owner", "result"}, {"name", "m"}, {"site", "aten::cat"}, {"space", "host"}, {"count", 4},
                                {"bytes", 4160}, {"deltaBytes", 4096}, {"deltaCount", 1}}));
        QCOMPARE(rows[1]["name"], "s11");
        const Answer back = cli({"snapshot", file("two.limno"), "--diff", "1", "0", "--json"});
        QCOMPARE(back.document["growth"][12]["deltaBytes"], -4096);
        const Answer people = cli({"snapshot", file("two.limno"), "--diff", "0", "1"});
        QVERIFY2(people.output.contains("result of m, aten::cat (host)"), people.output.constData());
        QVERIFY2(people.output.endsWith("and 3 more (--json or --format csv has all)\n"), people.output.constData());
        QCOMPARE(cli({"snapshot", file("two.limno"), "--diff", "1", "1"}).output, QByteArray("nothing has changed\n"));
    }

    void filesOfOtherFormats()
    {
        const QString recording = file("two.limno");
        QCOMPARE(cli({"snapshot", recording, "--format", "csv", "--out", file("last.csv"), "--json"}).document["out"],
                 file("last.csv").toStdString());
        QVERIFY(contents("last.csv").startsWith("owner,name,site,space,bytes,count\nweights,m,,device,20971520,1\nresult,m,aten::cat,host,4160,4\n"));
        QCOMPARE(cli({"snapshot", recording, "--format", "csv", "--at", "0", "--out", file("first.csv")}).code, 0);
        QCOMPARE(contents("first.csv").count('\n'), 4);
        QCOMPARE(cli({"snapshot", recording, "--diff", "0", "1", "--format", "csv", "--out", file("growth.csv")}).code, 0);
        QVERIFY(contents("growth.csv").startsWith("owner,name,site,space,bytes,count,deltaBytes,deltaCount\nresult,m,aten::cat,host,4160,4,4096,1\n"));
        const Answer exported = cli({"export", recording, "--format", "memory-viz", "--out", file("viz"), "--json"});
        QCOMPARE(exported.code, 0);
        QCOMPARE(exported.document["files"], (json{file("viz/two.0.pickle").toStdString(), file("viz/two.1.pickle").toStdString()}));
        QVERIFY(contents("viz/two.1.pickle").startsWith("\x80\x04}("));
        QVERIFY(contents("viz/two.1.pickle").contains("end of the loop"));
    }

    void whatIsRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        const QString two = file("two.limno");
        const QString cpu = file("cpu.limno");
        QTest::newRow("index") << QStringList{two, "--diff", "0", "2"} << 2 << two + ": no snapshot 2; there are 2, counted from 0";
        QTest::newRow("index to export") << QStringList{two, "--format", "csv", "--at", "7", "--out", file("x")} << 2
                                         << two + ": no snapshot 7; there are 2, counted from 0";
        QTest::newRow("no number") << QStringList{two, "--diff", "0", "one"} << 2 << "\"one\" is not a whole number from 0";
        QTest::newRow("one index") << QStringList{two, "--diff", "0"} << 2 << "--diff";
        QTest::newRow("nowhere to write") << QStringList{two, "--format", "csv"} << 2 << "--format and --out need each other";
        QTest::newRow("nothing to write") << QStringList{two, "--out", file("x")} << 2 << "--format and --out need each other";
        QTest::newRow("which, but not what") << QStringList{two, "--at", "0"} << 2 << "--at says what to export";
        QTest::newRow("two in a pickle") << QStringList{two, "--diff", "0", "1", "--format", "pickle", "--out", file("x")} << 2
                                         << "--format pickle holds one snapshot";
        QTest::newRow("format") << QStringList{two, "--format", "png", "--out", file("x")} << 2 << "png";
        QTest::newRow("folder that is missing") << QStringList{two, "--format", "csv", "--out", file("no/x.csv")} << 1
                                                << file("no/x.csv") + ": ";
        QTest::newRow("folder in place of a file") << QStringList{two, "--format", "pickle", "--out", m_folder.path()} << 1
                                                   << m_folder.path() + ": ";
        QTest::newRow("no such recording") << QStringList{file("missing.limno")} << 1 << file("missing.limno") + ": no such file";
        QTest::newRow("no recording") << QStringList{QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/README.md")} << 2 << "not a recording";
        QTest::newRow("cpu has no pickle") << QStringList{cpu, "--format", "pickle", "--out", file("x")} << 2 << "was taken on cpu";
    }
    void whatIsRefused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, message);
        const Answer answer = cli(QStringList{"snapshot"} + arguments + QStringList{"--json"});
        QCOMPARE(answer.code, code);
        const QString said = QString::fromStdString(answer.document["error"]["message"]);
        QVERIFY2(said.contains(message), qPrintable(said));
        QVERIFY(!QFile::exists(file("x")));
    }

    void aRecordingWithoutSnapshots()
    {
        const QString path = file("none.limno");
        {
            const auto writer = RecordingWriter::create(path.toStdString(), RecordInputs::Whole, m_clock);
            QVERIFY(writer && (*writer)->close());
        }
        const Answer list = cli({"snapshot", path, "--json"});
        QCOMPARE(list.code, 0);
        QCOMPARE(list.document["snapshots"], json::array());
        QCOMPARE(cli({"snapshot", path}).output, QByteArray("no snapshots in this recording\n"));
        for (const QStringList &arguments : {QStringList{"--diff", "0", "1"}, {"--format", "csv", "--out", file("x")}}) {
            const Answer answer = cli(QStringList{"snapshot", path, "--json"} + arguments);
            QCOMPARE(answer.code, 2);
            QCOMPARE(answer.document["error"]["message"], (path + ": no snapshots in this recording").toStdString());
        }
        const Answer exported = cli({"export", path, "--format", "memory-viz", "--out", file("viz"), "--json"});
        QCOMPARE(exported.code, 2);
        QVERIFY(QString::fromStdString(exported.document["error"]["message"]).contains("of 0 snapshots none shows"));
    }

    void aDamagedSnapshot()
    {
        const QString path = file("damaged.limno");
        QVERIFY(QFile::copy(file("two.limno"), path));
        sql(path, {QStringLiteral("UPDATE snapshot SET data=substr(data, 1, 200) WHERE rowid=2")});
        QCOMPARE(cli({"snapshot", path, "--json"}).document["snapshots"].size(), size_t(2));
        const Answer answer = cli({"snapshot", path, "--diff", "0", "1", "--json"});
        QCOMPARE(answer.code, 2);
        QCOMPARE(answer.document["error"]["code"], "InputInvalid");
        const QString said = QString::fromStdString(answer.document["error"]["message"]);
        QVERIFY2(said.startsWith(path + ": 1: snapshot: damaged: "), qPrintable(said));
    }

    void memorySummary()
    {
        const QStringList run{"run", "chat", "--model", "null", "--prompt", "x", "--memory-summary"};
        const Answer card = cli(run + QStringList{"--device", "emulated:64MiB", "--json"});
        QCOMPARE(card.code, 0);
        QCOMPARE(card.document["snapshots"], 0);
        const QString summary = QString::fromStdString(card.document["memorySummary"]);
        QVERIFY2(summary.contains("emulated 64 MiB") && summary.contains("Allocated memory"), qPrintable(summary));
        QVERIFY(cli(run + QStringList{"--device", "emulated:64MiB"}).output.contains(summary.toUtf8()));
        QVERIFY(QString::fromStdString(cli(run + QStringList{"--json"}).document["memorySummary"]).startsWith("cpu: "));
        QVERIFY(replay({"--memory-summary"}).document.contains("memorySummary"));
        QVERIFY(!replay({}).document.contains("memorySummary"));
    }

    void snapshotThreshold()
    {
        // The context alone is above half of the card, so the first sample takes one, of its own accord.
        const QStringList card{"--device", "emulated:64MiB,context=34MiB", "--out", file("full.limno")};
        const auto automatic = [this] {
            const Answer list = cli({"snapshot", file("full.limno"), "--json"});
            int count = 0;
            for (const json &row : list.document["snapshots"])
                count += row["reason"] == "device above 50 %";
            return count;
        };
        QCOMPARE(replay(card + QStringList{"--snapshot-at", "50", "--seconds", "1"}).document["snapshots"], 3);
        QVERIFY(automatic() <= 1); // it may have been taken before the recording began
        QCOMPARE(replay(card + QStringList{"--seconds", "1"}).document["snapshots"], 2);
        for (const char *percent : {"0", "101", "half"}) {
            const Answer answer = replay({"--snapshot-at", percent});
            QCOMPARE(answer.code, 2);
            QVERIFY(QString::fromStdString(answer.document["error"]["message"]).contains("is not a whole number from 1 to 100"));
        }
    }

    void doctorMemory()
    {
        const Answer answer = cli({"doctor", "--memory", "--json"});
        QCOMPARE(answer.code, 0);
        const json &memory = answer.document["memory"];
        QVERIFY(!memory["heap"]["arenas"].empty());
        int64_t taken = 0;
        for (const json &arena : memory["heap"]["arenas"])
            taken += arena["system"].get<int64_t>();
        QCOMPARE(memory["heap"]["total"]["system"].get<int64_t>(), taken);
        int64_t resident = 0;
        for (const json &row : memory["mappings"]["rows"])
            resident += row["rss"].get<int64_t>();
        QCOMPARE(memory["mappings"]["total"]["rss"].get<int64_t>(), resident);
        QVERIFY(resident > 0);
        const Answer people = cli({"doctor", "--memory"});
        QVERIFY(people.output.contains("arena 0") && people.output.contains("limnograph-cli\n") && people.output.contains("  stack"));
        QVERIFY(!cli({"doctor", "--json"}).document.contains("memory"));
    }

private:
    QString file(const QString &name) const { return m_folder.filePath(name); }
    QByteArray contents(const QString &name) const
    {
        QFile opened(file(name));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    static Answer replay(const QStringList &more)
    {
        const QStringList length = more.contains("--seconds") ? QStringList() : QStringList{"--requests", "3"};
        return cli(QStringList{"replay", "chat", "--model", "null", "--prompt", "x", "--json"} + length + more);
    }

    QTemporaryDir m_folder;
    HandClock m_clock;
};

QTEST_GUILESS_MAIN(TestCliSnapshot)
#include "tst_clisnapshot.moc"
