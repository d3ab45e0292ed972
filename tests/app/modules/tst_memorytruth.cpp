// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"
#include "core/memory/heapcounters.h"
#include "core/memory/hostcounters.h"
#include "core/memory/memoryreader.h"
#include "core/memory/tally.h"

#include <QFile>
#include <QtTest>

#include <sys/prctl.h>

#include <cmath>
#include <cstring>

using namespace limno;

namespace {

constexpr int64_t kMB = 1'000'000;
constexpr auto kPatience = std::chrono::minutes(2);
const std::string modelPath = LIMNOGRAPH_BUILD_DIR "/share/limnograph/models/SmolLM2-135M-Instruct.Q4_1.gguf";

} // namespace

/// What memory.md promises, on the real model in the real runtime, tensors module and all.
class TestMemoryTruth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void hardlyAnythingIsUntaggedDuringAChat();
    void sumOfOwnersIsWhatLives();
    void aPlantedCacheIsReportedToTheMegabyte();
    void theSameSeedGivesTheSameAfterClearing();
    void deviceIsEmptyAfterUnloadingTwentyTimes();

private:
    void load();
    Outcome chat(int maxTokens, double temperature = 0);
    std::vector<ClearStepResult> clear();
    void unload();
    Sample read() const { return MemoryReader(&m_services.devices).read(); }

    Services m_services{{.workers = 1, .intraOpThreads = 2}};
};

void TestMemoryTruth::initTestCase()
{
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); // a huge page comes and goes when the system likes: 2 MiB of noise
    if (!QFile::exists(QString::fromStdString(modelPath)))
        QSKIP("the model file was not fetched");
}

void TestMemoryTruth::cleanup()
{
    unload();
    QCOMPARE(m_services.runtime.setDevice({}).wait().outcome.error.has_value(), false);
}

void TestMemoryTruth::load()
{
    const JobHandle job = m_services.runtime.load({.name = "smollm2", .path = modelPath});
    QVERIFY(job.waitForFinished(kPatience));
    QVERIFY2(!job.result()->outcome.error, job.result()->outcome.error ? job.result()->outcome.error->message.c_str() : "");
}

Outcome TestMemoryTruth::chat(int maxTokens, double temperature)
{
    Request request;
    request.task = Task::Chat;
    request.model = "smollm2";
    request.messages = {{"user", "Tell me about the lakes of Finland, please."}};
    request.conversation = "the lakes";
    request.generation.maxTokens = maxTokens;
    request.generation.temperature = temperature;
    request.generation.ignoreEos = true;
    request.seed = 11;
    return m_services.runtime.submit(std::move(request)).wait().outcome;
}

std::vector<ClearStepResult> TestMemoryTruth::clear()
{
    const JobHandle job = m_services.runtime.clear(ClearLadder::all());
    return job.wait().clearSteps;
}

void TestMemoryTruth::unload()
{
    m_services.runtime.unload("smollm2").wait();
}

void TestMemoryTruth::hardlyAnythingIsUntaggedDuringAChat()
{
    load();
    Request request;
    request.task = Task::Chat;
    request.model = "smollm2";
    request.messages = {{"user", "Tell me about the lakes of Finland, please."}};
    request.generation.maxTokens = 64;
    request.generation.ignoreEos = true;
    const JobHandle job = m_services.runtime.submit(std::move(request));
    int64_t most = 0;
    double worstShare = 0;
    int64_t looks = 0;
    while (!job.waitForFinished(std::chrono::milliseconds(0))) {
        const int64_t untagged = tally().bytes(Owner::Untagged, MemorySpace::Host);
        const int64_t all = hostCounters().live.load();
        if (all < 256 * 1024)
            continue; // not running yet
        ++looks;
        most = std::max(most, all);
        worstShare = std::max(worstShare, static_cast<double>(untagged) / static_cast<double>(all));
    }
    QCOMPARE(job.result()->outcome.ids.size(), size_t(64));
    QVERIFY(looks > 1000);
    QVERIFY(most > 1'000'000);
    QVERIFY2(worstShare <= 0.02, qPrintable(QString::number(worstShare)));
}

