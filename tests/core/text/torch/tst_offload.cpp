// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/hostcounters.h"
#include "core/memory/memoryreader.h"
#include "core/memory/tally.h"
#include "core/memory/torch/hostallocator.h"
#include "core/text/torch/languagemodel.h"

#include <QtTest>

#include <malloc.h>

#include <array>

#include <ATen/Parallel.h>

#include <thread>

using namespace limno;

namespace {

const std::string modelPath = LIMNOGRAPH_BUILD_DIR "/share/limnograph/models/SmolLM2-135M-Instruct.Q4_1.gguf";

int64_t shmem()
{
    return MemoryReader().read().value(Metric::RssShmem).value_or(0);
}

} // namespace

/// The real SmolLM2 on an emulated card.
class TestOffload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void sameTokensInAllModes();
    void copiesWhatItMoves();
    void weightsLeaveTheCard();
    void peakFallsFromModeToMode();
    void togglesLeaveNothingBehind();
    void loadAndUnloadLeaveNothingBehind();
    void evictedWeightsComeBack();
    void aCardThatIsTooSmallSaysSo();
    void aLayerAtATimeFitsWhereAllDoNot();
    void outOfMemoryWhileRunningLeavesTheSessionUsable();
    void runsAtTheSameTime();
    void cpuHasNothingToOffload();

private:
    void makeCard(const char *spec);
    Result<std::shared_ptr<Model>> tryLoad(Offload offload);
    std::shared_ptr<LanguageModel> load(Offload offload);
    Outcome run(LanguageModel &model, int tokens = 6, int promptTokens = 5);
    int64_t allocated() const { return m_card->stats()->allocatedBytes.all.current; }

    std::shared_ptr<EmulatedCard> m_card;
    std::vector<int64_t> m_expected; ///< what the same request gives without a card
};

void TestOffload::initTestCase()
{
    installHostAllocator();
    at::set_num_threads(2);
    if (!QFile::exists(QString::fromStdString(modelPath)))
        QSKIP("the model file was not fetched");
    m_expected = run(*load(Offload::None)).ids;
    QCOMPARE(m_expected.size(), size_t(6));
}

void TestOffload::init()
{
    makeCard("emulated:512MiB");
}

void TestOffload::cleanup()
{
    QCOMPARE(allocated(), 0);
    QCOMPARE(tally().bytes(MemorySpace::Device), 0);
    m_card.reset();
}

void TestOffload::makeCard(const char *spec)
{
    m_card = *EmulatedCard::create(*parseDeviceSpec(spec));
}

Result<std::shared_ptr<Model>> TestOffload::tryLoad(Offload offload)
{
    LoadContext context;
    context.device = m_card;
    context.offload = offload;
    return GgufLanguageModelFactory().load({.name = "smollm2", .path = modelPath}, context);
}

std::shared_ptr<LanguageModel> TestOffload::load(Offload offload)
{
    auto model = tryLoad(offload);
    if (!model)
        qFatal("%s", model.error().message.c_str());
    return std::static_pointer_cast<LanguageModel>(*model);
}

Outcome TestOffload::run(LanguageModel &model, int tokens, int promptTokens)
{
    Request request;
    for (int i = 0; i < promptTokens; ++i)
        request.inputIds.push_back(100 + 7 * i % 1000);
    request.generation.maxTokens = tokens;
    request.generation.ignoreEos = true;
    const auto prepared = model.prepare(request, {});
    const DeviceScope scope(m_card.get());
    return model.openSession({})->run(request, **prepared, {});
}

void TestOffload::sameTokensInAllModes()
{
    for (const Offload mode : {Offload::None, Offload::Model, Offload::Layer}) {
        const auto model = load(mode);
        QCOMPARE(run(*model).ids, m_expected);
        QCOMPARE(run(*model).ids, m_expected);
        QCOMPARE(model->effectiveOffload().offload, mode);
        QVERIFY(model->effectiveOffload().reason.empty());
    }
}

