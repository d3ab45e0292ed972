// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"
#include "core/memory/tally.h"
#include "core/text/torch/languagemodel.h"
#include "core/text/torch/textsession.h"

#include "core/memory/torch/hostallocator.h"

#include <QtTest>

#include <ATen/Parallel.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

using namespace limno;
using nlohmann::json;

namespace {

const std::string modelPath = LIMNOGRAPH_BUILD_DIR "/share/limnograph/models/SmolLM2-135M-Instruct.Q4_1.gguf";

std::vector<float> floats(const PlainTensor &tensor)
{
    std::vector<float> values(tensor.bytes.size() / sizeof(float));
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
}

} // namespace

/// The real SmolLM2 against what the reference libraries answer (tests/data/models/smollm2.json).
class TestLanguageModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void greedyIdsAreExactInFp32();
    void logitsAreExactInFp32();
    void blocksGiveTheSameBestTokenAndPerplexity();
    void cacheChangesWorkNotText();
    void conversationReusesItsCache();
    void cancelledRunLeavesTheSessionUsable();
    void stopTextIsNeverShown();
    void weightsStayMapped();
    void memoryComesBack();
    void badRequests_data();
    void badRequests();
    void brokenModelIsRefusedAndTheNextOneRuns();

private:
    std::shared_ptr<Model> load(ComputeType type);
    Outcome run(Model &model, Session &session, const Request &request, const ModelPolicy &policy = {}, RunContext context = {});
    Outcome runOnce(Model &model, const Request &request, const ModelPolicy &policy = {})
    {
        return run(model, *model.openSession({}), request, policy);
    }

    json m_golden;
    std::shared_ptr<Model> m_blocks;
    std::shared_ptr<Model> m_fp32;
};

std::shared_ptr<Model> TestLanguageModel::load(ComputeType type)
{
    auto model = GgufLanguageModelFactory().load({"smollm2", modelPath, type, {}}, {});
    if (!model)
        qFatal("%s", model.error().message.c_str());
    return *model;
}

Outcome TestLanguageModel::run(Model &model, Session &session, const Request &request, const ModelPolicy &policy, RunContext context)
{
    const auto prepared = model.prepare(request, policy);
    if (!prepared) {
        Outcome outcome;
        outcome.error = prepared.error();
        return outcome;
    }
    context.policy = policy;
    return session.run(request, **prepared, context);
}

void TestLanguageModel::initTestCase()
{
    installHostAllocator();
    at::set_num_threads(2);
    if (!QFile::exists(QString::fromStdString(modelPath)))
        QSKIP("the model file was not fetched");
    std::ifstream file(LIMNOGRAPH_SOURCE_DIR "/tests/data/models/smollm2.json");
    m_golden = json::parse(file);
    m_blocks = load(ComputeType::Native);
    m_fp32 = load(ComputeType::Fp32);
}

void TestLanguageModel::greedyIdsAreExactInFp32()
{
    for (const json &golden : m_golden["greedy"]) {
        Request request;
        request.inputIds = golden["prompt_ids"].get<std::vector<int64_t>>();
        request.generation.maxTokens = golden["exact_steps"].get<int>();
        request.generation.ignoreEos = true;
        const Outcome outcome = runOnce(*m_fp32, request);
        QVERIFY2(outcome.kind == OutcomeKind::Ok, golden["user"].get<std::string>().c_str());
        const auto expected = golden["ids"].get<std::vector<int64_t>>();
        QCOMPARE(outcome.ids, std::vector<int64_t>(expected.begin(), expected.begin() + golden["exact_steps"].get<int>()));
    }
}

void TestLanguageModel::logitsAreExactInFp32()
{
    for (const json &golden : m_golden["logits"]) {
        Request request;
        request.inputIds = golden["ids"].get<std::vector<int64_t>>();
        request.generation.maxTokens = 1;
        request.dump = DumpTensors::Yes;
        const Outcome outcome = runOnce(*m_fp32, request);
        const PlainTensor &logits = outcome.dump.at("logits");
        QCOMPARE(logits.shape, (std::vector<int64_t>{static_cast<int64_t>(request.inputIds.size()), 49152}));
        const std::vector<float> values = floats(logits);
        const float *last = values.data() + values.size() - 49152;
        const double tolerance = m_golden["tolerance"]["top_logits_atol"];
        for (size_t i = 0; i < golden["top_ids"].size(); ++i) {
            const double difference = std::abs(last[golden["top_ids"][i].get<size_t>()] - golden["top_logits"][i].get<double>());
            QVERIFY2(difference <= tolerance + 1e-5 * std::abs(golden["top_logits"][i].get<double>()), qPrintable(QString::number(difference)));
        }
    }
}

