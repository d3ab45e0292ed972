// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cliprogram.h"

#include <QtTest>

#include <QTemporaryDir>

#include <signal.h>

using namespace limno;
using nlohmann::json;

/// The command line as scripts use it: one JSON document, exit codes of the contract.
class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCommandHasHelp_data();
    void everyCommandHasHelp();
    void mistakesHaveCodes_data();
    void mistakesHaveCodes();
    void runChat();
    void numbersHaveAPointInEveryLocale();
    void dumpAndInput();
    void aSingleTokenHasNoPrefillRate();
    void batchWithOneBadInput();
    void nullModelReplaysAndIsRecorded();
    void interruptedReplayPrintsWhatWasDone();
    void tokenizeAndTemplate();
    void clearReportsItsSteps();
    void doctorFindsTheLibrariesItUses();

private:
    QString file(const QString &name) const { return m_folder.filePath(name); }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }
    QTemporaryDir m_folder;
};

void TestCli::everyCommandHasHelp_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char *line : {"", "models", "models list", "models info", "models check", "run", "run chat", "run complete", "tokenize",
                             "template", "perplexity", "replay", "replay chat", "export", "bench", "bench chat", "doctor"})
        QTest::newRow(line) << QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

void TestCli::everyCommandHasHelp()
{
    QFETCH(QStringList, command);
    const Answer answer = cli(command + QStringList{QStringLiteral("--help")});
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.output.contains("--help"));
    QVERIFY(answer.errors.isEmpty());
}

void TestCli::mistakesHaveCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("errorCode");
    const auto row = [](const char *name, const QStringList &arguments, int exitCode, const char *errorCode) {
        QTest::newRow(name) << arguments << exitCode << QString::fromLatin1(errorCode);
    };
    row("no command", {}, 2, "InputInvalid");
    row("unknown command", {"dance"}, 2, "InputInvalid");
    row("unknown option", {"run", "chat", "--prompt", "x", "--dance"}, 2, "InputInvalid");
    row("no input", {"run", "chat", "--model", "null"}, 2, "InputInvalid");
    row("negative temperature", {"run", "chat", "--prompt", "x", "--temperature", "-1"}, 2, "InputInvalid");
    row("seed too large", {"run", "chat", "--prompt", "x", "--seed", "18446744073709551616"}, 2, "InputInvalid");
    row("bad permits", {"run", "chat", "--prompt", "x", "--permits", "many"}, 2, "InputInvalid");
    row("missing prompt file", {"run", "chat", "--prompt-file", "/no/such/file"}, 2, "InputInvalid");
    row("missing model", {"run", "chat", "--prompt", "x", "--model", "/no/such/model.gguf"}, 6, "ModelMissing");
    row("broken model", {"run", "chat", "--prompt", "x", "--model", LIMNOGRAPH_SOURCE_DIR "/tests/data/formats/badfiles/big_endian.gguf"}, 6,
        "ModelInvalid");
    row("no such card", {"run", "chat", "--prompt", "x", "--model", "null", "--device", "cuda:0"}, 6, "DeviceMissing");
    row("no such device", {"run", "chat", "--prompt", "x", "--model", "null", "--device", "abacus"}, 2, "InputInvalid");
    row("replay without an end", {"replay", "chat", "--prompt", "x", "--model", "null"}, 2, "InputInvalid");
    row("recording that is none", {"export", LIMNOGRAPH_SOURCE_DIR "/CMakeLists.txt", "--format", "html"}, 2, "InputInvalid");
}

void TestCli::mistakesHaveCodes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, errorCode);
    const Answer answer = cli(arguments + QStringList{"--json"});
    QCOMPARE(answer.code, exitCode);
    QVERIFY2(answer.document.is_object(), answer.output.constData());
    QCOMPARE(answer.document["schema"].get<int>(), 1);
    QCOMPARE(QString::fromStdString(answer.document["error"]["code"]), errorCode);
    QVERIFY(!answer.document["error"]["message"].get<std::string>().empty());
    const Answer people = cli(arguments);
    QCOMPARE(people.code, exitCode);
    QVERIFY(people.output.isEmpty() && people.errors.startsWith("limnograph-cli: "));
}

