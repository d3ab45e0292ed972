// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tokenizerjson.h"

#include "ggufbuilder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace limno;

class TestTokenizerJson : public QObject
{
    Q_OBJECT

private slots:
    void bothFormsOfMerges();
    void otherModels();
    void refused_data();
    void refused();
    void realFile();

private:
    Result<TokenizerVocabulary> read(const QByteArray &json)
    {
        return readTokenizerVocabulary(test::writeFile(m_folder.filePath("tokenizer.json"), json));
    }
    QTemporaryDir m_folder;
};

void TestTokenizerJson::bothFormsOfMerges()
{
    const QByteArray start =
        R"({"added_tokens": [{"id": 9, "content": "<end>", "special": true}, {"id": 1, "content": "a"}],
        "model": {"type": "BPE", "vocab": {"a": 1, "b": 2, "ab": 3}, "merges": )";
    for (const char *merges : {R"(["a b"])", R"([["a", "b"]])"}) {
        const auto vocabulary = read(start + merges + "}}");
        QVERIFY2(vocabulary, vocabulary ? "" : vocabulary.error().message.c_str());
        QCOMPARE(vocabulary->modelType, std::string("BPE"));
        QCOMPARE(vocabulary->ids.at("ab"), int64_t(3));
        QCOMPARE(vocabulary->ids.at("<end>"), int64_t(9));
        QCOMPARE(vocabulary->merges, (std::vector<std::pair<std::string, std::string>>{{"a", "b"}}));
        QCOMPARE(vocabulary->added.size(), size_t(2));
        QVERIFY(vocabulary->added[0].isSpecial);
        QVERIFY(!vocabulary->added[1].isSpecial);
    }
    // Pairs exist so that tokens may hold spaces; a prefix of continued words is left out where tokens join.
    QVERIFY(read(R"({"model": {"type": "BPE", "vocab": {"x ": 0, "y": 1, "x y": 2}, "merges": [["x ", "y"]]}})"));
    QVERIFY(read(R"({"model": {"type": "BPE", "continuing_subword_prefix": "##", "vocab": {"a": 0, "##b": 1, "ab": 2},
        "merges": ["a ##b"]}})"));
}

void TestTokenizerJson::otherModels()
{
    QVERIFY(read(R"({"model": {"type": "WordPiece", "vocab": {"[UNK]": 0}}})"));
    QVERIFY(read(R"({"model": {"type": "WordLevel", "vocab": {}}})"));
    const auto unigram = read(R"({"model": {"type": "Unigram", "vocab": [["<unk>", 0], ["a", -1.5]]}})");
    QVERIFY2(unigram, unigram ? "" : unigram.error().message.c_str());
    QCOMPARE(unigram->ids.at("a"), int64_t(1));
}

void TestTokenizerJson::refused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QByteArray &json, const char *reason) {
        QTest::newRow(name) << json << reason;
    };
    const auto bpe = [&row](const char *name, const char *vocabulary, const char *merges, const char *reason) {
        row(name, QByteArray(R"({"model": {"type": "BPE", "vocab": )") + vocabulary + R"(, "merges": )" + merges + "}}",
            reason);
    };
    row("empty", "", "bad_json");
    row("list", "[]", "bad_json");
    row("zero bytes", QByteArray(100, '\0'), "bad_json");
    row("deep", QByteArray(100'000, '['), "bad_json");
    row("no model", "{}", "missing_key");
    row("model is a text", R"({"model": "BPE"})", "bad_type");
    row("no type", R"({"model": {}})", "missing_key");
    row("type is a number", R"({"model": {"type": 1}})", "bad_type");
    row("unknown type", R"({"model": {"type": "Abacus", "vocab": {}}})", "unknown_value");
    row("no vocabulary", R"({"model": {"type": "BPE", "merges": []}})", "missing_key");
    row("no merges", R"({"model": {"type": "BPE", "vocab": {}}})", "missing_key");
    row("unigram with object", R"({"model": {"type": "Unigram", "vocab": {}}})", "bad_type");
    row("unigram without score", R"({"model": {"type": "Unigram", "vocab": [["a"]]}})", "bad_type");
    bpe("vocabulary is a list", "[]", "[]", "bad_type");
    bpe("merges is an object", "{}", "{}", "bad_type");
    bpe("id is a text", R"({"a": "1"})", "[]", "bad_type");
    bpe("id is negative", R"({"a": -1})", "[]", "bad_value");
    bpe("id is huge", R"({"a": 2000000000})", "[]", "bad_value");
    bpe("same id", R"({"a": 1, "b": 1})", "[]", "duplicate_id");
    bpe("merge of one", R"({"a": 1})", R"(["a"])", "bad_merge");
    bpe("merge of three", R"({"a": 1, "aa": 2, "aaa": 3})", R"(["a a a"])", "bad_merge");
    bpe("merge of unknown", R"({"a": 1})", R"(["a z"])", "bad_merge");
    bpe("merge to unknown", R"({"a": 1, "b": 2})", R"(["a b"])", "bad_merge");
    bpe("merge is a number", R"({"a": 1})", "[1]", "bad_merge");
    bpe("merge of numbers", R"({"a": 1})", "[[1, 2]]", "bad_merge");
    const QByteArray model = R"("model": {"type": "WordLevel", "vocab": {"a": 1}}})";
    row("added is an object", R"({"added_tokens": {}, )" + model, "bad_type");
    row("added without id", R"({"added_tokens": [{"content": "x"}], )" + model, "bad_type");
    row("added is a text", R"({"added_tokens": ["x"], )" + model, "bad_type");
    row("added id is negative", R"({"added_tokens": [{"id": -1, "content": "x"}], )" + model, "bad_value");
    row("added takes an id", R"({"added_tokens": [{"id": 1, "content": "x"}], )" + model, "duplicate_id");
}

void TestTokenizerJson::refused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, reason);
    const auto vocabulary = read(json);
    QVERIFY(!vocabulary);
    QCOMPARE(QString::fromStdString(vocabulary.error().reason), reason);
    QCOMPARE(vocabulary.error().code,
             reason == "unknown_value" ? ErrorCode::ModelUnsupported : ErrorCode::ModelInvalid);
}

void TestTokenizerJson::realFile()
{
    const QString path = QStringLiteral(LIMNOGRAPH_SHARED_DIR "/data/tokenizers/qwen3/tokenizer.json");
    if (!QFile::exists(path))
        QSKIP("the tokenizer of Qwen3 is not there");
    const auto vocabulary = readTokenizerVocabulary(path.toStdString());
    QVERIFY2(vocabulary, vocabulary ? "" : vocabulary.error().message.c_str());
    QCOMPARE(vocabulary->modelType, std::string("BPE"));
    QCOMPARE(vocabulary->ids.at("<|endoftext|>"), int64_t(151643));
    QVERIFY(vocabulary->merges.size() > 150000);
}

QTEST_GUILESS_MAIN(TestTokenizerJson)
#include "tst_tokenizerjson.moc"
