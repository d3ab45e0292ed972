// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"

#include <QTest>

#include <random>

using namespace limno;

class TestTokenStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pieces_data();
    void pieces();
    void streamedEqualsWhole();
    void unfinishedTailOnce();
    void validPrefix();
};

void TestTokenStream::pieces_data()
{
    QTest::addColumn<QByteArrayList>("bytes");
    QTest::addColumn<QByteArrayList>("shown");
    QTest::addColumn<QByteArray>("flushed");
    const QByteArray bad = "\xef\xbf\xbd";

    QTest::newRow("letters") << QByteArrayList{"a", "bc"} << QByteArrayList{"a", "bc"} << QByteArray();
    QTest::newRow("accent") << QByteArrayList{"\xc3", "\xa9"} << QByteArrayList{"", "é"} << QByteArray();
    QTest::newRow("Chinese over three") << QByteArrayList{"\xe4", "\xbd", "\xa0", "\xe5\xa5", "\xbd!"}
                                        << QByteArrayList{"", "", "你", "", "好!"} << QByteArray();
    QTest::newRow("emoji") << QByteArrayList{"x\xf0\x9f", "\x99", "\x82y"} << QByteArrayList{"x", "", "🙂y"}
                           << QByteArray();
    QTest::newRow("lone 0xFF") << QByteArrayList{"a", "\xff", "b"} << QByteArrayList{"a", bad, "b"} << QByteArray();
    QTest::newRow("two bad bytes") << QByteArrayList{"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41"}
                                   << QByteArrayList{bad + bad + bad + bad + "A"} << QByteArray();
    QTest::newRow("broken off by a letter")
        << QByteArrayList{"\xf0\x9f\x99", "z"} << QByteArrayList{"", bad + "z"} << QByteArray();
    QTest::newRow("broken off by a start")
        << QByteArrayList{"\xe4\xbd", "\xc3", "\xa9"} << QByteArrayList{"", bad, "é"} << QByteArray();
    QTest::newRow("surrogate") << QByteArrayList{"\xed", "\xa0\x80"} << QByteArrayList{"", bad + bad + bad}
                               << QByteArray();
    QTest::newRow("overlong") << QByteArrayList{"\xc0\xaf"} << QByteArrayList{bad + bad} << QByteArray();
    QTest::newRow("beyond U+10FFFF") << QByteArrayList{"\xf4\x90\x80\x80"} << QByteArrayList{bad + bad + bad + bad}
                                     << QByteArray();
    QTest::newRow("ends inside") << QByteArrayList{"ok\xe4\xbd"} << QByteArrayList{"ok"} << bad;
    QTest::newRow("continuations alone") << QByteArrayList{"\x80", "\xbf"} << QByteArrayList{bad, bad} << QByteArray();
}

void TestTokenStream::pieces()
{
    QFETCH(QByteArrayList, bytes);
    QFETCH(QByteArrayList, shown);
    QFETCH(QByteArray, flushed);
    TokenStream stream;
    QCOMPARE(bytes.size(), shown.size());
    for (int i = 0; i < bytes.size(); ++i)
        QCOMPARE(QByteArray::fromStdString(stream.push(bytes[i].toStdString())), shown[i]);
    QCOMPARE(QByteArray::fromStdString(stream.flush()), flushed);
    QCOMPARE(stream.flush(), std::string());
}

void TestTokenStream::streamedEqualsWhole()
{
    // Random bytes, biased towards leads and continuations, cut at random places.
    std::mt19937 random(7);
    const std::string alphabet = "a\x80\x90\xbf\xc3\xa9\xe0\xe4\xbd\xa0\xed\xf0\x9f\x99\x82\xf4\xff";
    for (int round = 0; round < 2000; ++round) {
        std::string bytes;
        for (uint32_t i = random() % 24; i > 0; --i)
            bytes += alphabet[random() % alphabet.size()];
        TokenStream stream;
        std::string streamed;
        for (size_t at = 0; at < bytes.size();) {
            const size_t length = 1 + random() % 3;
            streamed += stream.push(std::string_view(bytes).substr(at, length));
            at += length;
        }
        streamed += stream.flush();
        QCOMPARE(streamed, replaceInvalidUtf8(bytes));
        QCOMPARE(validUtf8Prefix(streamed), streamed.size());
        const QByteArray qtView = QString::fromUtf8(bytes.data(), qsizetype(bytes.size())).toUtf8();
        if (validUtf8Prefix(bytes) == bytes.size())
            QCOMPARE(QByteArray::fromStdString(streamed), qtView);
    }
}

void TestTokenStream::unfinishedTailOnce()
{
    TokenStream stream;
    QCOMPARE(stream.push("\xf0\x9f\x99"), std::string());
    QCOMPARE(stream.flush(), std::string(kReplacementCharacter));
    QCOMPARE(stream.flush(), std::string());
    QCOMPARE(stream.push("a"), std::string("a"));
}

void TestTokenStream::validPrefix()
{
    QCOMPARE(validUtf8Prefix(""), size_t(0));
    QCOMPARE(validUtf8Prefix("0123456789é"), size_t(12));
    QCOMPARE(validUtf8Prefix("01234567\xff"), size_t(8));
    QCOMPARE(validUtf8Prefix("0123456\xc3"), size_t(7));
}

QTEST_APPLESS_MAIN(TestTokenStream)
#include "tst_tokenstream.moc"
