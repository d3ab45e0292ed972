// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/formats/safetensors.h"
#include "core/text/tokensampler.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

using namespace limno;
using test::Ids;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

int64_t pick(SamplingSettings settings, std::vector<float> logits, const Ids &forbidden = {}, uint64_t seed = 1)
{
    return TokenSampler(settings, seed, {}).next(logits, forbidden);
}

std::vector<float> distribution(const SamplingSettings &settings, std::vector<float> logits, const Ids &prompt = {})
{
    return TokenSampler(settings, 0, prompt).probabilities(logits);
}

std::vector<float> floats(const PlainTensor &tensor)
{
    std::vector<float> values(tensor.bytes.size() / sizeof(float));
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
}

void compareDistributions(const std::vector<float> &actual, const std::vector<float> &expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i)
        QVERIFY2(std::fabs(actual[i] - expected[i]) < 1e-6F,
                 qPrintable(QString("id %1: %2, not %3").arg(i).arg(actual[i]).arg(expected[i])));
}

} // namespace

class TestTokenSampler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void greedy();
    void notNumbers_data();
    void notNumbers();
    void filters_data();
    void filters();
    void penaltiesCountTheReply();
    void forbidden();
    void sameSeedSameIds();
    void drawsFollowTheDistribution();
    void golden_data();
    void golden();
    void resolve();
    void outOfRange_data();
    void outOfRange();
};

void TestTokenSampler::greedy()
{
    QCOMPARE(pick({}, {1, 3, 2}), int64_t(1));
    QCOMPARE(pick({}, {1, 3, 3, 3}), int64_t(1));
    QCOMPARE(pick({}, {-5}), int64_t(0));
    QCOMPARE(pick({}, {}), int64_t(-1));
    compareDistributions(distribution({}, {1, 3, 3}), {0, 1, 0});
}

void TestTokenSampler::notNumbers_data()
{
    QTest::addColumn<double>("temperature");
    QTest::newRow("greedy") << 0.0;
    QTest::newRow("sampled") << 0.8;
    QTest::newRow("tiny temperature") << 1e-300;
}

void TestTokenSampler::notNumbers()
{
    QFETCH(double, temperature);
    SamplingSettings settings;
    settings.temperature = temperature;
    settings.topK = 3;
    settings.topP = 0.9;
    settings.minP = 0.01;
    settings.repetitionPenalty = 1.2;
    QCOMPARE(pick(settings, {kNan, -50, kNan, 60}), int64_t(3));
    QCOMPARE(pick(settings, {0, kInfinity, 1}), int64_t(1));
    QCOMPARE(pick(settings, {-kInfinity, -kInfinity, 1}), int64_t(2));
    const std::set<int64_t> both{1, 2};
    QVERIFY(both.count(pick(settings, {0, kInfinity, kInfinity})));
    for (const float value : {kNan, kInfinity, -kInfinity}) {
        const int64_t id = pick(settings, {value, value, value});
        QVERIFY(id >= 0 && id < 3);
        QCOMPARE(pick(settings, {value, value, value}, {0, 2}), int64_t(1));
    }
}

void TestTokenSampler::filters_data()
{
    QTest::addColumn<SamplingSettings>("settings");
    QTest::addColumn<std::vector<float>>("logits");
    QTest::addColumn<std::vector<float>>("expected");
    const auto logarithms = [](std::vector<float> values) {
        for (float &value : values)
            value = std::log(value);
        return values;
    };
    const std::vector<float> logits = logarithms({0.1F, 0.4F, 0.2F, 0.3F});
    SamplingSettings plain;
    plain.temperature = 1;
    QTest::newRow("softmax") << plain << logits << std::vector<float>{0.1F, 0.4F, 0.2F, 0.3F};
    SamplingSettings half = plain;
    half.temperature = 0.5;
    QTest::newRow("temperature") << half << logits
                                 << std::vector<float>{0.01F / 0.3F, 0.16F / 0.3F, 0.04F / 0.3F, 0.09F / 0.3F};
    SamplingSettings topK = plain;
    topK.topK = 2;
    QTest::newRow("top-k") << topK << logits << std::vector<float>{0, 0.4F / 0.7F, 0, 0.3F / 0.7F};
    QTest::newRow("top-k with equals") << topK << std::vector<float>{1, 2, 1, 1} << distribution(plain, {1, 2, 1, 1});
    topK.topK = 9;
    QTest::newRow("top-k above the vocabulary") << topK << logits << std::vector<float>{0.1F, 0.4F, 0.2F, 0.3F};
    SamplingSettings topP = plain;
    topP.topP = 0.65;
    QTest::newRow("top-p") << topP << logits << std::vector<float>{0, 0.4F / 0.7F, 0, 0.3F / 0.7F};
    topP.topP = 1e-9;
    QTest::newRow("top-p keeps one") << topP << logits << std::vector<float>{0, 1, 0, 0};
    SamplingSettings minP = plain;
    minP.minP = 0.6;
    QTest::newRow("min-p") << minP << logits << std::vector<float>{0, 0.4F / 0.7F, 0, 0.3F / 0.7F};
    minP.minP = 1;
    QTest::newRow("min-p of the best alone") << minP << logits << std::vector<float>{0, 1, 0, 0};
}

