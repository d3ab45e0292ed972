// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include "samplerecording.h"

#include <nlohmann/json.hpp>

#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;
using Json = nlohmann::json;

/// The verdict in every kind of report.
class TestReports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void htmlLeadsWithTheVerdict();
    void markdownFitsAnIssue();
    void markdownEscapesTexts();
    void jsonHasTheVerdict();
    void jsonOfNothingIsValid();
    void interruptedRunsSaySo();
};

void TestReports::htmlLeadsWithTheVerdict()
{
    const QString html = QString::fromStdString(htmlReport(leakingRecording(), "run"));
    for (const char *words : {"Verdict: <span class=\"bad\">linear</span>", "Leak in heap", "heapInUse by request", "would be found from"})
        QVERIFY2(html.contains(QLatin1String(words)), words);
    QVERIFY(html.indexOf(QLatin1String("Leak in heap")) < html.indexOf(QLatin1String("What ran")));
    QVERIFY(!QString::fromStdString(htmlReport({}, "run")).contains(QLatin1String("Verdict")));
}

void TestReports::markdownFitsAnIssue()
{
    const QString text = QString::fromStdString(markdownReport(leakingRecording(), "history grows"));
    for (const char *words : {"## history grows\n", "**linear**: Leak in heap", "| heapInUse | linear | +6", "### Memory", "| ok | submission to end |",
                              "384 ok, 0 failed, 0 cut; 384 different inputs", "- model: smollm2, gguf, llama", "- first input: rain"})
        QVERIFY2(text.contains(QString::fromUtf8(words)), words);
    QVERIFY(text.size() < 8000);
    // Every row of a table has as many cells as its head.
    qsizetype cells = 0;
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1Char('|'))) {
            cells = 0;
            continue;
        }
        const qsizetype here = line.count(QLatin1Char('|'));
        QVERIFY2(cells == 0 || cells == here, qPrintable(line));
        cells = here;
    }
}

void TestReports::markdownEscapesTexts()
{
    Recording recording = leakingRecording();
    recording.requests.front().request.messages = {{"user", "a | b <img src=x>\n# not a heading `code`"}};
    const QString text = QString::fromStdString(markdownReport(recording, "a_b"));
    QVERIFY(text.contains(QLatin1String("## a\\_b\n")));
    QVERIFY(text.contains(QLatin1String("a \\| b \\<img src=x\\> \\# not a heading \\`code\\`")));
}

void TestReports::jsonHasTheVerdict()
{
    const Json json = Json::parse(jsonReport(leakingRecording(), "run"), nullptr, false);
    QVERIFY(json.is_object());
    QVERIFY(json["schema"] == 1);
    QVERIFY(json["verdict"]["class"] == Json("linear"));
    QVERIFY(std::abs(json["verdict"]["slopePerRequest"].get<double>() - 65536) < 2000);
    QVERIFY(json["requests"]["ok"] == 384);
    QVERIFY(json["meta"]["device"] == Json("cpu"));
    QCOMPARE(json["marks"].size(), size_t(1));
    QVERIFY(json["series"].contains("heapInUse"));
}

void TestReports::jsonOfNothingIsValid()
{
    const Json json = Json::parse(jsonReport({}, "nothing \xff"), nullptr, false);
    QVERIFY(json.is_object());
    QVERIFY(!json.contains("verdict"));
    QVERIFY(json["requests"]["ok"] == 0);
    QVERIFY(json["requests"]["throughput"].is_null());
}

void TestReports::interruptedRunsSaySo()
{
    Recording recording = leakingRecording();
    recording.isInterrupted = true;
    QVERIFY(QString::fromStdString(markdownReport(recording, "run")).contains(QLatin1String("was interrupted")));
    QVERIFY(Json::parse(jsonReport(recording, "run"))["interrupted"] == true);
}

QTEST_APPLESS_MAIN(TestReports)
#include "tst_reports.moc"
