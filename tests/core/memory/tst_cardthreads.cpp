// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"

#include <QtTest>

#include <array>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

using namespace limno;

namespace {

constexpr int kThreads = 4;
constexpr int64_t kMiB = int64_t{1} << 20;

struct Block {
    char *data = nullptr;
    int64_t bytes = 0;
    char fill = 0;
};

/// Blocks on their way from the thread that made them to the one that frees them.
class Mailbox
{
public:
    void put(Block block)
    {
        const std::lock_guard lock(m_mutex);
        m_blocks.push_back(block);
    }
    std::vector<Block> takeAll()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_blocks, {});
    }

private:
    std::mutex m_mutex;
    std::vector<Block> m_blocks;
};

bool release(const Block &block)
{
    EmulatedCard *card = EmulatedCard::owning(block.data); // as a deleter does
    return card && block.data[0] == block.fill && block.data[block.bytes - 1] == block.fill
        && card->free(block.data).has_value();
}

} // namespace

/// Worth running under the thread and address sanitizers.
class TestCardThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyThreadMayFree();
    void theLastFreeOnAnotherThreadEndsTheCard();
};

void TestCardThreads::anyThreadMayFree()
{
    const auto made = EmulatedCard::create(*parseDeviceSpec("emulated:48MiB"), {.historyEvents = 1000});
    QVERIFY(made);
    EmulatedCard &card = **made;
    std::array<Mailbox, kThreads> mail;
    std::atomic<int64_t> failures = 0;
    std::atomic<int64_t> outOfMemory = 0;
    std::atomic<int> working = kThreads;
    std::vector<std::jthread> threads;
    for (int self = 0; self < kThreads; ++self) {
        threads.emplace_back([&, self] {
            std::mt19937_64 random(static_cast<uint64_t>(self));
            for (int step = 0; step < 1500; ++step) {
                const auto bytes = static_cast<int64_t>(1 + random() % (step % 10 == 0 ? 6 * kMiB : 100'000));
                if (const auto block = card.allocate(bytes, {static_cast<uint32_t>(self), 0})) {
                    const Block mine{static_cast<char *>(*block), bytes, static_cast<char>(random())};
                    mine.data[0] = mine.data[bytes - 1] = mine.fill;
                    mail[random() % kThreads].put(mine);
                } else {
                    ++outOfMemory;
                }
                if (step % 8 == 0) {
                    for (const Block &block : mail[static_cast<size_t>(self)].takeAll())
                        failures += release(block) ? 0 : 1;
                }
                if (step % 200 == self)
                    card.emptyCache();
            }
            --working;
        });
    }
    threads.emplace_back([&] { // what sampler and window do meanwhile
        while (working > 0) {
            Sample sample;
            card.fill(sample);
            if (*sample.value(Metric::DeviceAllocated) > *sample.value(Metric::DeviceReserved))
                ++failures;
            card.mark("looked");
            const auto state = card.state();
            int64_t total = 0;
            for (const CardSegment &segment : state->segments)
                total += segment.size;
            failures += total > card.budgetBytes() ? 1 : 0;
            std::this_thread::yield();
        }
    });
    threads.clear();
    for (Mailbox &box : mail) {
        for (const Block &block : box.takeAll())
            failures += release(block) ? 0 : 1;
    }
    QCOMPARE(failures.load(), int64_t(0));
    const DeviceStats stats = *card.stats();
    QCOMPARE(stats.allocation.all.current, int64_t(0));
    QCOMPARE(stats.allocation.all.allocated, kThreads * 1500 - outOfMemory.load());
    QCOMPARE(stats.numOoms, outOfMemory.load());
    QCOMPARE(stats.inactiveSplitBytes.all.current, int64_t(0));
    QCOMPARE(card.emptyCache(), stats.reservedBytes.all.current);
}

void TestCardThreads::theLastFreeOnAnotherThreadEndsTheCard()
{
    for (int round = 0; round < 50; ++round) {
        auto made = EmulatedCard::create(*parseDeviceSpec("emulated:4MiB"));
        QVERIFY(made);
        std::shared_ptr<EmulatedCard> card = std::move(*made);
        const std::weak_ptr<EmulatedCard> watch = card;
        void *block = card->allocate(1000).value();
        std::jthread other([block] { EmulatedCard::owning(block)->free(block); });
        card.reset();
        other.join();
        QVERIFY(watch.expired());
    }
}

QTEST_APPLESS_MAIN(TestCardThreads)
#include "tst_cardthreads.moc"