void TestMemoryTruth::sumOfOwnersIsWhatLives()
{
    load();
    QCOMPARE(chat(16).kind, OutcomeKind::Ok);
    int64_t sum = 0;
    for (const Tally::Row &row : tally().rows())
        sum += row.bytes;
    QCOMPARE(sum, hostCounters().live.load());
    QVERIFY(tally().bytes(Owner::KvCache, MemorySpace::Host) > 0); // the conversation's
}

void TestMemoryTruth::aPlantedCacheIsReportedToTheMegabyte()
{
    if (!heapInUseBytes())
        QSKIP("sanitizers bring their own malloc");
    load();
    QCOMPARE(chat(8).kind, OutcomeKind::Ok);
    clear();
    std::vector<void *> cache;
    const auto plant = [&cache] {
        for (int i = 0; i < 500; ++i) {
            cache.push_back(std::malloc(100'000));
            std::memset(cache.back(), 1, 100'000);
        }
    };
    const auto registration = m_services.ladder.add(ClearStep::TextCaches, [&cache] {
        for (void *block : cache)
            std::free(block);
        cache.clear();
    });
    plant();
    const std::vector<ClearStepResult> steps = clear();
    int64_t heap = 0;
    int64_t bytes = 0;
    for (const ClearStepResult &step : steps) {
        bytes += step.bytes;
        if (step.step == ClearStep::TextCaches)
            heap = step.curves.at(Metric::HeapInUse);
    }
    QVERIFY2(std::abs(heap - 50 * kMB) < kMB, qPrintable(QString::number(heap)));
    QVERIFY2(std::abs(bytes - 50 * kMB) < kMB, qPrintable(QString::number(bytes))); // pages that the system got back
}

void TestMemoryTruth::theSameSeedGivesTheSameAfterClearing()
{
    load();
    const Outcome first = chat(16, 0.8);
    QCOMPARE(first.ids.size(), size_t(16));
    clear();
    const Outcome second = chat(16, 0.8);
    QCOMPARE(second.tokens.reused, int64_t(0));
    QCOMPARE(second.ids, first.ids);
}

/// Field case B3: in tensors, held by the allocator, and the rest, which belongs to the process.
void TestMemoryTruth::deviceIsEmptyAfterUnloadingTwentyTimes()
{
    constexpr int64_t context = int64_t{300} << 20;
    const auto spec = parseDeviceSpec("emulated:1GiB,context=300MiB");
    QVERIFY(spec.has_value());
    QVERIFY(!m_services.runtime.setDevice(*spec).wait().outcome.error);
    int64_t restInCycle2 = 0;
    for (int cycle = 1; cycle <= 20; ++cycle) {
        load();
        QCOMPARE(chat(2).kind, OutcomeKind::Ok);
        QVERIFY(read().value(Metric::DeviceAllocated).value() > 50 * kMB);
        unload();
        clear();
        const Sample after = read();
        QCOMPARE(after.value(Metric::DeviceAllocated).value(), int64_t(0));
        QCOMPARE(after.value(Metric::DeviceReserved).value(), int64_t(0));
        const int64_t rest = after.value(Metric::DeviceProcess).value() - after.value(Metric::DeviceReserved).value();
        QCOMPARE(rest, context);
        if (cycle == 2)
            restInCycle2 = after.value(Metric::RssAnon).value() + after.value(Metric::RssShmem).value();
        if (cycle == 20) {
            const int64_t grown = after.value(Metric::RssAnon).value() + after.value(Metric::RssShmem).value() - restInCycle2;
            QVERIFY2(grown < 2 * kMB, qPrintable(QString::number(grown)));
        }
    }
}

QTEST_GUILESS_MAIN(TestMemoryTruth)
#include "tst_memorytruth.moc"
