// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardblocks.h"

#include "core/memory/cardrules.h"

#include "cardmodel.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace limno;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

/// Books with a stand-in for the card: each new segment lies above all before it.
struct Books {
    CardBlocks blocks;
    uintptr_t next = 0x10000000;

    uintptr_t take(int64_t bytes, AllocationTag tag = {})
    {
        if (const auto address = blocks.take(bytes, tag))
            return *address;
        const int64_t size = cardrules::segmentSize(cardrules::blockSize(bytes));
        blocks.addSegment(next, size, cardrules::poolOf(cardrules::blockSize(bytes)), tag);
        next += static_cast<uintptr_t>(size);
        return blocks.take(bytes, tag).value();
    }
    int64_t emptied()
    {
        int64_t bytes = 0;
        for (const CardBlocks::Extent &segment : blocks.takeFreeSegments())
            bytes += segment.size;
        return bytes;
    }
};

} // namespace

class TestCardBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallBlocksSplitFrom512Bytes();
    void largeBlocksSplitAboveOneMebibyte_data();
    void largeBlocksSplitAboveOneMebibyte();
    void bestFitThenLowestAddress();
    void poolsNeverMix();
    void neighboursMergeWithinTheirSegmentOnly();
    void onlyWholeSegmentsAreReturned();
    void refusesWhatIsNoBlockInUse();
    void tagsComeBack();
    void inactiveSplitAsInPyTorch();
    void agreesWithTheModel_data();
    void agreesWithTheModel();
};

void TestCardBlocks::smallBlocksSplitFrom512Bytes()
{
    Books books;
    books.take(kMiB);
    books.take(kMiB - 512); // leaves 512 bytes
    const auto segments = books.blocks.segments();
    QCOMPARE(segments.size(), size_t(1));
    QCOMPARE(segments[0].blocks.size(), size_t(3));
    QCOMPARE(segments[0].blocks[2].size, int64_t(512));
    QCOMPARE(books.blocks.largestFree(), int64_t(512));
}

void TestCardBlocks::largeBlocksSplitAboveOneMebibyte_data()
{
    QTest::addColumn<qint64>("requested");
    QTest::addColumn<qint64>("allocated");
    QTest::newRow("rest of one MiB stays with the block") << qint64(11 * kMiB) << qint64(12 * kMiB);
    QTest::newRow("one step more is split off") << qint64(11 * kMiB - 512) << qint64(11 * kMiB - 512);
}

void TestCardBlocks::largeBlocksSplitAboveOneMebibyte()
{
    QFETCH(qint64, requested);
    QFETCH(qint64, allocated);
    Books books;
    books.take(requested);
    QCOMPARE(qint64(books.blocks.stats().allocatedBytes.all.current), allocated);
    QCOMPARE(qint64(books.blocks.stats().requestedBytes.all.current), requested);
    QCOMPARE(qint64(books.blocks.stats().reservedBytes.all.current), qint64(12 * kMiB));
}

void TestCardBlocks::bestFitThenLowestAddress()
{
    Books books;
    std::vector<uintptr_t> blocks;
    for (const int kibibytes : {64, 8, 32, 8, 16, 8, 16, 8}) // the ones of 8 keep the others apart
        blocks.push_back(books.take(kibibytes * 1024));
    books.take(static_cast<int64_t>(books.blocks.largestFree())); // what is left of the segment, up to one MiB
    books.take(static_cast<int64_t>(books.blocks.largestFree()));
    for (const size_t i : {6, 0, 4, 2})
        books.blocks.give(blocks[i]);
    QCOMPARE(books.take(12 * 1024), blocks[4]); // 16 KiB is best, and the lower of two
    QCOMPARE(books.take(16 * 1024), blocks[6]);
    QCOMPARE(books.take(17 * 1024), blocks[2]);
    QCOMPARE(books.take(33 * 1024), blocks[0]);
}