void TestCli::runChat()
{
    const Answer answer = cli({"run", "chat", "--prompt", "What is the capital of France?", "--max-tokens", "12", "--seed", "-3", "--json"});
    QCOMPARE(answer.code, 0);
    const json &d = answer.document;
    QCOMPARE(d["results"].size(), size_t(1));
    QCOMPARE(d["results"][0]["outcome"].get<std::string>(), std::string("ok"));
    QVERIFY(d["results"][0]["text"].get<std::string>().find("Paris") != std::string::npos);
    QCOMPARE(d["results"][0]["ids"].size(), d["tokensOut"].get<size_t>());
    QCOMPARE(d["tokensIn"].get<int>(), 37);
    QCOMPARE(d["tokensReused"].get<int>(), 0);
    QCOMPARE(d["seed"].get<int>(), -3);
    QCOMPARE(d["device"].get<std::string>(), std::string("cpu"));
    for (const char *key : {"queueMs", "loadMs", "firstTokenMs", "totalMs", "prefillTokensPerSecond", "decodeTokensPerSecond"})
        QVERIFY2(d["timings"].contains(key) && d["timings"][key].get<double>() >= 0, key);
    for (const char *key : {"rssAnon", "rssFile", "heapInUse", "hostTensors", "weightsMapped", "threads"})
        QVERIFY2(d["memory"]["after"].contains(key), key);
    QVERIFY(d["memory"]["peak"]["hostTensors"].get<int64_t>() > 1'000'000);
    QVERIFY(!d["memory"]["after"].contains("deviceAllocated"));
    QCOMPARE(d["effective"]["contextCap"].get<int>(), 8192);
    QVERIFY(d["effective"]["reason"].contains("permits"));
}

void TestCli::numbersHaveAPointInEveryLocale()
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LC_ALL", "de_DE.UTF-8");
    environment.insert("LANG", "de_DE.UTF-8");
    process.setProcessEnvironment(environment);
    process.start(cliProgram(), {"replay", "chat", "--model", "null", "--prompt", "x", "--seconds", "0.3", "--json"});
    const Answer answer = finish(process);
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.document["throughput"].is_number_float());
}

void TestCli::dumpAndInput()
{
    const QString dump = file("dump.safetensors");
    QCOMPARE(cli({"run", "complete", "--prompt", "The sea", "--max-tokens", "2", "--dump", dump, "--json"}).code, 0);
    QVERIFY(QFileInfo(dump).size() > 2 * 49152 * 4);
    const Answer again = cli({"run", "complete", "--input", dump, "--max-tokens", "2", "--json"});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.document["tokensIn"].get<int>(), 2);
}

void TestCli::aSingleTokenHasNoPrefillRate()
{
    const Answer answer = cli({"run", "complete", "--prompt", "The", "--max-tokens", "3", "--json"});
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.document["tokensIn"].get<int>(), 1);
    QVERIFY(!answer.document["timings"].contains("prefillTokensPerSecond"));
    QVERIFY(answer.document["timings"].contains("decodeTokensPerSecond"));
}

void TestCli::batchWithOneBadInput()
{
    const QString longText = QStringLiteral("word ").repeated(40);
    const Answer answer = cli({"run", "complete", "--prompt", "The sea", "--prompt", longText, "--context-cap", "20", "--max-tokens", "2", "--json"});
    QCOMPARE(answer.code, 10);
    QCOMPARE(answer.document["results"][0]["outcome"].get<std::string>(), std::string("ok"));
    QCOMPARE(answer.document["results"][1]["outcome"].get<std::string>(), std::string("error"));
    QCOMPARE(answer.document["results"][1]["error"]["code"].get<std::string>(), std::string("InputInvalid"));
    const auto says = [](const json &error, const char *words) { return error["message"].get<std::string>().find(words) != std::string::npos; };
    QVERIFY(says(answer.document["results"][1]["error"], "the context cap is 20 (the model's own context 8192)"));
    const Answer own = cli({"run", "complete", "--prompt", QStringLiteral("word ").repeated(9000), "--max-tokens", "1", "--json"});
    QCOMPARE(own.code, 2);
    QVERIFY(says(own.document["results"][0]["error"], "the model's own context holds 8192; shorten it"));
}

