// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hfconfig.h"

#include "ggufbuilder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace limno;

class TestHfConfig : public QObject
{
    Q_OBJECT

private slots:
    void layouts_data();
    void layouts();
    void gpt2Names();
    void otherModelsNeedLess_data();
    void otherModelsNeedLess();
    void refused_data();
    void refused();
    void endOfSequence();

private:
    Result<HfConfig> read(const QByteArray &json)
    {
        return readHfConfig(test::writeFile(m_folder.filePath("config.json"), json));
    }
    QTemporaryDir m_folder;
};

void TestHfConfig::layouts_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("before 5") << QByteArray(R"("torch_dtype": "bfloat16", "rope_theta": 1000000, "head_dim": null)");
    QTest::newRow("since 5") << QByteArray(
        R"("dtype": "bfloat16", "rope_parameters": {"rope_theta": 1000000.0, "rope_type": "default"}, "head_dim": 64)");
}

void TestHfConfig::layouts()
{
    QFETCH(QByteArray, rest);
    const auto config = read(R"({"architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2", "hidden_size": 896,
        "intermediate_size": 4864, "num_hidden_layers": 24, "num_attention_heads": 14, "num_key_value_heads": 2,
        "vocab_size": 151936, "max_position_embeddings": 32768, "rms_norm_eps": 1e-06, "hidden_act": "silu",
        "tie_word_embeddings": true, "eos_token_id": 151645, )"
                             + rest + "}");
    QVERIFY2(config, config ? "" : config.error().message.c_str());
    QVERIFY(config->isTextDecoder());
    QCOMPARE(config->architecture, std::string("Qwen2ForCausalLM"));
    QCOMPARE(config->hiddenSize, int64_t(896));
    QCOMPARE(config->intermediateSize, int64_t(4864));
    QCOMPARE(config->layers, int64_t(24));
    QCOMPARE(config->attentionHeads, int64_t(14));
    QCOMPARE(config->keyValueHeads, int64_t(2));
    QCOMPARE(config->headDimension, int64_t(64));
    QCOMPARE(config->vocabularySize, int64_t(151936));
    QCOMPARE(config->contextLength, int64_t(32768));
    QCOMPARE(config->normEpsilon, 1e-6);
    QCOMPARE(config->ropeTheta, 1e6);
    QCOMPARE(config->activation, std::string("silu"));
    QCOMPARE(config->dtype, std::string("bfloat16"));
    QVERIFY(config->tiedEmbeddings);
}

void TestHfConfig::gpt2Names()
{
    const auto config = read(R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024,
        "n_inner": null, "vocab_size": 50257, "layer_norm_epsilon": 1e-05, "activation_function": "gelu_new"})");
    QVERIFY2(config, config ? "" : config.error().message.c_str());
    QCOMPARE(config->hiddenSize, int64_t(768));
    QCOMPARE(config->layers, int64_t(12));
    QCOMPARE(config->keyValueHeads, int64_t(12));
    QCOMPARE(config->headDimension, int64_t(64));
    QCOMPARE(config->intermediateSize, int64_t(0));
    QCOMPARE(config->contextLength, int64_t(1024));
    QCOMPARE(config->normEpsilon, 1e-5);
    QCOMPARE(config->activation, std::string("gelu_new"));
    QVERIFY(config->tiedEmbeddings);
}

void TestHfConfig::otherModelsNeedLess_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("diffusers") << QByteArray(R"({"_class_name": "UNet2DConditionModel", "sample_size": 64})");
    QTest::newRow("vision") << QByteArray(R"({"model_type": "vit", "hidden_size": 192, "num_hidden_layers": 12,
        "num_attention_heads": 3, "image_size": 224})");
    QTest::newRow("encoder-decoder") << QByteArray(R"({"model_type": "bart", "d_model": 1024, "decoder_layers": 12,
        "decoder_attention_heads": 16, "vocab_size": 50264})");
    QTest::newRow("two parts") << QByteArray(
        R"({"model_type": "vision-encoder-decoder", "encoder": {}, "decoder": {}})");
}

void TestHfConfig::otherModelsNeedLess()
{
    QFETCH(QByteArray, json);
    const auto config = read(json);
    QVERIFY2(config, config ? "" : config.error().message.c_str());
    QVERIFY(!config->isTextDecoder());
}

void TestHfConfig::refused_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *key, const char *value, const char *reason) {
        QTest::newRow(qPrintable(QStringLiteral("%1 = %2").arg(key, value)))
            << QByteArray(key) << QByteArray(value) << reason;
    };
    for (const char *key : {"hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size"}) {
        row(key, "null", "missing_key");
        row(key, "0", "bad_value");
        row(key, "-3", "bad_value");
        row(key, "2147483648", "bad_value");
        row(key, "18446744073709551615", "bad_value");
        row(key, "2.0", "bad_type");
        row(key, "1e400", "bad_json");
        row(key, "true", "bad_type");
        row(key, "[4]", "bad_type");
    }
    row("model_type", "7", "bad_type");
    row("architectures", "\"Qwen2ForCausalLM\"", "bad_type");
    row("architectures", "[1]", "bad_type");
    row("num_key_value_heads", "3", "bad_value");
    row("num_key_value_heads", "8", "bad_value");
    row("head_dim", "0", "bad_value");
    row("rope_theta", "0", "bad_value");
    row("rope_theta", "\"1e4\"", "bad_type");
    row("rope_parameters", "[]", "bad_type");
    row("rope_parameters", R"({"rope_theta": "x"})", "bad_type");
    row("rope_parameters", R"({"rope_theta": -1})", "bad_value");
    row("rms_norm_eps", "-1e-6", "bad_value");
    row("hidden_act", "1", "bad_type");
    row("tie_word_embeddings", "1", "bad_type");
    row("eos_token_id", "-1", "bad_value");
    row("eos_token_id", "[1, 2.5]", "bad_type");
}

void TestHfConfig::refused()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QString, reason);
    // The parser keeps the last of two equal keys.
    const auto config =
        read(R"({"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 300, ")"
             + key + "\": " + value + "}");
    QVERIFY(!config);
    QCOMPARE(config.error().code, ErrorCode::ModelInvalid);
    QCOMPARE(QString::fromStdString(config.error().reason), reason);
    if (reason != "bad_json")
        QVERIFY2(config.error().message.find(key.toStdString()) != std::string::npos, config.error().message.c_str());
}

void TestHfConfig::endOfSequence()
{
    const auto ends = [this](const QByteArray &value) {
        return read(R"({"model_type": "vit", "eos_token_id": )" + value + "}")->endOfSequenceIds;
    };
    QCOMPARE(ends("7"), (std::vector<int64_t>{7}));
    QCOMPARE(ends("[0, 7]"), (std::vector<int64_t>{0, 7}));
    QCOMPARE(ends("null"), std::vector<int64_t>());
}

QTEST_GUILESS_MAIN(TestHfConfig)
#include "tst_hfconfig.moc"
