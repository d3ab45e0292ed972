// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include "samplerecording.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestHtmlReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatRan();
    void standsAlone();
    void tagsMatch_data();
    void tagsMatch();
    void escapesTexts();
    void saysWhenItIsNotWhole_data();
    void saysWhenItIsNotWhole();

private:
    static QString page(const Recording &recording)
    {
        return QString::fromStdString(htmlReport(recording, "history grows"));
    }
};

void TestHtmlReport::saysWhatRan()
{
    const QString html = page(sampleRecording());
    for (const char *words :
         {"<title>history grows</title>", "2026-03-07 09:05 UTC", "3 of 4", "1 failed", "2.00 s", "200.0 MiB",
          "+80.0 MiB", "RSS anonymous", "submission to first token", "2 KV caches", "36.2 MiB", "OutOfMemory",
          "KV cache off", "134\u202f515\u202f008 parameters", "8.0 GiB", "<dd>rain</dd>", "prefers-color-scheme"})
        QVERIFY2(html.contains(QString::fromUtf8(words)), words);
    QVERIFY(!html.contains(QLatin1String("notice\"")));
    QVERIFY(page({}).contains(QLatin1String("No memory samples")));
}

void TestHtmlReport::standsAlone()
{
    QString html = page(sampleRecording());
    html.remove(QStringLiteral("http://www.w3.org/2000/svg")); // a name, not an address
    for (const char *reference : {"http", "src=", "href=", "url(", "@import", "<script", "<link"})
        QVERIFY2(!html.contains(QLatin1String(reference)), reference);
}

void TestHtmlReport::tagsMatch_data()
{
    QTest::addColumn<bool>("isEmpty");
    QTest::newRow("everything") << false;
    QTest::newRow("nothing") << true;
}

void TestHtmlReport::tagsMatch()
{
    QFETCH(bool, isEmpty);
    const QString html = page(isEmpty ? Recording() : sampleRecording());
    QStringList open;
    static const QRegularExpression tag(QStringLiteral("<(/?)([a-z][a-z0-9]*)[^>]*?(/?)>"));
    QRegularExpressionMatchIterator tags = tag.globalMatch(html);
    while (tags.hasNext()) {
        const QRegularExpressionMatch match = tags.next();
        const QString name = match.captured(2);
        if (name == QLatin1String("meta") || !match.captured(3).isEmpty())
            continue;
        if (match.captured(1).isEmpty()) {
            open << name;
        } else {
            QVERIFY2(!open.isEmpty() && open.last() == name, qPrintable(name));
            open.removeLast();
        }
    }
    QVERIFY2(open.isEmpty(), qPrintable(open.join(QLatin1Char(' '))));
}

void TestHtmlReport::escapesTexts()
{
    const std::string attack = "\"><script>alert('1')</script>";
    Recording recording = sampleRecording();
    recording.models[0].name = recording.models[0].computeType = attack;
    recording.requests[0].request.messages = {{"user", attack}};
    recording.requests[2].outcome.error->message = attack;
    recording.events.push_back({kNsPerSecond, attack, attack});
    recording.events.push_back({kNsPerSecond, "clear", attack});
    recording.meta["device"] = recording.meta["unknown " + attack] = attack;
    const std::string html = htmlReport(recording, attack);
    QVERIFY(html.find("<script") == std::string::npos);
    QVERIFY(html.find("&lt;script&gt;") != std::string::npos);
}

void TestHtmlReport::saysWhenItIsNotWhole_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("killed") << QStringLiteral("state") << QStringLiteral("recording") << QStringLiteral("was killed");
    QTest::newRow("disk full") << QStringLiteral("state") << QStringLiteral("cut") << QStringLiteral("disk was full");
    QTest::newRow("samples dropped") << QStringLiteral("droppedSamples") << QStringLiteral("12")
                                     << QStringLiteral("12 samples were left out");
    QTest::newRow("rows dropped") << QStringLiteral("droppedRows") << QStringLiteral("3")
                                  << QStringLiteral("3 requests or marks");
}

void TestHtmlReport::saysWhenItIsNotWhole()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, expected);
    Recording recording = sampleRecording();
    recording.isInterrupted = key == QLatin1String("state");
    recording.meta[key.toStdString()] = value.toStdString();
    QVERIFY(page(recording).contains(expected));
}

QTEST_GUILESS_MAIN(TestHtmlReport)
#include "tst_htmlreport.moc"