void TestOffload::copiesWhatItMoves()
{
    const int64_t weights = load(Offload::Model)->info().weightBytes;
    {
        const auto model = load(Offload::None);
        QCOMPARE(model->decoder().weights().copiedBytes(), weights);
        QCOMPARE(model->decoder().weights().residentBytes(), weights);
        QCOMPARE(run(*model).memory.weightBytesCopied, 0);
    }
    {
        const auto model = load(Offload::Model);
        QCOMPARE(model->decoder().weights().copiedBytes(), 0);
        QCOMPARE(run(*model).memory.weightBytesCopied, weights);
        QCOMPARE(model->decoder().weights().residentBytes(), 0);
    }
    const auto model = load(Offload::Layer);
    const DecoderWeights &source = model->decoder().weights().source();
    QCOMPARE(model->decoder().weights().copiedBytes(), source.ends.bytes());
    int64_t layers = 0;
    for (const DecoderLayer &layer : source.layers)
        layers += layer.bytes();
    QCOMPARE(layers + source.ends.bytes(), weights);
    // Each of the six forward passes brings in every layer once; at the end perhaps one more was on its way.
    const int64_t copied = run(*model).memory.weightBytesCopied;
    QVERIFY2(copied >= 6 * layers && copied <= 6 * layers + source.layers.front().bytes(), qPrintable(QString::number(copied)));
}

void TestOffload::weightsLeaveTheCard()
{
    const auto model = load(Offload::None);
    run(*model);
    const int64_t weights = model->info().weightBytes;
    QVERIFY(tally().bytes(Owner::Weights, MemorySpace::Device) >= weights);
    const int64_t before = shmem();
    QVERIFY(model->setOffload(Offload::Model));
    QCOMPARE(tally().bytes(Owner::Weights, MemorySpace::Device), 0);
    m_card->emptyCache();
    QVERIFY2(before - shmem() >= weights, qPrintable(QString::number(before - shmem())));
}

void TestOffload::peakFallsFromModeToMode()
{
    std::vector<int64_t> peaks;
    for (const Offload mode : {Offload::None, Offload::Layer}) {
        const auto model = load(mode);
        m_card->resetPeak();
        run(*model);
        peaks.push_back(m_card->stats()->allocatedBytes.all.peak);
    }
    QVERIFY2(peaks[1] * 2 < peaks[0], qPrintable(QString("%1 of %2").arg(peaks[1]).arg(peaks[0])));
}

void TestOffload::togglesLeaveNothingBehind()
{
    const auto model = load(Offload::None);
    const auto level = [this] {
        m_card->emptyCache();
        const Sample now = MemoryReader().read();
        return *now.value(Metric::RssAnon) + *now.value(Metric::RssShmem);
    };
    int64_t second = 0;
    for (int i = 1; i <= 20; ++i) {
        QVERIFY(model->setOffload(std::array{Offload::Model, Offload::Layer, Offload::None}[static_cast<size_t>(i % 3)]));
        QCOMPARE(run(*model, 2).ids.size(), size_t(2));
        QVERIFY(model->setOffload(Offload::None));
        if (i == 2)
            second = level();
    }
    const int64_t last = level();
    QVERIFY2(std::abs(last - second) * 50 <= second, qPrintable(QString("%1, then %2").arg(second).arg(last)));
}

void TestOffload::loadAndUnloadLeaveNothingBehind()
{
    const auto cycle = [this] {
        run(*load(Offload::None), 2);
        m_card->emptyCache();
        malloc_trim(0);
        const Sample now = MemoryReader().read();
        return *now.value(Metric::RssAnon) + *now.value(Metric::RssShmem);
    };
    cycle();
    const int64_t second = cycle();
    int64_t last = 0;
    for (int i = 3; i <= 20; ++i)
        last = cycle();
#ifndef LIMNOGRAPH_SANITIZED // a sanitizer holds freed blocks back
    QVERIFY2(std::abs(last - second) <= 2 << 20, qPrintable(QString("%1, then %2").arg(second).arg(last)));
#endif
    QCOMPARE(m_card->stats()->reservedBytes.all.current, 0);
}