void TestCardBlocks::poolsNeverMix()
{
    Books books;
    const uintptr_t large = books.take(5 * kMiB);
    books.take(1024);
    QCOMPARE(books.blocks.stats().segment.small.current, int64_t(1)); // though the large segment has room
    QCOMPARE(books.blocks.stats().segment.large.current, int64_t(1));
    books.blocks.give(large);
    QVERIFY(books.blocks.take(kMiB, {})); // the rest of the small segment
    QVERIFY(!books.blocks.take(kMiB, {})); // though 20 MiB are free in the other pool
}

void TestCardBlocks::neighboursMergeWithinTheirSegmentOnly()
{
    Books books;
    const uintptr_t a = books.take(kMiB);
    const uintptr_t b = books.take(kMiB); // fills the first segment
    const uintptr_t c = books.take(kMiB); // at the start of the second, which lies right behind
    QCOMPARE(c, b + kMiB);
    books.blocks.give(b);
    books.blocks.give(c);
    const auto segments = books.blocks.segments();
    QCOMPARE(segments.size(), size_t(2));
    QCOMPARE(segments[0].blocks.size(), size_t(2));
    QCOMPARE(segments[1].blocks.size(), size_t(1));
    QCOMPARE(segments[1].blocks[0].size, 2 * kMiB);
    QVERIFY(books.blocks.give(a));
    QCOMPARE(books.blocks.segments()[0].blocks.size(), size_t(1));
    QCOMPARE(books.blocks.largestFree(), kMiB); // the most that the small pool is asked for
}

void TestCardBlocks::onlyWholeSegmentsAreReturned()
{
    Books books;
    const uintptr_t kept = books.take(5 * kMiB);
    const uintptr_t gone = books.take(30 * kMiB);
    const uintptr_t small = books.take(100);
    books.blocks.give(gone);
    books.blocks.give(small);
    QCOMPARE(books.emptied(), 32 * kMiB);
    QCOMPARE(books.emptied(), int64_t(0));
    QCOMPARE(books.blocks.stats().numDeviceFree, int64_t(2));
    books.blocks.give(kept);
    QCOMPARE(books.emptied(), 20 * kMiB);
    QVERIFY(books.blocks.segments().empty());
    QCOMPARE(books.blocks.largestFree(), int64_t(0));
}

void TestCardBlocks::refusesWhatIsNoBlockInUse()
{
    Books books;
    const uintptr_t block = books.take(4096);
    const DeviceStats before = books.blocks.stats();
    QVERIFY(!books.blocks.give(block + 512));
    QVERIFY(!books.blocks.give(block + 4096)); // a free block
    QVERIFY(!books.blocks.give(1));
    QVERIFY(books.blocks.stats() == before);
    QVERIFY(books.blocks.give(block));
    QVERIFY(!books.blocks.give(block));
}

void TestCardBlocks::tagsComeBack()
{
    Books books;
    const AllocationTag first{1, 10};
    const AllocationTag second{2, 11};
    books.take(600, first);
    const uintptr_t block = books.take(700, second);
    auto segment = books.blocks.segments().at(0);
    QVERIFY(segment.tag == first); // whose request made it necessary
    QVERIFY(segment.blocks.at(1).tag == second);
    QVERIFY(segment.blocks.at(1).state == CardBlock::State::Active);
    QCOMPARE(segment.blocks.at(1).requestedSize, int64_t(700));
    const auto freed = books.blocks.give(block);
    QVERIFY(freed && freed->tag == second);
    QCOMPARE(freed->requestedBytes, int64_t(700));
    QCOMPARE(freed->bytes, int64_t(1024));
    segment = books.blocks.segments().at(0);
    QVERIFY(segment.blocks.at(1).tag == AllocationTag());
    QVERIFY(segment.blocks.at(1).state == CardBlock::State::Inactive);
}

