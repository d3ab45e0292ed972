// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cliprogram.h"

#include <QtTest>

#include <QTemporaryDir>

#include <cmath>

using namespace limno;

/// judge, compare and bench verdict as scripts use them.
class TestCliJudge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exitCodes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("leakClass");
        QTest::addColumn<int>("code");
        QTest::newRow("leak") << series("leak-1") << "linear" << 3;
        QTest::newRow("leak under a sawtooth") << series("leak-saw-3") << "linear" << 3;
        QTest::newRow("flat") << series("white-4") << "flat" << 0;
        QTest::newRow("sawtooth") << series("sawtooth-1") << "sawtooth" << 0;
        QTest::newRow("one step") << series("late-step-0") << "retention" << 0;
        QTest::newRow("too short") << written("short.csv", 20, 65536) << "inconclusive" << 4;
        QTest::newRow("unconfirmed") << written("unconfirmed.csv", 100, 65536) << "growing" << 4;
    }
    void exitCodes()
    {
        QFETCH(QString, file);
        QFETCH(QString, leakClass);
        QFETCH(int, code);
        const Answer answer = cli({"judge", file, "--json"});
        QCOMPARE(answer.code, code);
        QCOMPARE(answer.document["schema"].get<int>(), 1);
        QCOMPARE(QString::fromStdString(answer.document["verdict"]["class"]), leakClass);
        QCOMPARE(answer.document["series"]["heapInUse"]["unit"].get<std::string>(), std::string("bytes/request"));
        QVERIFY(!answer.document["text"].get<std::string>().empty());
        QVERIFY(answer.errors.isEmpty());
    }

    void forPeople()
    {
        const Answer answer = cli({"judge", series("leak-1")});
        QCOMPARE(answer.code, 3);
        QVERIFY(answer.output.contains(": linear") && answer.output.contains("a request"));
        QVERIFY(answer.document.is_discarded());
    }

    void severalFiles()
    {
        const Answer answer = cli({"judge", series("white-4"), file("absent.csv"), written("short.csv", 20, 0), "--json"});
        QCOMPARE(answer.code, 2);
        const auto &files = answer.document["files"];
        QCOMPARE(files.size(), size_t{3});
        QCOMPARE(files[0]["verdict"]["class"].get<std::string>(), std::string("flat"));
        QCOMPARE(files[1]["error"]["code"].get<std::string>(), std::string("InputInvalid"));
        QCOMPARE(files[2]["verdict"]["class"].get<std::string>(), std::string("inconclusive"));
        QCOMPARE(cli({"judge", series("white-4"), file("absent.csv"), series("leak-1")}).code, 3);
    }

    void requestsUntilALimit()
    {
        const Answer answer = cli({"judge", written("leak.csv", 640, 65536), "--limit", "4GiB", "--json"});
        const auto &verdict = answer.document["verdict"];
        QCOMPARE(verdict["limit"]["bytes"].get<double>(), std::ldexp(1, 32));
        QVERIFY(verdict["requestsToLimit"]["low"].get<double>() <= verdict["requestsToLimit"]["high"].get<double>());
        QVERIFY(verdict["requestsToLimit"]["high"].get<double>() > 60000);
    }

    void floorAndWarmUp()
    {
        const QString small = written("small.csv", 640, 500);
        QCOMPARE(cli({"judge", small}).code, 0);
        QCOMPARE(cli({"judge", small, "--floor", "100"}).code, 3);
        const Answer answer = cli({"judge", written("leak.csv", 640, 65536), "--warmup", "50", "--json"});
        QCOMPARE(answer.document["series"]["heapInUse"]["steadyFrom"].get<double>(), 50.0);
    }

    void mistakes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("absent") << QStringList{"judge", file("absent.csv")} << QByteArray("absent.csv: no such file");
        QTest::newRow("folder") << QStringList{"judge", m_folder.path()} << QByteArray("not a file");
        QTest::newRow("no file") << QStringList{"judge"} << QByteArray("files");
        QTest::newRow("floor") << QStringList{"judge", series("white-4"), "--floor", "much"} << QByteArray("--floor");
        QTest::newRow("limit") << QStringList{"judge", series("white-4"), "--limit", "-1"} << QByteArray("--limit");
        QTest::newRow("warm-up") << QStringList{"judge", series("white-4"), "--warmup", "-3"} << QByteArray("--warmup");
        QTest::newRow("bad cell") << QStringList{"judge", text("bad.csv", "heapInUse\n1\nx\n")} << QByteArray("line 3, column 1");
        QTest::newRow("zero bytes") << QStringList{"judge", text("zero.csv", QByteArray(100, '\0'))} << QByteArray("byte 0 is zero");
        QTest::newRow("no recording") << QStringList{"judge", text("bad.limno", "SQLite format 3 no more")} << QByteArray("bad.limno");
        QTest::newRow("compare with nothing") << QStringList{"compare", series("white-4")} << QByteArray("b");
        QTest::newRow("nothing in common") << QStringList{"compare", series("white-4"), text("rss.csv", "rssAnon\n1\n")} << QByteArray("in common");
    }
    void mistakes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, named);
        const Answer answer = cli(arguments);
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.errors.contains(named), answer.errors.constData());
        QCOMPARE(cli(arguments + QStringList{"--json"}).document["error"]["code"].get<std::string>(), std::string("InputInvalid"));
    }

    void compares()
    {
        const QString leaking = written("leak.csv", 640, 65536);
        const QString repaired = written("repaired.csv", 640, 0);
        const Answer answer = cli({"compare", leaking, repaired, "--json"});
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.document["a"]["verdict"]["class"].get<std::string>(), std::string("linear"));
        QCOMPARE(answer.document["b"]["verdict"]["class"].get<std::string>(), std::string("flat"));
        QVERIFY(std::abs(answer.document["slopeDifference"]["value"].get<double>() + 65536) < 1);
        QVERIFY(std::abs(answer.document["reduction"]["value"].get<double>() - 1) < 1e-3);
        QCOMPARE(cli({"compare", leaking, repaired, "--gate"}).code, 0);
        QCOMPARE(cli({"compare", repaired, leaking, "--gate"}).code, 3);
        QCOMPARE(cli({"compare", repaired, leaking, "--gate", "--floor", "100KiB"}).code, 0);
        QCOMPARE(cli({"compare", leaking, written("short.csv", 20, 0), "--gate"}).code, 4);
        QVERIFY(cli({"compare", leaking, repaired}).output.contains("reduced by 100 %"));
    }

    void recordingsAreJudged()
    {
        const QString recording = file("null.limno");
        const Answer replay = cli({"replay", "chat", "--model", "null", "--prompt", "x", "--requests", "200", "--out", recording});
        QCOMPARE(replay.code, 0);
        const Answer answer = cli({"judge", recording, "--json"});
        QVERIFY2(!answer.document.is_discarded(), answer.errors.constData());
        QVERIFY(answer.document["series"].contains("heapInUse"));
        QCOMPARE(answer.document["series"]["heapInUse"]["evidence"]["rows"].get<int>(), 200);
    }

    void needsNoLibTorch()
    {
        const Answer answer = cliIn("LD_DEBUG=files exec \"$@\"", {"judge", series("white-4")});
        QCOMPARE(answer.code, 0);
        QVERIFY(answer.errors.contains("liblimnograph-core"));
        QVERIFY(!answer.errors.contains("torch"));
    }

    void benchOfTheVerdict()
    {
        const QStringList arguments{"bench", "verdict", "--runs", "2", "--requests", "120", "--json"};
        const Answer answer = cli(arguments);
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.document["families"].size(), size_t{20});
        QCOMPARE(answer.document["falseLeaks"]["of"].get<int>(), 28);
        QCOMPARE(answer.document["found"]["of"].get<int>(), 12);
        QVERIFY(answer.document["falseLeaks"]["high"].get<double>() > answer.document["falseLeaks"]["low"].get<double>());
        QCOMPARE(cli(arguments).output, answer.output);
        QVERIFY(cli({"bench", "verdict", "--runs", "1", "--requests", "120"}).output.contains("leaks found: "));
        QCOMPARE(cli({"bench", "verdict", "--runs", "0"}).code, 2);
    }

private:
    static QString series(const char *name) { return QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/series/%1.csv").arg(name); }
    QString file(const QString &name) const { return m_folder.filePath(name); }
    QString text(const QString &name, const QByteArray &content) const
    {
        QFile out(file(name));
        if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size())
            qFatal("%s can't be written", qPrintable(out.fileName()));
        return out.fileName();
    }
    /// `requests` rows that grow by `slope` bytes each.
    QString written(const QString &name, int requests, int slope) const
    {
        QByteArray content = "request,heapInUse\n";
        for (int i = 0; i < requests; ++i)
            content += QByteArray::number(i) + ',' + QByteArray::number(300'000'000 + qint64(slope) * i) + '\n';
        return text(name, content);
    }

    const QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliJudge)
#include "tst_clijudge.moc"
