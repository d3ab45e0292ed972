// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/text/tokenizer.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace limno;
using test::Ids;

class TestTokenizerFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tiny_data();
    void tiny();
    void special();
    void golden_data();
    void golden();
    void badFiles_data();
    void badFiles();
    void nothingThere();
};

void TestTokenizerFolder::tiny_data()
{
    QTest::addColumn<bool>("hasTokenizerJson");
    QTest::newRow("tokenizer.json") << true;
    QTest::newRow("vocab.json and merges.txt") << false;
}

void TestTokenizerFolder::tiny()
{
    QFETCH(bool, hasTokenizerJson);
    const QString source = test::kTextData + "tinyqwen2/";
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QString::fromUtf8("模型 é")));
    const QString target = folder.path() + QString::fromUtf8("/模型 é/");
    for (const char *name : {"generation_config.json", "vocab.json", "merges.txt"})
        QVERIFY(QFile::copy(source + name, target + name));
    auto config = test::readJson(source + "tokenizer_config.json");
    if (hasTokenizerJson)
        QVERIFY(QFile::copy(source + "tokenizer.json", target + "tokenizer.json"));
    else // what older folders have instead
        config["added_tokens_decoder"] = {{"506", {{"content", "<|endoftext|>"}}},
                                          {"507", {{"content", "<|im_start|>"}}},
                                          {"508", {{"content", "<|im_end|>"}}}};
    QFile file(target + "tokenizer_config.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(config.dump()));
    file.close();
    const auto tokenizer = tokenizerFromFolder(target.toStdString());
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().message.c_str());
    const auto cases = test::readJson(source + "cases.json");
    QCOMPARE(cases["texts"].size(), size_t(4));
    for (const auto &entry : cases["texts"]) {
        const std::string text = entry["text"];
        QCOMPARE((*tokenizer)->encode(text, SpecialTokens::Parse), entry["ids"].get<Ids>());
        QCOMPARE((*tokenizer)->decode(entry["ids"].get<Ids>()), text);
    }
    QCOMPARE((*tokenizer)->specialIds().eos, int64_t(508));
    QCOMPARE((*tokenizer)->specialIds().endOfGeneration, (Ids{508, 506}));
}

void TestTokenizerFolder::special()
{
    const auto tokenizer = tokenizerFromFolder((test::kTextData + "tinyqwen2").toStdString());
    QVERIFY(tokenizer.has_value());
    QCOMPARE((*tokenizer)->encode("<|im_start|>", SpecialTokens::Parse), (Ids{507}));
    QVERIFY((*tokenizer)->encode("<|im_start|>", SpecialTokens::AsText).size() > 1);
    QVERIFY((*tokenizer)->isSpecial(507));
    QCOMPARE((*tokenizer)->decode(Ids{507}, false), std::string());
}

void TestTokenizerFolder::golden_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("qwen3") << "qwen3";
    QTest::newRow("gpt2") << "gpt2";
}

void TestTokenizerFolder::golden()
{
    QFETCH(QString, name);
    const auto cases = test::readJson(test::kShared + "golden/tokenizer-" + name + "/cases.json");
    if (cases.is_null())
        QSKIP("no shared folder");
    const auto loaded = tokenizerFromFolder((test::kShared + "data/tokenizers/" + name).toStdString());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
    const Tokenizer &tokenizer = **loaded;
    const auto streamed = [&](const nlohmann::ordered_json &ids, std::vector<std::string> &pieces) {
        TokenStream stream;
        for (const int64_t id : ids.get<Ids>())
            pieces.push_back(stream.push(tokenizer.tokenBytes(id)));
        return stream.flush();
    };
    for (const auto &entry : cases["texts"]) {
        const std::string text = entry["text"];
        const Ids ids = tokenizer.encode(text, SpecialTokens::Parse);
        QVERIFY2(ids == entry["ids"].get<Ids>(), (text + ": " + test::shown(ids)).c_str());
        const std::string decoded = entry["decoded"].is_null() ? text : entry["decoded"].get<std::string>();
        QCOMPARE(tokenizer.decode(ids), decoded);
        if (entry.contains("decoded_skip_special"))
            QCOMPARE(tokenizer.decode(ids, false), entry["decoded_skip_special"].get<std::string>());
        std::vector<std::string> pieces;
        QCOMPARE(streamed(entry["ids"], pieces), std::string());
        if (entry.contains("pieces"))
            QCOMPARE(pieces, entry["pieces"].get<std::vector<std::string>>());
    }
    for (const auto &entry : cases["partial"]) {
        std::vector<std::string> pieces;
        QCOMPARE(streamed(entry["ids"], pieces), entry["held_back_then_flushed"].get<std::string>());
        QCOMPARE(pieces, entry["pieces"].get<std::vector<std::string>>());
        QCOMPARE(tokenizer.decode(entry["ids"].get<Ids>()), entry["decode_of_all"].get<std::string>());
    }
    for (const auto &entry : cases["invalid_utf8"]) {
        std::vector<std::string> pieces;
        QCOMPARE(streamed(entry["ids"], pieces), entry["flush"].get<std::string>());
        QCOMPARE(pieces, entry["pieces"].get<std::vector<std::string>>());
        QCOMPARE(tokenizer.decode(entry["ids"].get<Ids>()), entry["decoded"].get<std::string>());
    }
}

void TestTokenizerFolder::badFiles_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("reason");
    const QString base = test::kShared + "data/badfiles/";
    const auto manifest = test::readJson(base + "manifest.json");
    const auto &files = manifest.contains("files") ? manifest["files"] : manifest;
    for (const auto &[file, entry] : files.items()) {
        const QString name = QString::fromStdString(file);
        if (name.startsWith("tokenizer_"))
            QTest::newRow(file.c_str()) << base + name.section('/', 0, 0) << QString::fromStdString(entry["expect"]);
    }
    QTest::newRow("control") << test::kTextData + "tinyqwen2"
                             << "ok";
}

void TestTokenizerFolder::badFiles()
{
    QFETCH(QString, folder);
    QFETCH(QString, reason);
    const auto tokenizer = tokenizerFromFolder(folder.toStdString());
    if (reason == "ok") {
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().message.c_str());
        if (!folder.endsWith("tinyqwen2"))
            QCOMPARE((*tokenizer)->encode("abc", SpecialTokens::Parse), (Ids{5}));
        return;
    }
    QVERIFY(!tokenizer.has_value());
    QCOMPARE(tokenizer.error().code, ErrorCode::ModelInvalid);
    QCOMPARE(QString::fromStdString(tokenizer.error().reason), reason);
    QVERIFY(tokenizer.error().message.find("tokenizer.json") != std::string::npos);
}

void TestTokenizerFolder::nothingThere()
{
    QTemporaryDir folder;
    const auto tokenizer = tokenizerFromFolder(folder.path().toStdString());
    QVERIFY(!tokenizer.has_value());
    QCOMPARE(tokenizer.error().code, ErrorCode::ModelMissing);
}

QTEST_APPLESS_MAIN(TestTokenizerFolder)
#include "tst_tokenizerfolder.moc"
