// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/text/bpevocabulary.h"
#include "core/text/pretokenizers.h"

#include <QTest>

#include <atomic>
#include <random>
#include <thread>

using namespace limno;
using test::Ids;

namespace {

/// GPT-2's stand-in for a byte.
std::string standIn(int byte)
{
    int next = 0x100;
    for (int other = 0; other <= byte; ++other) {
        const bool isPrintable = (other >= 0x21 && other <= 0x7E) || (other >= 0xA1 && other <= 0xFF && other != 0xAD);
        const int character = isPrintable ? other : next++;
        if (other == byte)
            return QString(QChar(character)).toStdString();
    }
    return {};
}

/// All bytes in order (id = byte), then what is added.
BpeVocabulary bytesOnly()
{
    BpeVocabulary vocabulary;
    vocabulary.source = "test";
    for (int byte = 0; byte < 256; ++byte)
        vocabulary.pieces.push_back({standIn(byte)});
    vocabulary.patterns = {gpt2Pattern()};
    return vocabulary;
}

void addMerge(BpeVocabulary &vocabulary, const std::string &left, const std::string &right)
{
    vocabulary.merges.emplace_back(left, right);
    vocabulary.pieces.push_back({left + right});
}

int64_t addToken(BpeVocabulary &vocabulary, AddedToken token)
{
    token.id = int64_t(vocabulary.pieces.size());
    vocabulary.pieces.push_back({token.content});
    vocabulary.addedTokens.push_back(token);
    return token.id;
}

std::shared_ptr<Tokenizer> made(BpeVocabulary vocabulary)
{
    auto tokenizer = makeBpeTokenizer(std::move(vocabulary));
    if (!tokenizer)
        qFatal("%s", tokenizer.error().message.c_str());
    return *tokenizer;
}

Ids encoded(const std::shared_ptr<Tokenizer> &tokenizer, std::string_view text,
            SpecialTokens special = SpecialTokens::Parse)
{
    return tokenizer->encode(text, special);
}

} // namespace

class TestBpeTokenizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyByteRoundTrips();
    void merges();
    void ignoresMerges();
    void addedTokens();
    void addedTokenFlags();
    void whiteSpaceTokensInAnyText();
    void trustedSegments();
    void mergesCrossSegments();
    void missingBytesAreLeftOut();
    void byteAndUnusedPieces();
    void normalizes();
    void idsOutside();
    void streamOfSingleBytes();
    void cacheIsBoundedAndEmpties();
    void longWord();
    void threads();
    void refused_data();
    void refused();
};

void TestBpeTokenizer::everyByteRoundTrips()
{
    const auto tokenizer = made(bytesOnly());
    std::string all;
    for (int byte = 0; byte < 256; ++byte)
        all += char(byte);
    Ids expected(256);
    std::iota(expected.begin(), expected.end(), 0);
    QCOMPARE(encoded(tokenizer, all), expected);
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (uint32_t i = random() % 50; i > 0; --i)
            text += char(random() % 256);
        std::string back;
        for (const int64_t id : encoded(tokenizer, text))
            back += tokenizer->tokenBytes(id);
        QCOMPARE(back, text);
    }
}

void TestBpeTokenizer::merges()
{
    BpeVocabulary vocabulary = bytesOnly();
    addMerge(vocabulary, "h", "e"); // 256
    addMerge(vocabulary, "Ġ", "he"); // 257
    addMerge(vocabulary, "l", "l"); // 258
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "he hell"), (Ids{256, 257, 258}));
    QCOMPARE(tokenizer->piece(257), std::string("Ġhe"));
    QCOMPARE(tokenizer->tokenBytes(257), std::string(" he"));
    QCOMPARE(tokenizer->decode(Ids{256, 257, 258}), std::string("he hell"));
    QCOMPARE(tokenizer->vocabularySize(), int64_t(259));
    // A second time from the cache.
    QCOMPARE(encoded(tokenizer, "he hell"), (Ids{256, 257, 258}));
}

void TestBpeTokenizer::ignoresMerges()
{
    BpeVocabulary vocabulary = bytesOnly();
    vocabulary.pieces.push_back({"whole"});
    QCOMPARE(encoded(made(vocabulary), "whole"), (Ids{'w', 'h', 'o', 'l', 'e'}));
    vocabulary.ignoresMerges = true;
    QCOMPARE(encoded(made(vocabulary), "whole wholes"), (Ids{256, ' ', 'w', 'h', 'o', 'l', 'e', 's'}));
}

void TestBpeTokenizer::addedTokens()
{
    BpeVocabulary vocabulary = bytesOnly();
    const int64_t end = addToken(vocabulary, {.content = "<|end|>"});
    const int64_t longer = addToken(vocabulary, {.content = "<|end|>!"});
    const int64_t think = addToken(vocabulary, {.content = "<think>", .isSpecial = false});
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "a<|end|>b<|end|>!<think><|end|"),
             (Ids{'a', end, 'b', longer, think, '<', '|', 'e', 'n', 'd', '|'}));
    QCOMPARE(encoded(tokenizer, "<|end|>", SpecialTokens::AsText), (Ids{'<', '|', 'e', 'n', 'd', '|', '>'}));
    QVERIFY(tokenizer->isSpecial(end));
    QVERIFY(!tokenizer->isSpecial(think));
    QCOMPARE(tokenizer->decode(Ids{'a', end, think}, true), std::string("a<|end|><think>"));
    QCOMPARE(tokenizer->decode(Ids{'a', end, think}, false), std::string("a<think>"));
}

