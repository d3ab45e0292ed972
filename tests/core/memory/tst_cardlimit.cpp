// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"

#include <QtTest>

#include <algorithm>
#include <cstring>
#include <vector>

using namespace limno;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

std::shared_ptr<EmulatedCard> makeCard(std::string_view device)
{
    const auto card = EmulatedCard::create(parseDeviceSpec(device).value());
    return card ? *card : nullptr;
}

void *taken(EmulatedCard &card, int64_t bytes)
{
    const auto block = card.allocate(bytes);
    return block ? *block : nullptr;
}

/// Eight caches, each copied into one that is longer by `growth` at every step, as by concatenation. Returns the length
/// that the card could not give any more, or 0 after all steps.
int64_t growCaches(EmulatedCard &card, double bytes, double growth, int steps)
{
    std::vector<void *> caches(8, nullptr);
    for (int step = 0; step < steps; ++step, bytes *= growth) {
        for (void *&cache : caches) {
            void *longer = taken(card, static_cast<int64_t>(bytes));
            if (!longer)
                return static_cast<int64_t>(bytes);
            card.free(cache);
            cache = longer;
        }
    }
    return 0;
}

} // namespace

class TestCardLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLimitTestsSegments();
    void outOfMemoryLeavesEverythingUsable();
    void aRetryThatSucceedsCounts();
    void failsByFragmentation();
    void growingRequestsFragment();
};

void TestCardLimit::theLimitTestsSegments()
{
    const auto card = makeCard("emulated:64MiB,context=4MiB");
    QVERIFY(card);
    QCOMPARE(card->budgetBytes(), 60 * kMiB);
    for (int i = 0; i < 6; ++i)
        QVERIFY(taken(*card, 9 * kMiB)); // two in each segment of 20 MiB
    const auto failed = card->allocate(5 * kMiB / 2);
    QVERIFY(!failed);
    const CardOutOfMemory &error = failed.error();
    QCOMPARE(error.code, ErrorCode::OutOfMemory);
    QCOMPARE(error.requestedBytes, 5 * kMiB / 2);
    QCOMPARE(error.segmentBytes, 20 * kMiB);
    QCOMPARE(error.freeBytes, int64_t(0));
    QCOMPARE(error.limitBytes, 60 * kMiB);
    QCOMPARE(
        error.message,
        std::string("CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 64.00 MiB of "
                    "which 0 bytes is free. Including non-PyTorch memory, this process has 64.00 MiB memory in use. "
                    "Of the allocated memory 54.00 MiB is allocated by PyTorch, and 6.00 MiB is reserved by PyTorch "
                    "but unallocated. The card is emulated; the request was for 2.50 MiB."));
    QCOMPARE(card->stats()->numAllocRetries, int64_t(1));
    QCOMPARE(card->stats()->numOoms, int64_t(1));
    QVERIFY(taken(*card, 2 * kMiB)); // what is left of a segment still serves
}

void TestCardLimit::outOfMemoryLeavesEverythingUsable()
{
    const auto card = makeCard("emulated:32MiB");
    QVERIFY(card);
    auto *first = static_cast<char *>(taken(*card, 12 * kMiB));
    void *second = taken(*card, 12 * kMiB);
    QVERIFY(first && second);
    memset(first, 42, 12 * kMiB);
    const DeviceStats before = *card->stats();
    for (int i = 0; i < 3; ++i)
        QVERIFY(!card->allocate(16 * kMiB));
    DeviceStats after = *card->stats();
    QCOMPARE(after.numOoms, int64_t(3));
    QCOMPARE(after.numAllocRetries, int64_t(3));
    after.numOoms = 0;
    after.numAllocRetries = 0;
    QVERIFY(after == before);
    QVERIFY(card->free(second));
    QVERIFY(taken(*card, 16 * kMiB)); // after emptying the cache
    QVERIFY(std::all_of(first, first + 12 * kMiB, [](char c) { return c == 42; }));
}

void TestCardLimit::aRetryThatSucceedsCounts()
{
    const auto card = makeCard("emulated:40MiB");
    QVERIFY(card);
    card->free(taken(*card, 24 * kMiB));
    QCOMPARE(card->stats()->reservedBytes.all.current, 24 * kMiB);
    QVERIFY(taken(*card, 30 * kMiB));
    const DeviceStats stats = *card->stats();
    QCOMPARE(stats.reservedBytes.all.current, 30 * kMiB);
    QCOMPARE(stats.reservedBytes.all.peak, 30 * kMiB); // never both
    QCOMPARE(stats.numAllocRetries, int64_t(1));
    QCOMPARE(stats.numOoms, int64_t(0));
    QCOMPARE(stats.numDeviceAlloc, int64_t(2));
    QCOMPARE(stats.numDeviceFree, int64_t(1));
}

void TestCardLimit::failsByFragmentation()
{
    const auto card = makeCard("emulated:100MiB");
    QVERIFY(card);
    std::vector<void *> blocks;
    for (int i = 0; i < 20; ++i)
        blocks.push_back(taken(*card, 5 * kMiB)); // five segments, full
    QVERIFY(blocks.back());
    for (size_t i = 0; i < blocks.size(); i += 2)
        card->free(blocks[i]);
    const auto failed = card->allocate(15 * kMiB);
    QVERIFY(!failed);
    const DeviceStats stats = *card->stats();
    QVERIFY(stats.allocatedBytes.all.current + 15 * kMiB < card->budgetBytes());
    QCOMPARE(stats.inactiveSplitBytes.all.current, 50 * kMiB);
    QCOMPARE(*stats.largestFree, 5 * kMiB);
    QCOMPARE(card->emptyCache(), int64_t(0)); // no segment is wholly free
    QVERIFY(taken(*card, *stats.largestFree)); // as it says
}

void TestCardLimit::growingRequestsFragment()
{
    const auto card = makeCard("emulated:100MiB");
    QVERIFY(card);
    const int64_t failed = growCaches(*card, 1.1 * kMiB, 1.03, 100);
    QVERIFY(failed > 0);
    const DeviceStats stats = *card->stats();
    QVERIFY(stats.allocatedBytes.all.current + failed < card->budgetBytes());
    QVERIFY(stats.inactiveSplitBytes.all.current > 6 * failed); // free, but in pieces
    QVERIFY(*stats.largestFree < failed);
    QVERIFY(*stats.largestFree > failed * 9 / 10); // the piece that the last step left

    const auto steady = makeCard("emulated:100MiB");
    QVERIFY(steady);
    QCOMPARE(growCaches(*steady, static_cast<double>(failed), 1, 100), int64_t(0)); // the same length always fits
    QCOMPARE(steady->stats()->numAllocRetries, int64_t(0));
}

QTEST_APPLESS_MAIN(TestCardLimit)
#include "tst_cardlimit.moc"