void TestLanguageModel::blocksGiveTheSameBestTokenAndPerplexity()
{
    for (const json &golden : m_golden["logits"]) {
        Request request;
        request.inputIds = golden["ids"].get<std::vector<int64_t>>();
        request.generation.maxTokens = 1;
        QCOMPARE(runOnce(*m_blocks, request).ids, std::vector<int64_t>{golden["top_ids"][0].get<int64_t>()});
    }
    Request request;
    request.prompt = m_golden["perplexity"]["text"];
    request.generation.maxTokens = 0;
    request.score = ScorePrompt::Yes;
    const double expected = m_golden["perplexity"]["perplexity"];
    for (const auto &[model, bound] : {std::pair{m_fp32, 1e-3}, std::pair{m_blocks, 2e-3}}) {
        const Outcome outcome = runOnce(*model, request);
        QCOMPARE(static_cast<int64_t>(outcome.promptNll.size()), m_golden["perplexity"]["tokens"].get<int64_t>() - 1);
        double sum = 0;
        for (const double nll : outcome.promptNll)
            sum += nll;
        const double perplexity = std::exp(sum / static_cast<double>(outcome.promptNll.size()));
        QVERIFY2(std::abs(perplexity / expected - 1) <= bound, qPrintable(QString::number(perplexity)));
    }
}

void TestLanguageModel::cacheChangesWorkNotText()
{
    Request request;
    request.task = Task::Chat;
    request.messages = {{"user", "List three fruits."}};
    request.generation.maxTokens = 24;
    const Outcome on = runOnce(*m_blocks, request, {Toggle::On, 0});
    const Outcome off = runOnce(*m_blocks, request, {Toggle::Off, 0});
    QVERIFY(on.tokens.out > 5);
    QCOMPARE(off.ids, on.ids);
    QCOMPARE(off.text, on.text);
    QCOMPARE(on.tokens.prefilled, on.tokens.in);
    // Every new token but the last computes the whole text before it again.
    int64_t recomputed = off.tokens.in;
    for (int64_t i = 1; i < off.tokens.out; ++i)
        recomputed += off.tokens.in + i;
    QCOMPARE(off.tokens.prefilled, recomputed);
}

void TestLanguageModel::conversationReusesItsCache()
{
    const auto session = m_blocks->openSession({});
    Request request;
    request.task = Task::Chat;
    request.messages = {{"user", "What is the capital of Italy?"}};
    request.generation.maxTokens = 12;
    const Outcome first = run(*m_blocks, *session, request);
    QCOMPARE(first.tokens.reused, 0);
    QVERIFY(session->cacheBytes() > 0);
    request.messages.push_back({"assistant", first.text});
    request.messages.push_back({"user", "And of Spain?"});
    const Outcome second = run(*m_blocks, *session, request);
    QVERIFY(second.tokens.reused >= first.tokens.in);
    QCOMPARE(second.tokens.prefilled, second.tokens.in - second.tokens.reused);
    QCOMPARE(second.ids, runOnce(*m_blocks, request).ids);
    const int64_t held = session->cacheBytes();
    QCOMPARE(session->clearCache(), held);
    QCOMPARE(session->cacheBytes(), 0);
    QCOMPARE(run(*m_blocks, *session, request).ids, second.ids);
}

void TestLanguageModel::cancelledRunLeavesTheSessionUsable()
{
    const auto session = m_blocks->openSession({});
    Request request;
    request.prompt = "Once upon a time";
    request.generation.maxTokens = 64;
    request.generation.ignoreEos = true;
    const Outcome whole = runOnce(*m_blocks, request);
    RunContext context;
    std::string shown;
    context.onText = [&](std::string_view text) {
        shown += text;
        if (shown.size() > 40)
            context.cancel.cancel();
    };
    const Outcome cut = run(*m_blocks, *session, request, {}, context);
    QCOMPARE(cut.kind, OutcomeKind::Cancelled);
    QCOMPARE(cut.text, shown);
    QVERIFY(cut.tokens.out < 64 && whole.text.starts_with(cut.text));
    QCOMPARE(run(*m_blocks, *session, request).ids, whole.ids);

    RunContext before;
    before.cancel.cancel();
    const Outcome none = run(*m_blocks, *m_blocks->openSession({}), request, {}, before);
    QCOMPARE(none.kind, OutcomeKind::Cancelled);
    QCOMPARE(none.tokens.out, 0);
}