void TestCli::nullModelReplaysAndIsRecorded()
{
    const QString recording = file("run.limno");
    const Answer answer = cli({"replay", "chat", "--model", "null", "--prompt", "one two three", "--requests", "200", "--vary", "prompt",
                               "--distinct", "7", "--workers", "2", "--out", recording, "--json"});
    QCOMPARE(answer.code, 0);
    const json &requests = answer.document["requests"];
    QCOMPARE(requests["sent"].get<int>(), 200);
    QCOMPARE(requests["ok"].get<int>(), 200);
    QCOMPARE(requests["failed"].get<int>() + requests["cut"].get<int>() + requests["skipped"].get<int>(), 0);
    QCOMPARE(requests["distinct"].get<int>(), 7);
    const json &latency = answer.document["latency"]["ok"];
    QVERIFY(latency["p50"] <= latency["p90"] && latency["p90"] <= latency["p95"] && latency["p95"] <= latency["p99"]
            && latency["p99"] <= latency["max"]);
    const Answer exported = cli({"export", recording, "--format", "html,svg,csv", "--out", file("report"), "--json"});
    QCOMPARE(exported.code, 0);
    QCOMPARE(exported.document["files"].size(), size_t(3));
    for (const json &path : exported.document["files"])
        QVERIFY(QFileInfo(QString::fromStdString(path)).size() > 100);
}

void TestCli::interruptedReplayPrintsWhatWasDone()
{
    const QString recording = file("cut.limno");
    QProcess process;
    process.start(cliProgram(), {"replay", "chat", "--model", "null", "--prompt", "x", "--seconds", "600", "--out", recording, "--json"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(recording), 30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Answer answer = finish(process);
    QCOMPARE(answer.code, 130);
    QCOMPARE(answer.document["interrupted"].get<bool>(), true);
    QCOMPARE(answer.document["requests"]["failed"].get<int>(), 0);
    QCOMPARE(cli({"export", recording, "--format", "csv", "--out", file("cut")}).code, 0);
}

void TestCli::tokenizeAndTemplate()
{
    write("lines.jsonl", "\"Hello world\"\n\"<|im_end|>\"\n");
    const Answer tokens = cli({"tokenize", "--lines", file("lines.jsonl"), "--json"});
    QCOMPARE(tokens.document["results"][0]["ids"].get<std::vector<int>>(), (std::vector<int>{19556, 905}));
    QCOMPARE(tokens.document["results"][0]["decoded"].get<std::string>(), std::string("Hello world"));
    QCOMPARE(tokens.document["results"][1]["ids"].get<std::vector<int>>(), std::vector<int>{2});
    const Answer plain = cli({"tokenize", "--text", "<|im_end|>", "--no-special", "--json"});
    QVERIFY(plain.document["results"][0]["ids"].size() > 3);
    write("bad.jsonl", "Hello\n");
    QCOMPARE(cli({"tokenize", "--lines", file("bad.jsonl")}).code, 2);

    write("t.jinja", "{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}");
    write("stop.jinja", "{{ raise_exception('not like this') }}");
    write("in.json", R"({"messages":[{"role":"user","content":"hi"}]})");
    QCOMPARE(cli({"template", "--file", file("t.jinja"), "--input", file("in.json"), "--json"}).document["text"].get<std::string>(),
             std::string("[user] hi"));
    const Answer stopped = cli({"template", "--file", file("stop.jinja"), "--input", file("in.json"), "--json"});
    QCOMPARE(stopped.code, 2);
    QVERIFY(stopped.document["error"]["message"].get<std::string>().find("not like this") != std::string::npos);
}

void TestCli::clearReportsItsSteps()
{
    const Answer answer = cli({"run", "chat", "--model", "null", "--prompt", "x", "--clear", "2,8", "--json"});
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.document["clear"].size(), size_t(2));
    QCOMPARE(answer.document["clear"][0]["step"].get<int>(), 2);
    QCOMPARE(answer.document["clear"][1]["step"].get<int>(), 8);
    QVERIFY(answer.document["clear"][1]["curves"].contains("rssAnon"));
}

void TestCli::doctorFindsTheLibrariesItUses()
{
    const Answer answer = cli({"doctor", "--json"});
    QCOMPARE(answer.code, 0);
    QStringList names;
    for (const json &check : answer.document["checks"]) {
        names << QString::fromStdString(check["name"]);
        if (names.last() == "blas" || names.last() == "libtorch" || names.last() == "process readings")
            QVERIFY2(check["ok"].get<bool>(), answer.output.constData());
    }
    QVERIFY(names.contains("blas") && names.contains("kernels") && names.contains("sample cost"));
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