void TestTokenSampler::filters()
{
    QFETCH(SamplingSettings, settings);
    QFETCH(std::vector<float>, logits);
    QFETCH(std::vector<float>, expected);
    compareDistributions(distribution(settings, logits), expected);
}

void TestTokenSampler::penaltiesCountTheReply()
{
    SamplingSettings settings;
    settings.repetitionPenalty = 2;
    // The prompt's ids count once; positive logits are divided, negative multiplied; ids outside are no matter.
    std::vector<float> logits{4, -3, 1};
    TokenSampler repeating(settings, 0, Ids{0, 0, 1, -7, 99});
    repeating.probabilities(logits);
    QCOMPARE(logits, (std::vector<float>{2, -6, 1}));

    settings = {};
    settings.presencePenalty = 0.5;
    settings.frequencyPenalty = 0.25;
    TokenSampler counting(settings, 0, Ids{1});
    for (int i = 0; i < 2; ++i) {
        std::vector<float> step{9, 1, 1};
        QCOMPARE(counting.next(step), int64_t(0));
    }
    logits = {9, 1, 1};
    counting.probabilities(logits);
    QCOMPARE(logits, (std::vector<float>{8, 1, 1}));
}

void TestTokenSampler::forbidden()
{
    SamplingSettings sampled;
    sampled.temperature = 1;
    for (const SamplingSettings &settings : {SamplingSettings(), sampled}) {
        for (uint64_t seed = 0; seed < 50; ++seed)
            QCOMPARE(pick(settings, {9, 1, 9}, {0, 2, -1, 40}, seed), int64_t(1));
        QVERIFY(pick(settings, {1, 2}, {0, 1}) >= 0);
    }
}

void TestTokenSampler::sameSeedSameIds()
{
    SamplingSettings settings;
    settings.temperature = 1;
    settings.topK = 40;
    settings.topP = 0.95;
    const auto run = [&](uint64_t seed) {
        TokenSampler sampler(settings, seed, {});
        Ids ids;
        for (int step = 0; step < 20; ++step) {
            std::vector<float> logits(1000);
            for (size_t i = 0; i < logits.size(); ++i)
                logits[i] = float((i * 7919 + size_t(step) * 31) % 997) / 100.0F;
            ids.push_back(sampler.next(logits));
        }
        return ids;
    };
    QCOMPARE(run(5), run(5));
    QVERIFY(run(5) != run(6));
    // The engine is specified to the bit, so these hold on every platform.
    SamplingSettings flat;
    flat.temperature = 1;
    TokenSampler sampler(flat, 1, {});
    Ids ids;
    for (int i = 0; i < 8; ++i) {
        std::vector<float> logits(10, 0.0F);
        ids.push_back(sampler.next(logits));
    }
    std::mt19937_64 engine(1);
    for (const int64_t id : ids)
        QCOMPARE(id, int64_t(double(engine() >> 11) / 9007199254740992.0 * 10));
}

void TestTokenSampler::drawsFollowTheDistribution()
{
    SamplingSettings settings;
    settings.temperature = 1;
    const std::vector<float> logits{std::log(0.2F), std::log(0.5F), -kInfinity, std::log(0.3F)};
    TokenSampler sampler(settings, 3, {});
    std::vector<int> counts(4);
    for (int i = 0; i < 20'000; ++i) {
        std::vector<float> step = logits;
        ++counts[size_t(sampler.next(step))];
    }
    QCOMPARE(counts[2], 0);
    QVERIFY(std::abs(counts[0] - 4000) < 300 && std::abs(counts[1] - 10'000) < 400 && std::abs(counts[3] - 6000) < 350);
}

void TestTokenSampler::golden_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"qwen2-tied-bf16", "qwen2-untied-fp32-sharded", "llama-fp16", "gpt2"})
        QTest::newRow(name) << name;
}

