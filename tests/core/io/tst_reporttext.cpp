// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reporttext.h"

#include <QtTest/QTest>

#include <clocale>

using namespace limno;

class TestReportText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void escapes_data();
    void escapes();
    void numbers();
    void numbersUnderAnotherLocale();
    void durations_data();
    void durations();
    void shortens();
    void widths();
};

void TestReportText::escapes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("markup") << QByteArray("<a href=\"x\">'&'</a>")
                            << QByteArray("&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
    QTest::newRow("twice") << QByteArray("&amp;") << QByteArray("&amp;amp;");
    QTest::newRow("other scripts") << QByteArray("水 😀 é") << QByteArray("水 😀 é");
    QTest::newRow("lines stay") << QByteArray("a\n\tb") << QByteArray("a\n\tb");
    QTest::newRow("control characters") << QByteArray("a\x01\x1b\r") << QByteArray("a\ufffd\ufffd\ufffd");
    QTest::newRow("zero") << QByteArray("a\0b", 3)
                          << QByteArray("a\ufffd"
                                        "b");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QByteArray("a\ufffd");
}

void TestReportText::escapes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(escapeXml(text.toStdString())), expected);
}

void TestReportText::numbers()
{
    QCOMPARE(fixed(2.0 / 3, 2), std::string("0.67"));
    QCOMPARE(coordinate(12.0), std::string("12"));
    QCOMPARE(coordinate(0.5), std::string("0.5"));
    QCOMPARE(coordinate(-0.001), std::string("0"));
    QCOMPARE(coordinate(100.0), std::string("100"));
    QCOMPARE(grouped(999), std::string("999"));
    QCOMPARE(grouped(1'234'567), std::string("1\u202f234\u202f567"));
    QCOMPARE(grouped(-1000), std::string("-1\u202f000"));
    QCOMPARE(signedByteSize(0), std::string("0 B"));
    QCOMPARE(signedByteSize(3 * 1024 * 1024), std::string("+3.0 MiB"));
    QCOMPARE(signedByteSize(-512),
             std::string("\u2212"
                         "512 B"));
}

void TestReportText::numbersUnderAnotherLocale()
{
    const std::string before = std::setlocale(LC_ALL, nullptr);
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8"))
        QSKIP("no locale with a decimal comma here");
    const std::string number = fixed(1234.5, 1);
    std::setlocale(LC_ALL, before.c_str());
    QCOMPARE(number, std::string("1234.5"));
}

void TestReportText::durations_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("short") << 0.84 << QByteArray("0.8 s");
    QTest::newRow("seconds") << 59.0 << QByteArray("59.0 s");
    QTest::newRow("minutes") << 123.4 << QByteArray("2 min 3 s");
    QTest::newRow("hours") << 3900.0 << QByteArray("1 h 5 min");
    QTest::newRow("days") << 90'000.0 << QByteArray("25 h 0 min");
}

void TestReportText::durations()
{
    QFETCH(double, seconds);
    QFETCH(QByteArray, expected);
    QCOMPARE(durationText(seconds), expected.toStdString());
}

void TestReportText::shortens()
{
    QCOMPARE(shortened("short", 5), std::string("short"));
    QCOMPARE(shortened("longer", 5), std::string("long\u2026"));
    QCOMPARE(shortened("ab cd", 4), std::string("ab\u2026"));
    QCOMPARE(shortened("水水水水", 3), std::string("水水\u2026"));
    QCOMPARE(shortened("a😀b", 3), std::string("a\u2026")); // not half of it
}

void TestReportText::widths()
{
    QCOMPARE(textWidth("", 11), 0.0);
    QVERIFY(textWidth("iiii", 11) < textWidth("oooo", 11));
    QVERIFY(textWidth("oooo", 11) < textWidth("mmmm", 11));
    QCOMPARE(textWidth("水水", 10), 20.0);
    QVERIFY(textWidth("\u2026\u00b7", 10) < 20.0);
}

QTEST_GUILESS_MAIN(TestReportText)
#include "tst_reporttext.moc"