void TestBpeTokenizer::addedTokenFlags()
{
    BpeVocabulary vocabulary = bytesOnly();
    const int64_t word = addToken(vocabulary, {.content = "cat", .isSingleWord = true});
    const int64_t left = addToken(vocabulary, {.content = "<L>", .stripsLeft = true});
    const int64_t right = addToken(vocabulary, {.content = "<R>", .stripsRight = true});
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "cat"), (Ids{word}));
    QCOMPARE(encoded(tokenizer, "écat cats (cat)"),
             (Ids{0xC3, 0xA9, 'c', 'a', 't', ' ', 'c', 'a', 't', 's', ' ', '(', word, ')'}));
    QCOMPARE(encoded(tokenizer, "a \n<L> b"), (Ids{'a', left, ' ', 'b'}));
    QCOMPARE(encoded(tokenizer, "a <R> \n\u3000b<R>"), (Ids{'a', ' ', right, 'b', right}));
}

void TestBpeTokenizer::whiteSpaceTokensInAnyText()
{
    BpeVocabulary vocabulary = bytesOnly();
    const int64_t spaces = addToken(vocabulary, {.content = "    ", .isSpecial = false});
    addToken(vocabulary, {.content = "<x>"});
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "a    <x>", SpecialTokens::AsText), (Ids{'a', spaces, '<', 'x', '>'}));
}

void TestBpeTokenizer::trustedSegments()
{
    BpeVocabulary vocabulary = bytesOnly();
    const int64_t start = addToken(vocabulary, {.content = "<s>"});
    const int64_t end = addToken(vocabulary, {.content = "</s>"});
    const auto tokenizer = made(vocabulary);
    using Segments = std::vector<TextSegment>;
    const auto encode = [&](const Segments &segments) { return tokenizer->encode(segments); };
    QCOMPARE(encode({{"<s>", true}, {"x</s><s>", false}, {"</s>", true}}),
             (Ids{start, 'x', '<', '/', 's', '>', '<', 's', '>', end}));
    // Built out of trusted and untrusted text it is none; two trusted neighbours are one text.
    QCOMPARE(encode({{"<", true}, {"s", false}, {">", true}}), (Ids{'<', 's', '>'}));
    QCOMPARE(encode({{"<", true}, {"", false}, {"s>", true}}), (Ids{start}));
    QCOMPARE(encode({{"<s", false}, {">", true}}), (Ids{'<', 's', '>'}));
    QCOMPARE(encode({}), Ids{});
    QCOMPARE(encode({{"", true}}), Ids{});
}

void TestBpeTokenizer::mergesCrossSegments()
{
    BpeVocabulary vocabulary = bytesOnly();
    addMerge(vocabulary, "a", "b");
    const auto tokenizer = made(vocabulary);
    const std::vector<TextSegment> segments{{"xa", true}, {"b", false}, {"a", true}, {"", false}, {"b", false}};
    QCOMPARE(tokenizer->encode(segments), (Ids{'x', 256, 256}));
}

void TestBpeTokenizer::missingBytesAreLeftOut()
{
    BpeVocabulary vocabulary = bytesOnly();
    vocabulary.pieces[0xFF].text.clear();
    vocabulary.pieces['b'].text.clear();
    addMerge(vocabulary, "a", "c");
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "abc\xff"), (Ids{256}));
    QCOMPARE(encoded(tokenizer, "b"), Ids{});
}

void TestBpeTokenizer::byteAndUnusedPieces()
{
    BpeVocabulary vocabulary = bytesOnly();
    vocabulary.pieces[0x0A] = {"<0x0A>", PieceKind::Byte};
    vocabulary.pieces.push_back({"[PAD]", PieceKind::Unused});
    vocabulary.pieces.push_back({"[PAD]", PieceKind::Unused});
    const auto tokenizer = made(vocabulary);
    QCOMPARE(encoded(tokenizer, "\n"), (Ids{0x0A}));
    QCOMPARE(tokenizer->tokenBytes(0x0A), std::string("\n"));
    QCOMPARE(tokenizer->piece(0x0A), std::string("<0x0A>"));
    QCOMPARE(tokenizer->decode(Ids{256}), std::string("[PAD]"));
    QCOMPARE(encoded(tokenizer, "[PAD]"), (Ids{'[', 'P', 'A', 'D', ']'}));
}

void TestBpeTokenizer::normalizes()
{
    BpeVocabulary vocabulary = bytesOnly();
    const std::string decomposed = "e\u0301";
    QCOMPARE(encoded(made(vocabulary), decomposed), (Ids{'e', 0xCC, 0x81}));
    vocabulary.normalizesToNfc = true;
    QCOMPARE(encoded(made(vocabulary), decomposed), (Ids{0xC3, 0xA9}));
    QCOMPARE(encoded(made(vocabulary), decomposed + "\xff"), (Ids{0xC3, 0xA9, 0xFF}));
}

