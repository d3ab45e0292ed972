// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict.h"
#include "core/io/seriescsv.h"

#include <nlohmann/json.hpp>

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

using namespace limno;

class TestSeriesCsv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryColumn();
    void acceptsForms_data();
    void acceptsForms();
    void refuses_data();
    void refuses();
    void hundredThousandRows();
    void filesThatAreNone();
    void copiedSeriesAreJudgedRight();
    void allSeriesAreJudgedRight();

private:
    static void judgeFolder(const QString &folder, size_t leastRight);
};

void TestSeriesCsv::readsEveryColumn()
{
    const auto run = parseSeriesCsv("request,phase,heapInUse,tokens,pixels,payloadBytes,distinctInputs,threads,shape,ok,timeNs,rssAnon\n"
                                    "7,main,1000,5,6,8,9,4,3x2,1,1500,\n"
                                    "8,confirm,2e3,,,,,,,0,,1.5\n"
                                    "9,rest,,,,,,,,true,,\n",
                                    "a.csv");
    QVERIFY2(run, run ? "" : run.error().message.c_str());
    QCOMPARE(run->rows.size(), size_t{3});
    const RunRow &first = run->rows[0];
    QCOMPARE(first.request, 7);
    QCOMPARE(*first.tokens, 5);
    QCOMPARE(*first.pixels, 6);
    QCOMPARE(*first.payloadBytes, 8);
    QCOMPARE(*first.distinctInputs, 9);
    QCOMPARE(*first.threads, 4);
    QCOMPARE(first.shape, std::string("3x2"));
    QCOMPARE(*first.timeNs, 1500);
    QVERIFY(first.isOk && !run->rows[1].isOk && run->rows[2].isOk);
    QVERIFY(!run->rows[1].tokens && !run->rows[1].timeNs);
    QCOMPARE(int(run->rows[1].phase), int(RunPhase::Confirm));
    QCOMPARE(int(run->rows[2].phase), int(RunPhase::Rest));
    QCOMPARE(run->series.size(), size_t{2});
    QCOMPARE(run->find("heapInUse")->values[1], 2000.0);
    QVERIFY(std::isnan(run->find("heapInUse")->values[2]));
    QVERIFY(std::isnan(run->find("rssAnon")->values[0]));
    QCOMPARE(run->find("rssAnon")->values[1], 1.5);
}

void TestSeriesCsv::acceptsForms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray("heapInUse\n1\n2\n");
    QTest::newRow("carriage returns") << QByteArray("heapInUse\r\n1\r\n2\r\n");
    QTest::newRow("no last line end") << QByteArray("heapInUse\n1\n2");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFheapInUse\n1\n2\n");
    QTest::newRow("blank lines") << QByteArray("heapInUse\n\n1\n\n2\n\n");
    QTest::newRow("spaces and quotes") << QByteArray("\"heapInUse\"\n 1 \n\"2\"\n");
    QTest::newRow("milliseconds") << QByteArray("timeMs,heapInUse\n0.5,1\n1.5,2\n");
}

void TestSeriesCsv::acceptsForms()
{
    QFETCH(QByteArray, text);
    const auto run = parseSeriesCsv(text.toStdString(), "a.csv");
    QVERIFY2(run, run ? "" : run.error().message.c_str());
    QCOMPARE(run->find("heapInUse")->values, (std::vector<double>{1, 2}));
    QCOMPARE(run->rows[1].request, 1);
}