void TestTokenSampler::golden()
{
    QFETCH(QString, name);
    const QString folder = test::kShared + "golden/" + name + "/";
    const auto document = test::readJson(folder + "case.json");
    if (document.is_null())
        QSKIP("no shared folder");
    const auto tensors = readPlainTensors((folder + "expected.safetensors").toStdString());
    QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().message.c_str());
    const PlainTensor &history = tensors->at("sampler_history_ids");
    Ids prompt(history.bytes.size() / sizeof(int64_t));
    std::memcpy(prompt.data(), history.bytes.data(), history.bytes.size());
    const std::vector<float> logits = floats(tensors->at("sampler_logits"));
    const std::vector<float> expected = floats(tensors->at("sampler_probs"));
    size_t row = 0;
    for (const auto &entry : document["sampler_settings"]) {
        SamplingSettings settings;
        settings.temperature = entry["temperature"];
        settings.topK = entry["top_k"];
        settings.topP = entry["top_p"];
        settings.repetitionPenalty = entry["repetition_penalty"];
        const std::vector<float> actual = distribution(settings, logits, prompt);
        for (size_t id = 0; id < logits.size(); ++id) {
            const float wanted = expected[row * logits.size() + id];
            QVERIFY2(std::fabs(actual[id] - wanted) <= 1e-5F && (actual[id] == 0) == (wanted == 0),
                     qPrintable(QString("setting %1, id %2: %3, not %4").arg(row).arg(id).arg(actual[id]).arg(wanted)));
        }
        ++row;
    }
    QCOMPARE(row, size_t(5));
}

void TestTokenSampler::resolve()
{
    GenerationOptions model;
    model.temperature = 0.7;
    model.topK = 20;
    GenerationOptions options;
    options.topK = 0;
    options.maxTokens = 5;
    const auto settings = SamplingSettings::resolve(options, model);
    QVERIFY(settings.has_value());
    QCOMPARE(settings->temperature, 0.7);
    QCOMPARE(settings->topK, 0);
    QCOMPARE(settings->maxTokens, 5);
    QCOMPARE(settings->topP, 1.0);
    const auto standard = SamplingSettings::resolve({}, {});
    QVERIFY(standard.has_value());
    QCOMPARE(standard->maxTokens, 256);
    QCOMPARE(standard->temperature, 0.0);
}

void TestTokenSampler::outOfRange_data()
{
    QTest::addColumn<GenerationOptions>("options");
    QTest::addColumn<QString>("names");
    const auto row = [](const char *name, auto GenerationOptions::*option, auto value) {
        GenerationOptions options;
        options.*option = value;
        QTest::addRow("%s %g", name, double(value)) << options << QString(name);
    };
    row("max-tokens", &GenerationOptions::maxTokens, -1);
    row("min-tokens", &GenerationOptions::minTokens, 257);
    row("temperature", &GenerationOptions::temperature, -0.1);
    row("temperature", &GenerationOptions::temperature, double(kNan));
    row("top-k", &GenerationOptions::topK, -1);
    row("top-p", &GenerationOptions::topP, 0.0);
    row("top-p", &GenerationOptions::topP, 1.1);
    row("min-p", &GenerationOptions::minP, 2.0);
    row("repetition-penalty", &GenerationOptions::repetitionPenalty, 0.0);
    row("presence-penalty", &GenerationOptions::presencePenalty, double(kInfinity));
    row("frequency-penalty", &GenerationOptions::frequencyPenalty, double(kNan));
}

void TestTokenSampler::outOfRange()
{
    QFETCH(GenerationOptions, options);
    QFETCH(QString, names);
    for (const auto &settings : {SamplingSettings::resolve(options, {}), SamplingSettings::resolve({}, options)}) {
        QVERIFY(!settings.has_value());
        QCOMPARE(settings.error().code, ErrorCode::InputInvalid);
        QVERIFY2(settings.error().message.starts_with(names.toStdString()), settings.error().message.c_str());
        QVERIFY(settings.error().message.find("between") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(TestTokenSampler)
#include "tst_tokensampler.moc"
