// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardrules.h"

#include "core/memory/emulatedcard.h"

#include "cardmodel.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace limno;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

struct Live {
    char *data;
    int64_t bytes;
    char fill;
};

/// Both ends, and some bytes between: what another block wrote over shows.
void write(const Live &live)
{
    for (int64_t i = 0; i < live.bytes; i += std::max<int64_t>(live.bytes / 64, 1))
        live.data[i] = live.fill;
    live.data[live.bytes - 1] = live.fill;
}

bool isIntact(const Live &live)
{
    for (int64_t i = 0; i < live.bytes; i += std::max<int64_t>(live.bytes / 64, 1)) {
        if (live.data[i] != live.fill)
            return false;
    }
    return live.data[live.bytes - 1] == live.fill;
}

/// The model's answer to a request; `address` is where the card put it, for a segment that the model has to make.
std::optional<uintptr_t> answer(CardModel &model, int64_t budget, int64_t bytes, uintptr_t address)
{
    if (const auto taken = model.take(bytes))
        return taken;
    const int64_t segment = CardModel::segmentBytes(bytes);
    if (model.reserved() + segment > budget) {
        model.empty();
        ++model.stats.numAllocRetries;
    }
    if (model.reserved() + segment > budget) {
        ++model.stats.numOoms;
        return std::nullopt;
    }
    model.addSegment(address, segment);
    return model.take(bytes);
}

} // namespace

class TestCardRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesOfSegments_data();
    void sizesOfSegments();
    void agreesWithTheModel_data();
    void agreesWithTheModel();

private:
    static void checkState(const EmulatedCard &card, const std::vector<Live> &live);
};

void TestCardRules::sizesOfSegments_data()
{
    QTest::addColumn<qint64>("requested");
    QTest::addColumn<qint64>("block");
    QTest::addColumn<qint64>("segment");
    QTest::addColumn<bool>("isSmall");
    const auto row = [](const char *name, qint64 requested, qint64 block, qint64 segment, bool isSmall) {
        QTest::newRow(name) << requested << block << segment << isSmall;
    };
    row("one byte", 1, 512, 2 * kMiB, true);
    row("512", 512, 512, 2 * kMiB, true);
    row("513", 513, 1024, 2 * kMiB, true);
    row("rounds up to the largest small", kMiB - 1, kMiB, 2 * kMiB, true);
    row("largest small", kMiB, kMiB, 2 * kMiB, true);
    row("smallest large", kMiB + 1, kMiB + 512, 20 * kMiB, false);
    row("below 10 MiB", 10 * kMiB - 512, 10 * kMiB - 512, 20 * kMiB, false);
    row("rounds up to 10 MiB", 10 * kMiB - 511, 10 * kMiB, 10 * kMiB, false);
    row("10 MiB", 10 * kMiB, 10 * kMiB, 10 * kMiB, false);
    row("above 10 MiB", 10 * kMiB + 1, 10 * kMiB + 512, 12 * kMiB, false);
    row("21 MiB", 21 * kMiB, 21 * kMiB, 22 * kMiB, false);
}

void TestCardRules::sizesOfSegments()
{
    QFETCH(qint64, requested);
    QFETCH(qint64, block);
    QFETCH(qint64, segment);
    QFETCH(bool, isSmall);
    QCOMPARE(qint64(cardrules::blockSize(requested)), block);
    QCOMPARE(qint64(cardrules::segmentSize(block)), segment);
    QCOMPARE(cardrules::poolOf(block) == CardPool::Small, isSmall);
}

void TestCardRules::agreesWithTheModel_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("liveBlocks");
    for (int seed = 1; seed <= 4; ++seed) {
        QTest::addRow("roomy, seed %d", seed) << seed << 20;
        QTest::addRow("tight, seed %d", seed) << seed << 100;
    }
}