/// Followed by hand through c10/cuda/CUDACachingAllocator.cpp.
void TestCardBlocks::inactiveSplitAsInPyTorch()
{
    Books books;
    const uintptr_t a = books.take(kMiB);
    const DeviceStatArray &bytes = books.blocks.stats().inactiveSplitBytes;
    const DeviceStatArray &count = books.blocks.stats().inactiveSplit;
    QVERIFY(bytes.all == (DeviceStat{kMiB, kMiB, kMiB, 0}));
    const uintptr_t b = books.take(kMiB / 2); // out of the split rest: bytes fall, the count stays
    QVERIFY(bytes.small == (DeviceStat{kMiB / 2, kMiB, kMiB, kMiB / 2}));
    QVERIFY(count.all == (DeviceStat{1, 1, 1, 0}));
    books.blocks.give(b); // merges with the rest: the count's net change is none
    QVERIFY(bytes.all == (DeviceStat{kMiB, kMiB, kMiB + kMiB / 2, kMiB / 2}));
    QVERIFY(count.all == (DeviceStat{1, 1, 1, 0}));
    books.blocks.give(a); // whole again: nothing is split
    QVERIFY(bytes.all == (DeviceStat{0, kMiB, kMiB + kMiB / 2, kMiB + kMiB / 2}));
    QVERIFY(count.all == (DeviceStat{0, 1, 1, 1}));
    QVERIFY(bytes.large == DeviceStat{});
}

void TestCardBlocks::agreesWithTheModel_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<qint64>("most");
    for (int seed = 1; seed <= 6; ++seed) {
        QTest::addRow("small requests, seed %d", seed) << seed << qint64(kMiB + kMiB / 4);
        QTest::addRow("all sizes, seed %d", seed) << seed << qint64(48 * kMiB);
    }
}

void TestCardBlocks::agreesWithTheModel()
{
    QFETCH(int, seed);
    QFETCH(qint64, most);
    std::mt19937_64 random(static_cast<uint64_t>(seed));
    Books books;
    CardModel model;
    std::vector<uintptr_t> live;
    for (int step = 0; step < 1500; ++step) {
        const uint64_t choice = random() % 100;
        if (choice < 2) {
            QCOMPARE(books.emptied(), model.empty());
        } else if (live.empty() || (choice < 54 && live.size() < 200)) {
            // Sizes spread over all magnitudes, so that both pools and all segment sizes occur.
            const double exponent = static_cast<double>(random() % 10'000) / 10'000;
            const auto bytes = static_cast<int64_t>(std::pow(static_cast<double>(most), exponent));
            const uintptr_t next = books.next;
            const uintptr_t address = books.take(bytes);
            auto expected = model.take(bytes);
            QCOMPARE(expected.has_value(), books.next == next);
            if (!expected) {
                model.addSegment(next, CardModel::segmentBytes(bytes));
                expected = model.take(bytes);
            }
            QCOMPARE(address, expected.value());
            live.push_back(address);
        } else {
            std::swap(live[random() % live.size()], live.back());
            QVERIFY(books.blocks.give(live.back()));
            model.give(live.back());
            live.pop_back();
        }
        QVERIFY2(books.blocks.stats() == model.stats, qPrintable(QString::number(step)));
        QCOMPARE(books.blocks.largestFree(), model.largestFree());
    }
    const auto segments = books.blocks.segments();
    QCOMPARE(segments.size(), model.segments.size());
    for (size_t i = 0; i < segments.size(); ++i) {
        QCOMPARE(segments[i].address, model.segments[i].address);
        QCOMPARE(segments[i].blocks.size(), model.segments[i].blocks.size());
        for (size_t b = 0; b < segments[i].blocks.size(); ++b) {
            const CardBlock &block = segments[i].blocks[b];
            QVERIFY((model.segments[i].blocks[b] == CardModel::Block{block.address, block.size, block.requestedSize}));
        }
    }
}

QTEST_APPLESS_MAIN(TestCardBlocks)
#include "tst_cardblocks.moc"
