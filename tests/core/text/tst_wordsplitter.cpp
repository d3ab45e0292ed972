// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/pretokenizers.h"
#include "core/text/wordsplitter.h"

#include <QTest>

#include <random>

using namespace limno;

namespace {

QStringList wordsOf(const WordPatterns &patterns, const QString &text)
{
    QStringList words;
    const std::string bytes = text.toStdString();
    WordSplitter splitter(patterns);
    splitter.start(bytes);
    std::string_view word;
    while (splitter.next(word))
        words.append(QString::fromUtf8(word.data(), qsizetype(word.size())));
    return words;
}

} // namespace

class TestWordSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void named_data();
    void named();
    void whiteSpaceIsUnicodes();
    void nothingIsLost();
    void longRuns();
    void badPattern();
    void unknownName();
};

void TestWordSplitter::named_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");

    QTest::newRow("gpt-2") << "gpt-2"
                           << "I'm 2048  years\n\n old!"
                           << QStringList{"I", "'m", " 2048", " ", " years", "\n\n", " old", "!"};
    QTest::newRow("gpt-2 capital contraction") << "gpt-2"
                                               << "I'M" << QStringList{"I", "'", "M"};
    QTest::newRow("smollm") << "smollm"
                            << "a  12b 3" << QStringList{"a", "  ", "1", "2", "b", " ", "3"};
    QTest::newRow("qwen2") << "qwen2"
                           << "I'M 204!\r\n x" << QStringList{"I", "'M", " ", "2", "0", "4", "!\r\n", " x"};
    QTest::newRow("llama-bpe") << "llama-bpe"
                               << "12345\t(x)" << QStringList{"123", "45", "\t", "(x", ")"};
    QTest::newRow("empty") << "gpt-2"
                           << "" << QStringList{};
}

void TestWordSplitter::named()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    const auto patterns = WordPatterns::compile(preTokenizerRules(name.toStdString())->patterns);
    QVERIFY(patterns.has_value());
    QCOMPARE(wordsOf(*patterns, text), words);
}

void TestWordSplitter::whiteSpaceIsUnicodes()
{
    const auto patterns = WordPatterns::compile({R"([^\s]+|\s+)"});
    QVERIFY(patterns.has_value());
    QCOMPARE(wordsOf(*patterns, QString::fromUtf8("a\u0085\u00a0\u2003\u3000b")),
             (QStringList{"a", QString::fromUtf8("\u0085\u00a0\u2003\u3000"), "b"}));
    // The Mongolian vowel separator and the zero-width space are none.
    QCOMPARE(wordsOf(*patterns, QString::fromUtf8("a\u180e\u200bb")), QStringList{QString::fromUtf8("a\u180e\u200bb")});
    const auto notSpace = WordPatterns::compile({R"(\S+)"});
    QCOMPARE(wordsOf(*notSpace, " a b"), (QStringList{" ", "a", " ", "b"}));
}

void TestWordSplitter::nothingIsLost()
{
    std::mt19937 random(11);
    const QString alphabet = QString::fromUtf8("ab' \n\t12é中🙂!—٣");
    const QList<uint> characters = alphabet.toUcs4();
    for (const char *name : {"gpt-2", "smollm", "qwen2", "llama-bpe"}) {
        const auto patterns = WordPatterns::compile(preTokenizerRules(name)->patterns);
        for (int round = 0; round < 300; ++round) {
            QString text;
            for (uint32_t i = random() % 40; i > 0; --i)
                text += QString::fromUcs4(
                    reinterpret_cast<const char32_t *>(&characters[qsizetype(random() % uint32_t(characters.size()))]),
                    1);
            const QStringList words = wordsOf(*patterns, text);
            QCOMPARE(words.join(QString()), text);
            QVERIFY(!words.contains(QString()));
        }
    }
}

void TestWordSplitter::longRuns()
{
    const auto patterns = WordPatterns::compile(preTokenizerRules("llama-bpe")->patterns);
    const QString spaces(1'000'000, ' ');
    QCOMPARE(wordsOf(*patterns, spaces + "x").size(), 2);
    QCOMPARE(wordsOf(*patterns, QString(1'000'000, 'x')).size(), 1);
    QCOMPARE(wordsOf(*patterns, QString(1'000'000, '!') + "\n\nx").size(), 2);
}

void TestWordSplitter::badPattern()
{
    const auto patterns = WordPatterns::compile({"a", "b("});
    QVERIFY(!patterns.has_value());
    QCOMPARE(patterns.error().code, ErrorCode::InputInvalid);
    QVERIFY(QString::fromStdString(patterns.error().message).contains("b("));
}

void TestWordSplitter::unknownName()
{
    QVERIFY(!preTokenizerRules("chaos").has_value());
}

QTEST_APPLESS_MAIN(TestWordSplitter)
#include "tst_wordsplitter.moc"
