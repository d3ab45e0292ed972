// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"

#include "manualclock.h"

#include <QtTest>

#include <limits>
#include <vector>

using namespace limno;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

std::shared_ptr<EmulatedCard> makeCard(std::string_view device, const EmulatedCardOptions &options = {})
{
    const auto card = EmulatedCard::create(parseDeviceSpec(device).value(), options);
    return card ? *card : nullptr;
}

void *taken(EmulatedCard &card, int64_t bytes)
{
    const auto block = card.allocate(bytes);
    return block ? *block : nullptr;
}

} // namespace

class TestEmulatedCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesToBeMade_data();
    void refusesToBeMade();
    void oddRequests();
    void noBlockNoFree();
    void keepsAHistory();
    void fillsTheDeviceMetrics();
    void copiesQueueForTheOneEngine();
    void resetsPeaks();
    void withoutACardThereAreNoNumbers();
};

void TestEmulatedCard::refusesToBeMade_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<qint64>("available");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *device, qint64 available, ErrorCode code, const char *says) {
        QTest::newRow(name) << QByteArray(device) << available << static_cast<int>(code) << QByteArray(says);
    };
    row("cpu", "cpu", kMiB << 20, ErrorCode::InputInvalid, "cpu");
    row("no room for a segment", "emulated:3MiB,context=2MiB", kMiB << 20, ErrorCode::InputInvalid, "1048576|2097152");
    row("above half of what is available", "emulated:6GiB", (11 * kMiB) << 10, ErrorCode::OutOfMemory,
        "6.0 GiB|11.0 GiB");
    row("more addresses than there are", "emulated:64TiB", kMiB << 40, ErrorCode::OutOfMemory, "addresses");
}

void TestEmulatedCard::refusesToBeMade()
{
    QFETCH(QByteArray, device);
    QFETCH(qint64, available);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    EmulatedCardOptions options;
    options.availableBytes = available;
    const auto card = EmulatedCard::create(parseDeviceSpec(device.toStdString()).value(), options);
    QVERIFY(!card);
    QCOMPARE(static_cast<int>(card.error().code), code);
    for (const QByteArray &word : says.split('|'))
        QVERIFY2(card.error().message.find(word.toStdString()) != std::string::npos, card.error().message.c_str());
}

void TestEmulatedCard::oddRequests()
{
    const auto card = makeCard("emulated:8MiB");
    QVERIFY(card);
    const DeviceStats before = *card->stats();
    const auto none = card->allocate(0);
    QVERIFY(none && *none == nullptr);
    QVERIFY(!card->free(nullptr));
    QVERIFY(*card->stats() == before);
    for (const int64_t bytes : {int64_t(-1), std::numeric_limits<int64_t>::max(), int64_t(1) << 60}) {
        const auto failed = card->allocate(bytes);
        QVERIFY(!failed);
        QCOMPARE(failed.error().message, std::string("CUDA out of memory. Tried to allocate more than 1EB memory."));
    }
    QVERIFY(*card->stats() == before); // PyTorch doesn't count these
    const auto failed = card->allocate((int64_t(1) << 60) - 1);
    QVERIFY(!failed);
    QCOMPARE(failed.error().segmentBytes, int64_t(1) << 60);
    QCOMPARE(card->stats()->numOoms, int64_t(1));
    const auto block = reinterpret_cast<uintptr_t>(taken(*card, 1));
    QVERIFY(block != 0);
    QCOMPARE(block % 512, uintptr_t(0));
}

void TestEmulatedCard::noBlockNoFree()
{
    const auto card = makeCard("emulated:8MiB");
    QVERIFY(card);
    const AllocationTag tag{3, 4};
    const auto block = card->allocate(1000, tag);
    QVERIFY(block);
    int onTheStack = 0;
    QVERIFY(!card->free(&onTheStack));
    QVERIFY(!card->free(static_cast<char *>(*block) + 512));
    const auto freed = card->free(*block);
    QVERIFY(freed);
    QCOMPARE(freed->requestedBytes, int64_t(1000));
    QCOMPARE(freed->bytes, int64_t(1024));
    QVERIFY(freed->tag == tag);
    QVERIFY(!card->free(*block)); // twice
}