void TestBpeTokenizer::idsOutside()
{
    const auto tokenizer = made(bytesOnly());
    for (const int64_t id : {int64_t(-1), int64_t(256), std::numeric_limits<int64_t>::max()}) {
        QCOMPARE(tokenizer->tokenBytes(id), std::string());
        QCOMPARE(tokenizer->piece(id), std::string());
        QVERIFY(!tokenizer->isSpecial(id));
    }
    QCOMPARE(tokenizer->decode(Ids{'a', -5, 'b', 9999}), std::string("ab"));
}

/// A stream over tokens of one byte each shows what decoding the whole shows.
void TestBpeTokenizer::streamOfSingleBytes()
{
    const auto tokenizer = made(bytesOnly());
    const std::string text = "naïve 你好 👨‍👩‍👧‍👦 שלום\xff!\xe4\xbd";
    const Ids ids = encoded(tokenizer, text);
    QCOMPARE(ids.size(), text.size());
    TokenStream stream;
    std::string streamed;
    for (const int64_t id : ids)
        streamed += stream.push(tokenizer->tokenBytes(id));
    QCOMPARE(QString::fromStdString(streamed).count(QChar(0xFFFD)), 1);
    streamed += stream.flush();
    QCOMPARE(streamed, tokenizer->decode(ids));
    QCOMPARE(QString::fromStdString(streamed).count(QChar(0xFFFD)), 2);
}

void TestBpeTokenizer::cacheIsBoundedAndEmpties()
{
    const auto tokenizer = made(bytesOnly());
    QCOMPARE(tokenizer->cacheBytes(), int64_t(0));
    int64_t most = 0;
    for (int run = 0; run < 40; ++run) {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += " w" + QByteArray::number(run * 5000 + i, 36).toStdString();
        encoded(tokenizer, text);
        most = std::max(most, tokenizer->cacheBytes());
    }
    QVERIFY(most > 1'000'000);
    QVERIFY(most <= 8 * 1024 * 1024);
    tokenizer->clearCache();
    QCOMPARE(tokenizer->cacheBytes(), int64_t(0));
    // Long words without spaces are never kept: every one of them would be new.
    for (int run = 0; run < 20; ++run)
        encoded(tokenizer, std::string(20'000, char('a' + run)));
    QCOMPARE(tokenizer->cacheBytes(), int64_t(0));
}

void TestBpeTokenizer::longWord()
{
    BpeVocabulary vocabulary = bytesOnly();
    std::string piece = "a";
    for (int i = 0; i < 8; ++i) {
        addMerge(vocabulary, piece, piece);
        piece += piece;
    }
    const auto tokenizer = made(vocabulary);
    const Ids ids = encoded(tokenizer, std::string(20'000, 'a'));
    QCOMPARE(ids.size(), size_t(20'000 / 256 + 1)); // 78 × 256 and 32
    QCOMPARE(tokenizer->decode(ids), std::string(20'000, 'a'));
}

void TestBpeTokenizer::threads()
{
    BpeVocabulary vocabulary = bytesOnly();
    addMerge(vocabulary, "a", "b");
    const auto tokenizer = made(vocabulary);
    const std::string text = "ab abab 12 cab — 中文 ab";
    const Ids expected = encoded(tokenizer, text);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                wrong += encoded(tokenizer, text) == expected ? 0 : 1;
                if (i % 50 == 0)
                    tokenizer->clearCache();
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

void TestBpeTokenizer::refused_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("merge of an unknown part") << 0 << "bad_merge";
    QTest::newRow("merge to an unknown piece") << 1 << "bad_merge";
    QTest::newRow("one piece twice") << 2 << "duplicate_id";
    QTest::newRow("added token outside") << 3 << "bad_value";
    QTest::newRow("pattern") << 4 << "bad_value";
}

void TestBpeTokenizer::refused()
{
    QFETCH(int, what);
    QFETCH(QString, reason);
    BpeVocabulary vocabulary = bytesOnly();
    switch (what) {
    case 0:
        vocabulary.pieces.push_back({"ab"});
        vocabulary.merges.emplace_back("a", "Ã");
        vocabulary.pieces[0xC3].text.clear();
        break;
    case 1:
        vocabulary.merges.emplace_back("a", "b");
        break;
    case 2:
        vocabulary.pieces.push_back({"a"});
        break;
    case 3:
        vocabulary.addedTokens.push_back({.id = 256, .content = "<x>"});
        break;
    default:
        vocabulary.patterns = {"["};
    }
    const auto tokenizer = makeBpeTokenizer(vocabulary);
    QVERIFY(!tokenizer.has_value());
    QCOMPARE(tokenizer.error().code, ErrorCode::ModelInvalid);
    QCOMPARE(QString::fromStdString(tokenizer.error().reason), reason);
    QVERIFY(tokenizer.error().message.starts_with("test: "));
}

QTEST_APPLESS_MAIN(TestBpeTokenizer)
#include "tst_bpetokenizer.moc"
