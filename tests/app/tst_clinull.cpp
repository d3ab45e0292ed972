// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cliprogram.h"

#include <QtTest>

#include <QTemporaryDir>

using namespace limno;
using nlohmann::json;

namespace {

const QStringList chat{"run", "chat", "--model", "null"};

} // namespace

/// The command line's manners, which need no computation: where output goes that finds no place, what is read and
/// refused, how mistakes are named.
class TestCliNull : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lostOutputIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("run") << chat + QStringList{"--prompt", "x"};
        QTest::newRow("run, JSON") << chat + QStringList{"--prompt", "x", "--json"};
        QTest::newRow("long JSON") << chat + QStringList{"--prompt", QStringLiteral("word ").repeated(9000), "--max-tokens", "9000", "--json"};
        QTest::newRow("replay") << QStringList{"replay", "chat", "--model", "null", "--prompt", "x", "--requests", "3"};
        QTest::newRow("models list") << QStringList{"models", "list"};
        QTest::newRow("doctor, JSON") << QStringList{"doctor", "--json"};
        QTest::newRow("an error's document") << chat + QStringList{"--json"};
        QTest::newRow("help") << QStringList{"--help"};
        QTest::newRow("version") << QStringList{"--version"};
    }
    void lostOutputIsAnError()
    {
        QFETCH(QStringList, arguments);
        // A file that may not grow also sends a signal, which must not end the program.
        const QString full = QStringLiteral("ulimit -f 0; exec \"$@\" >'%1'").arg(file("full"));
        for (const QString &script : {full, QStringLiteral("exec \"$@\" >&-")}) {
            const Answer answer = cliIn(script, arguments);
            QCOMPARE(answer.code, 1);
            QVERIFY2(answer.errors.contains("Io: standard output can't be written: "), answer.errors.constData());
        }
    }

    void closedStreamsAreNotTakenByFiles()
    {
        const QString recording = file("closed.limno");
        const QStringList replay{"replay", "chat", "--model", "null", "--prompt", "x", "--requests", "3", "--out", recording};
        QCOMPARE(cliIn("exec \"$@\" <&- >&- 2>&-", replay).code, 1);
        QCOMPARE(cli({"export", recording, "--format", "csv", "--out", file("closed")}).code, 0);
    }

    void aRecordingThatFillsUpCostsNoMeasurement()
    {
        const QStringList replay{"replay", "chat", "--model", "null", "--prompt", QStringLiteral("word ").repeated(2000), "--requests", "400",
                                 "--vary", "prompt", "--out", file("cut.limno")};
        const QString limited = QStringLiteral("ulimit -f 400; exec \"$@\"");
        const Answer answer = cliIn(limited, replay + QStringList{"--json"});
        QCOMPARE(answer.code, 1);
        QCOMPARE(answer.document["requests"]["ok"].get<int>(), 400);
        QVERIFY(answer.document["latency"]["ok"].contains("p50"));
        QCOMPARE(answer.document["recordingError"]["code"].get<std::string>(), std::string("Io"));
        const Answer people = cliIn(limited, replay);
        QCOMPARE(people.code, 1);
        QVERIFY(people.output.contains("400 of 400 requests ok"));
        QVERIFY2(people.errors.contains("recording: Io: "), people.errors.constData());
    }

    void exportOnAFullDiskSaysSo()
    {
        const QString recording = file("ok.limno");
        QCOMPARE(cli({"replay", "chat", "--model", "null", "--prompt", "x", "--requests", "3", "--out", recording}).code, 0);
        const Answer answer =
            cliIn("ulimit -f 1; exec \"$@\"", {"export", recording, "--format", "html", "--out", file("report"), "--json"});
        QCOMPARE(answer.code, 1);
        QCOMPARE(QString::fromStdString(answer.document["error"]["message"]), file("report/ok.html") + ": File too large");
        QCOMPARE(QDir(file("report")).entryList(QDir::Files | QDir::Hidden), QStringList());
    }

    void inputsThatCannotBeRead_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("option");
        const QStringList chatOnNull = chat;
        QTest::newRow("prompt") << chatOnNull << "--prompt-file";
        QTest::newRow("messages") << chatOnNull << "--messages";
        QTest::newRow("tensors") << chatOnNull << "--input";
        QTest::newRow("replay") << QStringList{"replay", "chat", "--model", "null", "--requests", "1"} << "--prompt-file";
        QTest::newRow("template") << QStringList{"template", "--input", LIMNOGRAPH_SOURCE_DIR "/README.md"} << "--file";
        QTest::newRow("perplexity") << QStringList{"perplexity", "--model", "null"} << "--file";
    }
    void inputsThatCannotBeRead()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, option);
        for (const auto &[path, reason] : {std::pair{m_folder.path(), "is a folder"}, {file("missing"), "No such file"}}) {
            const Answer answer = cli(arguments + QStringList{option, path, "--json"});
            QCOMPARE(answer.code, 2);
            const QString message = QString::fromStdString(answer.document["error"]["message"]);
            QVERIFY2(message.startsWith(path) && message.contains(reason), qPrintable(message));
        }
    }

    void aPromptFileHasALimit()
    {
        QFile large(file("large.txt"));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((32 << 20) + 1));
        const Answer answer = cli(chat + QStringList{"--prompt-file", large.fileName(), "--json"});
        QCOMPARE(answer.code, 2);
        QCOMPARE(QString::fromStdString(answer.document["error"]["message"]), large.fileName() + ": larger than 32.0 MiB");
    }

    void blankPromptsAreRefused_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("prompt");
        QTest::newRow("nothing to answer") << "chat" << "";
        QTest::newRow("blanks to answer") << "chat" << " \n\t";
        QTest::newRow("nothing to go on from") << "complete" << "";
    }
    void blankPromptsAreRefused()
    {
        QFETCH(QString, task);
        QFETCH(QString, prompt);
        const QStringList arguments{"run", task, "--model", "null", "--prompt", prompt};
        const Answer answer = cli(arguments + QStringList{"--json"});
        QCOMPARE(answer.code, 2);
        QCOMPARE(answer.document["results"][0]["error"]["code"].get<std::string>(), std::string("InputInvalid"));
        const Answer people = cli(arguments);
        QCOMPARE(people.output, QByteArray());
        QVERIFY(people.errors.contains("the prompt is empty"));
        QCOMPARE(cli(arguments + QStringList{"--prompt", "word"}).code, 10);
    }

    void failedReplaysSayWhy()
    {
        const Answer answer = cli({"replay", "chat", "--model", "null", "--prompt", " ", "--requests", "3"});
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.errors.contains("InputInvalid: the prompt is empty"), answer.errors.constData());
    }

    void numbersAreChecked_data()
    {
        QTest::addColumn<QStringList>("option");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *option, const char *value, const char *message) {
            QTest::addRow("%s %s", option, value) << QStringList{option, value} << message;
        };
        row("--gate-deadline", "nan", "\"nan\" is not a number from 0 to 1e+09");
        row("--gate-deadline", "inf", "\"inf\" is not a number from 0 to 1e+09");
        row("--gate-deadline", "-1", "\"-1\" is not a number from 0 to 1e+09");
        row("--temperature", "nan", "\"nan\" is not a number");
        row("--temperature", "1e999", "\"1e999\" is not a number");
        row("--temperature", "-1", "temperature: -1 is not between 0 and 100");
        row("--temperature", "100.5", "temperature: 100.5 is not between 0 and 100");
        row("--top-p", "-inf", "\"-inf\" is not a number");
        row("--top-p", "1.5", "top-p: 1.5 is not between");
        row("--presence-penalty", "nan", "\"nan\" is not a number");
        row("--repetition-penalty", "0", "repetition-penalty: 0 is not between 0.01 and 100");
        row("--top-k", "99999999999", "\"99999999999\" is not a whole number from 0 to 1073741824");
        row("--context-cap", "1.5", "\"1.5\" is not a whole number from 0 to 1073741824");
        row("--workers", "many", "\"many\" is not a whole number from 1 to 256");
    }
    void numbersAreChecked()
    {
        QFETCH(QStringList, option);
        QFETCH(QString, message);
        // The limits are known before a model is looked for.
        const Answer answer = cli(QStringList{"run", "chat", "--model", "/no/such/model", "--prompt", "x", "--json"} + option);
        QCOMPARE(answer.code, 2);
        const QString said = QString::fromStdString(answer.document["error"]["message"]);
        QVERIFY2(said.contains(option.front()) && said.contains(message) && said.size() < 100, qPrintable(said));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("command") << QStringList{"dance", "--json"} << "no command \"dance\"; there are models, run, ";
        QTest::newRow("task") << QStringList{"run", "dance", "--prompt", "x", "--json"} << "no command \"dance\" after \"run\"; there are chat, complete";
        QTest::newRow("no task") << QStringList{"run", "--json"} << "a command is needed after \"run\"; there are chat, complete";
        QTest::newRow("no command") << QStringList{"--json"} << "a command is needed; there are models, run, ";
        QTest::newRow("options in their order") << chat + QStringList{"--prompt", "x", "--beams", "3", "--json", "--dance", "4"}
                                                << "not expected: --beams 3 --dance 4";
    }
    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Answer answer = cli(arguments);
        QCOMPARE(answer.code, 2);
        const QString said = QString::fromStdString(answer.document["error"]["message"]);
        QVERIFY2(said.startsWith(message), qPrintable(said));
    }

    void aFileIsNamedOnce()
    {
        QFile bad(file("bad.limno"));
        QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write(QByteArray(9000, 'x')) == 9000);
        bad.close();
        const Answer answer = cli({"export", bad.fileName(), "--format", "csv", "--json"});
        QCOMPARE(answer.code, 2);
        QCOMPARE(QString::fromStdString(answer.document["error"]["message"]).count("bad.limno"), 1);
    }

    void nullIsListedAndHasNoRates()
    {
        const Answer list = cli({"models", "list", "--json"});
        const auto &models = list.document["models"];
        QVERIFY(std::any_of(models.begin(), models.end(), [](const json &row) { return row["name"] == "null"; }));
        const Answer answer = cli(chat + QStringList{"--prompt", "one two three", "--json"});
        QCOMPARE(answer.code, 0);
        const json &timings = answer.document["timings"];
        QVERIFY(timings.contains("totalMs") && timings.contains("firstTokenMs"));
        QVERIFY(!timings.contains("prefillTokensPerSecond") && !timings.contains("decodeTokensPerSecond"));
        QVERIFY(!cli(chat + QStringList{"--prompt", "one two three"}).errors.contains("/s"));
    }

    void exportsInEveryFormat()
    {
        const QString recording = file(QStringLiteral("run.limno"));
        QCOMPARE(cli({"replay", "chat", "--model", "null", "--prompt", "a b", "--requests", "90", "--vary", "prompt", "--out", recording}).code, 0);
        const QString folder = file(QStringLiteral("exported"));
        const Answer texts = cli({"export", recording, "--format", "csv,json,html,md,svg", "--out", folder, "--json"});
        QCOMPARE(texts.code, 0);
        QCOMPARE(texts.document["files"].size(), size_t(5));
        const auto contains = [&](const char *name, const char *words) {
            QFile written(folder + QStringLiteral("/run.") + QLatin1String(name));
            return written.open(QIODevice::ReadOnly) && written.readAll().contains(words);
        };
        QVERIFY(contains("csv", "timeNs,"));
        QVERIFY(contains("json", "\"verdict\""));
        QVERIFY(contains("html", "Verdict: <span"));
        QVERIFY(contains("md", "90 ok, 0 failed, 0 cut; 90 different inputs"));
        QVERIFY(contains("svg", "<svg"));
        const Answer picture = cli({"export", recording, "--format", "png", "--out", folder, "--json"});
        if (QFile::exists(QStringLiteral(LIMNOGRAPH_BUILD_DIR "/bin/limnograph-picture"))) {
            QCOMPARE(picture.code, 0);
            QVERIFY(contains("png", "\x89PNG"));
        } else {
            QCOMPARE(picture.code, 1);
            QVERIFY(picture.output.contains("limnograph-picture"));
        }
        QCOMPARE(cli({"export", recording, "--format", "gif", "--out", folder}).code, 2);
    }

    void gateIsMeasured()
    {
        const Answer answer = cli({"bench", "gate", "--repeat", "1", "--json"});
        QCOMPARE(answer.code, 0);
        const auto &runs = answer.document["runs"];
        QCOMPARE(runs.size(), size_t(6));
        for (const auto &run : runs)
            QVERIFY2(run["perRequestUs"].get<double>() > 0, run.dump().c_str());
        QVERIFY(runs[1]["requestsPerSecond"].get<double>() > 0);
        QCOMPARE(cli({"bench", "gate", "--repeat", "0"}).code, 2);
    }

private:
    QString file(const QString &name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliNull)
#include "tst_clinull.moc"