void TestEmulatedCard::keepsAHistory()
{
    ManualClock clock;
    const auto card = makeCard("emulated:4MiB", {.historyEvents = 100, .clock = &clock});
    QVERIFY(card);
    card->mark("request 1");
    clock.advance(5);
    const AllocationTag tag{1, 2};
    void *block = card->allocate(700, tag).value();
    QVERIFY(!card->allocate(3 * kMiB, {5, 6}));
    card->free(block);
    card->setHistoryEnabled(false);
    card->free(taken(*card, 100));
    card->setHistoryEnabled(true);
    card->emptyCache();

    const auto state = card->state();
    QVERIFY(state && state->segments.empty());
    QCOMPARE(state->traceDropped, int64_t(0));
    std::vector<std::string> lines;
    for (const CardEvent &event : state->trace)
        lines.push_back(std::string(cardEventName(event.kind)) + ' ' + std::to_string(event.size) + ' '
                        + std::to_string(event.timeNs) + ' ' + std::to_string(event.tag.tally) + event.text);
    const std::vector<std::string> expected{
        "user_defined 0 1000 0request 1",
        "segment_alloc 2097152 1005 1",
        "alloc 700 1005 1",
        "oom 20971520 1005 5",
        "free_requested 700 1005 1",
        "free_completed 700 1005 1",
        "segment_free 2097152 1005 0",
    };
    QCOMPARE(lines, expected);
    QCOMPARE(state->trace[2].address, reinterpret_cast<uintptr_t>(block));
    QCOMPARE(state->trace[3].address, uintptr_t(2 * kMiB)); // free on the card
}

void TestEmulatedCard::fillsTheDeviceMetrics()
{
    const auto card = makeCard("emulated:64MiB,context=6MiB");
    QVERIFY(card && card->isEmulated());
    QCOMPARE(card->name(), std::string("emulated 64 MiB"));
    QCOMPARE(card->capacityBytes(), std::optional<int64_t>(64 * kMiB));
    taken(*card, 5 * kMiB);
    Sample sample;
    card->fill(sample);
    QCOMPARE(sample.value(Metric::DeviceAllocated), std::optional<int64_t>(5 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceReserved), std::optional<int64_t>(20 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceInactiveSplit), std::optional<int64_t>(15 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceLargestFree), std::optional<int64_t>(15 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceProcess), std::optional<int64_t>(26 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceUsed), std::optional<int64_t>(26 * kMiB));
    QCOMPARE(sample.value(Metric::DeviceTotal), std::optional<int64_t>(64 * kMiB));
    QVERIFY(!sample.value(Metric::RssAnon));
}

void TestEmulatedCard::copiesQueueForTheOneEngine()
{
    ManualClock clock;
    const auto card = makeCard("emulated:8MiB,copy=1GB/s", {.clock = &clock});
    QVERIFY(card);
    QCOMPARE(card->copyNs(1'000'000), int64_t(1'000'000));
    QCOMPARE(card->queueCopy(1000), int64_t(1000));
    clock.advance(400);
    QCOMPARE(card->queueCopy(1000), int64_t(1600)); // behind the first
    clock.advance(5000);
    QCOMPARE(card->queueCopy(1000), int64_t(1000)); // idle in between
    const auto plain = makeCard("emulated:8MiB");
    QCOMPARE(plain->copyNs(1'000'000), int64_t(0));
    QCOMPARE(plain->queueCopy(1'000'000), int64_t(0));
}

void TestEmulatedCard::resetsPeaks()
{
    const auto card = makeCard("emulated:64MiB");
    QVERIFY(card);
    taken(*card, 1000);
    card->free(taken(*card, 12 * kMiB));
    QCOMPARE(card->stats()->allocatedBytes.all.peak, 12 * kMiB + 1024);
    card->resetPeak();
    const DeviceStats stats = *card->stats();
    QCOMPARE(stats.allocatedBytes.all.peak, int64_t(1024));
    QCOMPARE(stats.allocatedBytes.large.peak, int64_t(0));
    QCOMPARE(stats.allocatedBytes.all.allocated, 12 * kMiB + 1024);
    QCOMPARE(stats.reservedBytes.all.peak, 14 * kMiB);
}

void TestEmulatedCard::withoutACardThereAreNoNumbers()
{
    CpuDevice cpu;
    QCOMPARE(cpu.name(), std::string("cpu"));
    QVERIFY(!cpu.isEmulated());
    QVERIFY(!cpu.capacityBytes() && !cpu.stats() && !cpu.state());
    QCOMPARE(cpu.emptyCache(), int64_t(0));
    QCOMPARE(cpu.emulatedCard(), nullptr);
    Sample sample;
    cpu.fill(sample);
    for (size_t i = 0; i < kMetricCount; ++i)
        QCOMPARE(sample.values[i], Sample::kAbsent);
}

QTEST_APPLESS_MAIN(TestEmulatedCard)
#include "tst_emulatedcard.moc"