void TestOffload::evictedWeightsComeBack()
{
    const auto model = load(Offload::None);
    model->evictWeights();
    QCOMPARE(allocated(), 0);
    QCOMPARE(run(*model).ids, m_expected);
    QCOMPARE(model->decoder().weights().residentBytes(), model->info().weightBytes);
}

void TestOffload::aCardThatIsTooSmallSaysSo()
{
    makeCard("emulated:64MiB");
    const auto model = tryLoad(Offload::None);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::OutOfMemory);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains("64.00 MiB") && message.contains("emulated"), qPrintable(message));
}

void TestOffload::aLayerAtATimeFitsWhereAllDoNot()
{
    makeCard("emulated:64MiB");
    const auto model = load(Offload::Layer);
    QCOMPARE(run(*model).ids, m_expected);
    const Result<void> all = model->setOffload(Offload::None);
    QVERIFY(!all);
    QCOMPARE(all.error().code, ErrorCode::OutOfMemory);
    QCOMPARE(model->effectiveOffload().offload, Offload::Model);
    QVERIFY(!model->effectiveOffload().reason.empty());
    const Outcome failed = run(*model); // needs all of them at once
    QCOMPARE(failed.kind, OutcomeKind::Failed);
    QCOMPARE(failed.error->code, ErrorCode::OutOfMemory);
    QVERIFY(model->setOffload(Offload::Layer));
    QCOMPARE(run(*model).ids, m_expected);
}

void TestOffload::outOfMemoryWhileRunningLeavesTheSessionUsable()
{
    makeCard("emulated:128MiB");
    const auto model = load(Offload::None);
    const auto session = model->openSession("c");
    const auto ask = [&](int promptTokens) {
        Request request;
        request.inputIds.assign(static_cast<size_t>(promptTokens), 42);
        request.generation.maxTokens = 2;
        const auto prepared = model->prepare(request, {});
        const DeviceScope scope(m_card.get());
        return session->run(request, **prepared, {});
    };
    for (int i = 0; i < 3; ++i) {
        const int64_t before = allocated();
        const Outcome failed = ask(6000);
        QCOMPARE(failed.kind, OutcomeKind::Failed);
        QCOMPARE(failed.error->code, ErrorCode::OutOfMemory);
        QVERIFY(allocated() <= before); // the failed run's cache went too
        m_card->emptyCache();
        QCOMPARE(ask(8).kind, OutcomeKind::Ok);
    }
}

void TestOffload::runsAtTheSameTime()
{
    for (const Offload mode : {Offload::Model, Offload::Layer}) {
        const auto model = load(mode);
        std::vector<std::vector<int64_t>> ids(3);
        std::vector<std::thread> threads;
        for (auto &mine : ids) {
            threads.emplace_back([&] {
                at::set_num_threads(1);
                for (int i = 0; i < 2; ++i)
                    mine = run(*model).ids;
            });
        }
        for (auto &thread : threads)
            thread.join();
        for (const auto &each : ids)
            QCOMPARE(each, m_expected);
    }
}

void TestOffload::cpuHasNothingToOffload()
{
    const int64_t before = hostCounters().live;
    auto loaded = GgufLanguageModelFactory().load({.name = "smollm2", .path = modelPath}, {.offload = Offload::Layer});
    QVERIFY(loaded);
    QCOMPARE((*loaded)->effectiveOffload().offload, Offload::None);
    QVERIFY(QString::fromStdString((*loaded)->effectiveOffload().reason).contains("cpu"));
    QCOMPARE(hostCounters().live.load(), before);
}

QTEST_GUILESS_MAIN(TestOffload)
#include "tst_offload.moc"