/// Random sequences on a card with a limit, against a model of the rules that shares no line with it.
void TestCardRules::agreesWithTheModel()
{
    QFETCH(int, seed);
    QFETCH(int, liveBlocks);
    const auto made = EmulatedCard::create(*parseDeviceSpec("emulated:100MiB,context=3MiB"));
    QVERIFY(made);
    EmulatedCard &card = **made;
    std::mt19937_64 random(static_cast<uint64_t>(seed));
    CardModel model;
    std::vector<Live> live;
    bool wasFragmented = false;
    for (int step = 0; step < 600; ++step) {
        const uint64_t choice = random() % 100;
        if (choice < 2) {
            QCOMPARE(card.emptyCache(), model.empty());
        } else if (live.empty() || (choice < 56 && live.size() < static_cast<size_t>(liveBlocks))) {
            const double exponent = 9 + static_cast<double>(random() % 15'000) / 1000; // 512 bytes to 16 MiB
            const auto bytes = static_cast<int64_t>(std::exp2(exponent));
            const auto block = card.allocate(bytes);
            const auto expected =
                answer(model, card.budgetBytes(), bytes, block ? reinterpret_cast<uintptr_t>(*block) : 0);
            QCOMPARE(block.has_value(), expected.has_value());
            if (block) {
                QCOMPARE(reinterpret_cast<uintptr_t>(*block), *expected);
                live.push_back({static_cast<char *>(*block), bytes, static_cast<char>(step)});
                write(live.back());
            } else {
                wasFragmented |=
                    card.stats()->allocatedBytes.all.current + CardModel::rounded(bytes) < card.budgetBytes();
            }
        } else {
            std::swap(live[random() % live.size()], live.back());
            const Live gone = live.back();
            live.pop_back();
            QVERIFY(isIntact(gone));
            QVERIFY(card.free(gone.data));
            model.give(reinterpret_cast<uintptr_t>(gone.data));
        }
        DeviceStats stats = *card.stats();
        QCOMPARE(*stats.largestFree, model.largestFree());
        QVERIFY(stats.reservedBytes.all.peak <= card.budgetBytes());
        stats.largestFree.reset();
        QVERIFY2(stats == model.stats, qPrintable(QString::number(step)));
        if (step % 50 == 0)
            checkState(card, live);
    }
    checkState(card, live);
    if (liveBlocks > 50)
        QVERIFY(wasFragmented); // else this row tests less than it should
    for (const Live &block : live)
        QVERIFY(card.free(block.data));
    QCOMPARE(card.emptyCache(), model.reserved());
    QVERIFY(card.state()->segments.empty());
}

void TestCardRules::checkState(const EmulatedCard &card, const std::vector<Live> &live)
{
    const auto state = card.state();
    size_t active = 0;
    uintptr_t lastEnd = 0;
    for (const CardSegment &segment : state->segments) {
        QVERIFY(segment.address >= lastEnd);
        uintptr_t end = segment.address;
        bool lastWasFree = false;
        for (const CardBlock &block : segment.blocks) {
            QCOMPARE(block.address, end); // tiles
            end += static_cast<uintptr_t>(block.size);
            QCOMPARE(block.size % 512, int64_t(0));
            const bool isFree = block.state == CardBlock::State::Inactive;
            QVERIFY(!(isFree && lastWasFree)); // merged
            lastWasFree = isFree;
            if (isFree)
                continue;
            ++active;
            const auto found = std::find_if(live.begin(), live.end(), [&](const Live &one) {
                return reinterpret_cast<uintptr_t>(one.data) == block.address;
            });
            QVERIFY(found != live.end());
            QCOMPARE(block.requestedSize, found->bytes);
        }
        lastEnd = segment.address + static_cast<uintptr_t>(segment.size);
        QCOMPARE(end, lastEnd);
        QVERIFY(card.owns(reinterpret_cast<void *>(segment.address)));
        QVERIFY(card.owns(reinterpret_cast<void *>(lastEnd - 1)));
    }
    QCOMPARE(active, live.size());
}

QTEST_APPLESS_MAIN(TestCardRules)
#include "tst_cardrules.moc"