void TestLanguageModel::stopTextIsNeverShown()
{
    Request request;
    request.prompt = "1, 2, 3, 4,";
    request.generation.maxTokens = 24;
    const Outcome whole = runOnce(*m_blocks, request);
    const size_t at = whole.text.find(", 7");
    QVERIFY(at != std::string::npos);
    request.generation.stop = {"no such text", ", 7"};
    RunContext context;
    std::string shown;
    context.onText = [&](std::string_view text) { shown += text; };
    const Outcome stopped = run(*m_blocks, *m_blocks->openSession({}), request, {}, context);
    QCOMPARE(stopped.finish, FinishReason::Stop);
    QCOMPARE(stopped.text, whole.text.substr(0, at));
    QCOMPARE(shown, stopped.text);
}

void TestLanguageModel::weightsStayMapped()
{
    const ModelInfo &info = m_blocks->info();
    QVERIFY(info.mappedBytes > 96'000'000 && info.mappedBytes < info.fileBytes);
    QCOMPARE(info.weightBytes, info.mappedBytes);
    // The widened copy of the other model is all that tensors hold as weights.
    QCOMPARE(tally().bytes(Owner::Weights, MemorySpace::Host), m_fp32->info().weightBytes - m_fp32->info().mappedBytes);
}

void TestLanguageModel::memoryComesBack()
{
    const int64_t before = hostCounters().live;
    for (int i = 0; i < 3; ++i) {
        Request request;
        request.prompt = "The sea";
        request.generation.maxTokens = 4;
        request.dump = i == 1 ? DumpTensors::Yes : DumpTensors::No;
        QCOMPARE(runOnce(*m_blocks, request).kind, OutcomeKind::Ok);
        QCOMPARE(hostCounters().live.load(), before);
    }
    for (const Owner owner : {Owner::KvCache, Owner::Activations})
        QCOMPARE(tally().bytes(owner, MemorySpace::Host), 0);
}

void TestLanguageModel::badRequests_data()
{
    QTest::addColumn<std::vector<int64_t>>("ids");
    QTest::addColumn<int>("contextCap");
    QTest::addColumn<double>("temperature");
    QTest::addColumn<QString>("named");
    QTest::newRow("empty prompt") << std::vector<int64_t>{} << 0 << 0.0 << "empty";
    QTest::newRow("id beyond the vocabulary") << std::vector<int64_t>{1, 49152} << 0 << 0.0 << "49152";
    QTest::newRow("negative id") << std::vector<int64_t>{-1} << 0 << 0.0 << "input_ids[0]";
    QTest::newRow("longer than the cap") << std::vector<int64_t>(9, 5) << 8 << 0.0 << "9 tokens";
    QTest::newRow("longer than the model") << std::vector<int64_t>(8193, 5) << 0 << 0.0 << "8192";
    QTest::newRow("negative temperature") << std::vector<int64_t>{1} << 0 << -1.0 << "temperature";
}

void TestLanguageModel::badRequests()
{
    QFETCH(std::vector<int64_t>, ids);
    QFETCH(int, contextCap);
    QFETCH(double, temperature);
    QFETCH(QString, named);
    Request request;
    request.inputIds = ids;
    request.generation.temperature = temperature;
    const auto prepared = m_blocks->prepare(request, {Toggle::On, contextCap});
    QVERIFY(!prepared);
    QCOMPARE(prepared.error().code, ErrorCode::InputInvalid);
    QVERIFY2(prepared.error().message.find(named.toStdString()) != std::string::npos, prepared.error().message.c_str());
}

void TestLanguageModel::brokenModelIsRefusedAndTheNextOneRuns()
{
    const QDir folder(QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/formats/badfiles"));
    const QStringList files = folder.entryList({QStringLiteral("*.gguf")}, QDir::Files);
    QVERIFY(files.size() > 5);
    Request request;
    request.prompt = "Hello";
    request.generation.maxTokens = 1;
    const std::vector<int64_t> expected = runOnce(*m_blocks, request).ids;
    for (const QString &file : files) {
        const auto model = GgufLanguageModelFactory().load({"broken", folder.filePath(file).toStdString(), ComputeType::Native, {}}, {});
        // good.gguf is a whole file, but of one layer's names only: no tokenizer, so no language model either.
        QVERIFY2(!model && !model.error().message.empty(), qPrintable(file));
        QCOMPARE(runOnce(*m_blocks, request).ids, expected);
    }
    const auto missing = GgufLanguageModelFactory().load({"missing", "/no/such/file.gguf", ComputeType::Native, {}}, {});
    QCOMPARE(missing.error().code, ErrorCode::ModelMissing);
    LoadContext cancelled;
    cancelled.cancel.cancel();
    const auto stopped = GgufLanguageModelFactory().load({"smollm2", modelPath, ComputeType::Fp32, {}}, cancelled);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestLanguageModel)
#include "tst_languagemodel.moc"
