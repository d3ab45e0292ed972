// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/ggufbuilder.h"
#include "textdata.h"

#include "core/formats/gguf.h"
#include "core/text/tokenizer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace limno;
using test::GgufBuilder;
using test::Ids;

namespace {

constexpr uint32_t kText = 8;
constexpr uint32_t kArray = 9;

/// The metadata of a small tokenizer; each part can be replaced before it is written.
struct Metadata {
    std::string model = "gpt2";
    std::string pre = "gpt-2";
    std::vector<std::string> tokens{"a", "b", "Ġ", "ab", "<|im_end|>", "<think>", "[PAD]", "<0x0A>", "<|endoftext|>"};
    std::vector<int32_t> types{1, 1, 1, 1, 3, 4, 5, 6, 3};
    std::vector<std::string> merges{"a b"};
    uint32_t eos = 4;
    bool hasMerges = true;

    QByteArray file() const
    {
        GgufBuilder builder;
        builder.header(0, hasMerges ? 7 : 6);
        builder.key("tokenizer.ggml.model", kText).text(model);
        builder.key("tokenizer.ggml.pre", kText).text(pre);
        texts(builder, "tokenizer.ggml.tokens", tokens);
        builder.key("tokenizer.ggml.token_type", kArray).add(uint32_t(5)).add(uint64_t(types.size()));
        for (const int32_t type : types)
            builder.add(type);
        builder.u32("tokenizer.ggml.eos_token_id", eos).u32("tokenizer.ggml.bos_token_id", 8);
        if (hasMerges)
            texts(builder, "tokenizer.ggml.merges", merges);
        return builder.bytes();
    }

    static void texts(GgufBuilder &builder, const char *key, const std::vector<std::string> &values)
    {
        builder.key(key, kArray).add(kText).add(uint64_t(values.size()));
        for (const std::string &value : values)
            builder.text(value);
    }
};

} // namespace

class TestTokenizerGguf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void good();
    void refused_data();
    void refused();

private:
    Result<std::shared_ptr<Tokenizer>> load(const Metadata &metadata)
    {
        QFile file(m_folder.filePath("model.gguf"));
        if (!file.open(QIODevice::WriteOnly) || file.write(metadata.file()) < 0)
            return failure(ErrorCode::Io, "test folder");
        file.close();
        const auto gguf = GgufFile::open(file.fileName().toStdString());
        if (!gguf)
            return failure(gguf.error());
        return tokenizerFromGguf(**gguf);
    }
    QTemporaryDir m_folder;
};

void TestTokenizerGguf::good()
{
    const auto tokenizer = load({});
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().message.c_str());
    QCOMPARE((*tokenizer)->encode("ab ba\n<|im_end|><think>[PAD]", SpecialTokens::Parse), (Ids{3, 2, 1, 0, 7, 4, 5}));
    QCOMPARE((*tokenizer)->specialIds().eos, int64_t(4));
    QCOMPARE((*tokenizer)->specialIds().bos, int64_t(8));
    QCOMPARE((*tokenizer)->specialIds().endOfGeneration, (Ids{4, 8}));
    QVERIFY((*tokenizer)->isSpecial(4));
    QVERIFY(!(*tokenizer)->isSpecial(5));
    QVERIFY(!(*tokenizer)->isSpecial(6));
    QCOMPARE((*tokenizer)->vocabularySize(), int64_t(9));
}

void TestTokenizerGguf::refused_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("names");
    const int invalid = int(ErrorCode::ModelInvalid);
    const int unsupported = int(ErrorCode::ModelUnsupported);
    QTest::newRow("tokenizer model") << 0 << unsupported << ""
                                     << "llama-spm";
    QTest::newRow("pre-tokenizer") << 1 << unsupported << ""
                                   << "viking";
    QTest::newRow("merge without second part") << 2 << invalid << "bad_merge"
                                               << "tokenizer.ggml.merges";
    QTest::newRow("merge of no token") << 3 << invalid << "bad_merge"
                                       << "z";
    QTest::newRow("same token twice") << 4 << invalid << "duplicate_id"
                                      << "\"a\"";
    QTest::newRow("types of another length") << 5 << invalid << "bad_value"
                                             << "tokenizer.ggml.token_type";
    QTest::newRow("eos outside") << 6 << invalid << "bad_value"
                                 << "tokenizer.ggml.eos_token_id";
    QTest::newRow("unknown type") << 7 << invalid << "bad_value"
                                  << "17";
    QTest::newRow("no merges") << 8 << invalid << "missing_key"
                               << "tokenizer.ggml.merges";
}

void TestTokenizerGguf::refused()
{
    QFETCH(int, what);
    QFETCH(int, code);
    QFETCH(QString, reason);
    QFETCH(QString, names);
    Metadata metadata;
    switch (what) {
    case 0:
        metadata.model = "llama-spm";
        break;
    case 1:
        metadata.pre = "viking";
        break;
    case 2:
        metadata.merges = {"ab"};
        break;
    case 3:
        metadata.merges = {"a z"};
        break;
    case 4:
        metadata.tokens[1] = "a";
        break;
    case 5:
        metadata.types.pop_back();
        break;
    case 6:
        metadata.eos = 9;
        break;
    case 7:
        metadata.types[0] = 17;
        break;
    default:
        metadata.hasMerges = false;
    }
    const auto tokenizer = load(metadata);
    QVERIFY(!tokenizer.has_value());
    QCOMPARE(int(tokenizer.error().code), code);
    QCOMPARE(QString::fromStdString(tokenizer.error().reason), reason);
    QVERIFY2(tokenizer.error().message.find(names.toStdString()) != std::string::npos,
             tokenizer.error().message.c_str());
    QVERIFY2(tokenizer.error().message.find("model.gguf") != std::string::npos, tokenizer.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestTokenizerGguf)
#include "tst_tokenizergguf.moc"