void TestSeriesCsv::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    const auto add = [](const char *name, const QByteArray &text, const char *where) { QTest::newRow(name) << text << where; };
    add("empty", "", "a.csv: empty file");
    add("header only", "heapInUse\n", "a.csv: a header and no rows");
    add("no header", "1,2\n3,4\n", "line 1, column 1");
    add("no series", "request,tokens\n1,2\n", "line 1: no series");
    add("nameless column", "heapInUse,,ok\n1,2,1\n", "line 1, column 2");
    add("column twice", "heapInUse,heapInUse\n1,2\n", "line 1, column 2");
    add("word for a number", "request,heapInUse\n0,1\n1,many\n", "line 3, column 2 (heapInUse): \"many\"");
    add("number with a tail", "heapInUse\n12KiB\n", "line 2, column 1");
    add("decimal comma", "heapInUse\n1,5\n", "line 2: 2 columns, the header has 1");
    add("not a number", "heapInUse\nnan\n", "line 2, column 1");
    add("infinite", "heapInUse\n1e999\n", "line 2, column 1");
    add("half a request", "request,heapInUse\n0.5,1\n", "line 2, column 1 (request)");
    add("huge request", "request,heapInUse\n1e30,1\n", "line 2, column 1 (request)");
    add("unknown phase", "phase,heapInUse\nwarm,1\n", "line 2, column 1 (phase): \"warm\"");
    add("unknown outcome", "ok,heapInUse\nyes,1\n", "line 2, column 1 (ok)");
    add("missing cell", "request,heapInUse\n0\n", "line 2: 1 columns, the header has 2");
    add("open quote", "heapInUse\n\"1\n", "line 2, column 1: unmatched quote");
    add("zero byte", QByteArray("heapInUse\n1\n\0\n", 14), "byte 12 is zero");
    add("all zero bytes", QByteArray(4096, '\0'), "byte 0 is zero");
    add("huge line", "heapInUse\n" + QByteArray(200000, '1') + "\n", "line 2: 200000 bytes");
    add("too many columns", QByteArray("a").append(QByteArray(",b").repeated(300)) + "\n1\n", "line 1: 301 columns");
    add("long cell is cut", "heapInUse\n" + QByteArray(1000, 'x') + "\n", "…");
}

void TestSeriesCsv::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    const auto run = parseSeriesCsv(std::string_view(text.constData(), static_cast<size_t>(text.size())), "a.csv");
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::InputInvalid);
    const QString message = QString::fromStdString(run.error().message);
    QVERIFY2(message.startsWith("a.csv: ") && message.contains(where), qPrintable(message));
    QVERIFY(message.size() < 300);
}

void TestSeriesCsv::hundredThousandRows()
{
    std::string text = "request,heapInUse\n";
    for (int i = 0; i < 100'000; ++i)
        text += std::to_string(i) + ",123456789\n";
    const auto run = parseSeriesCsv(text, "a.csv");
    QVERIFY(run);
    QCOMPARE(run->rows.size(), size_t{100'000});
}

void TestSeriesCsv::filesThatAreNone()
{
    const QTemporaryDir folder;
    const auto absent = readSeriesCsv(folder.filePath("absent.csv").toStdString());
    QVERIFY(!absent && absent.error().message.find("no such file") != std::string::npos);
    const auto directory = readSeriesCsv(folder.path().toStdString());
    QVERIFY(!directory && directory.error().message.find("not a file") != std::string::npos);
    QFile file(folder.filePath(QStringLiteral("水 a.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("heapInUse\n5\n");
    file.close();
    const auto run = readSeriesCsv(file.fileName().toStdString());
    QVERIFY(run);
    QCOMPARE(run->find("heapInUse")->values.front(), 5.0);
}

void TestSeriesCsv::judgeFolder(const QString &folder, size_t leastRight)
{
    QFile file(folder + "/truth.json");
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const auto truth = nlohmann::json::parse(file.readAll().toStdString());
    size_t right = 0;
    std::string wrong;
    for (const auto &[name, known] : truth.items()) {
        const auto run = readSeriesCsv(folder.toStdString() + "/" + name);
        QVERIFY2(run, run ? "" : run.error().message.c_str());
        const Verdict verdict = judgeRun(*run);
        const std::string got(leakClassName(verdict.leakClass));
        const auto allowed = known["allowed"].get<std::vector<std::string>>();
        if (std::ranges::find(allowed, got) != allowed.end())
            ++right;
        else
            wrong += name + " " + got + "; ";
        if (known["slope"] == 0)
            QVERIFY2(!isLeak(verdict.leakClass), name.c_str());
        else if (isLeak(verdict.leakClass) && known["family"] != "leak-random")
            QVERIFY2(std::abs(verdict.perRequest->value / known["slope"].get<double>() - 1) < 0.12, name.c_str());
    }
    QVERIFY2(right >= leastRight, wrong.c_str());
}

void TestSeriesCsv::copiedSeriesAreJudgedRight()
{
    judgeFolder(LIMNOGRAPH_SOURCE_DIR "/tests/data/series", 6);
}

void TestSeriesCsv::allSeriesAreJudgedRight()
{
    const QString folder = LIMNOGRAPH_SHARED_DIR "/golden/series";
    if (!QDir(folder).exists())
        QSKIP("the shared golden files are not here");
    // One leak that comes at random slows down by chance, and is called inconclusive.
    judgeFolder(folder, 89);
}

QTEST_APPLESS_MAIN(TestSeriesCsv)
#include "tst_seriescsv.moc"
