// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/hostallocator.h"

#include "core/memory/blockcache.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/hostcounters.h"
#include "core/memory/tally.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <c10/core/Allocator.h>
#include <c10/util/Exception.h>

#include <QtTest>

#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace limno;

class TestHostAllocator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { installHostAllocator(); }
    void countsByOwner();
    void blockMayBeFreedByAnotherThread();
    void rawContractHolds();
    void blocksAreAligned();
    void peakIsTheHighestLevel();
    void operatorsComeFromIt();
    void outOfMemoryLeavesTheCountersAlone();
    void cardGetsWhatItsScopeAllocates();
    void fullCardThrowsLibTorchsError();
    void operatorsNameTheirSite();
    void blockCacheKeepsAndGivesBack();
    void ownersSumToLiveFromManyThreads();
};

void TestHostAllocator::countsByOwner()
{
    QVERIFY(hostCounters().installed.load());
    const int64_t live = hostCounters().live;
    const auto owned = [](Owner owner) { return tally().bytes(owner, MemorySpace::Host); };
    const int64_t kv = owned(Owner::KvCache);
    {
        at::Tensor outer;
        {
            const OwnerScope scope(OwnerTag::of(Owner::KvCache, "m"));
            outer = at::empty({1000}, at::kFloat);
        }
        const at::Tensor untagged = at::empty({10}, at::kFloat);
        QCOMPARE(owned(Owner::KvCache) - kv, 4000);
        QCOMPARE(hostCounters().live - live, 4040);
    }
    QCOMPARE(owned(Owner::KvCache), kv);
    QCOMPARE(hostCounters().live.load(), live);
}

void TestHostAllocator::blockMayBeFreedByAnotherThread()
{
    const int64_t live = hostCounters().live;
    const OwnerScope scope(OwnerTag::of(Owner::Result, "m"));
    at::Tensor tensor = at::empty({4096}, at::kByte);
    std::thread([moved = std::move(tensor)]() mutable { moved = at::Tensor(); }).join();
    QCOMPARE(hostCounters().live.load(), live);
    QCOMPARE(tally().bytes(Owner::Result, MemorySpace::Host), 0);
}

void TestHostAllocator::rawContractHolds()
{
    const int64_t live = hostCounters().live;
    c10::Allocator *allocator = c10::GetAllocator(c10::DeviceType::CPU);
    void *data = allocator->raw_allocate(100);
    QVERIFY(data);
    QCOMPARE(hostCounters().live - live, 100);
    allocator->raw_deallocate(data);
    QCOMPARE(hostCounters().live.load(), live);
    QVERIFY(!allocator->allocate(0).get());
}

void TestHostAllocator::blocksAreAligned()
{
    for (const int64_t bytes : {1, 63, 64, 65, 4097, 1 << 20})
        QCOMPARE(reinterpret_cast<uintptr_t>(at::empty({bytes}, at::kByte).data_ptr()) % 64, uintptr_t(0));
}

void TestHostAllocator::peakIsTheHighestLevel()
{
    const int64_t live = hostCounters().live;
    hostCounters().resetPeak();
    {
        const at::Tensor tensor = at::empty({1 << 20}, at::kByte);
    }
    QCOMPARE(hostCounters().peak.load(), live + (1 << 20));
    QCOMPARE(hostCounters().resetPeak(), live + (1 << 20));
    QCOMPARE(hostCounters().peak.load(), live);
}

void TestHostAllocator::operatorsComeFromIt()
{
    const int64_t live = hostCounters().live;
    const at::Tensor product = at::mm(at::ones({256, 256}), at::ones({256, 256}));
    QCOMPARE(product.const_data_ptr<float>()[0], 256.0F);
    QCOMPARE(hostCounters().live - live, 256 * 256 * 4);
}

void TestHostAllocator::outOfMemoryLeavesTheCountersAlone()
{
#ifdef LIMNOGRAPH_SANITIZED
    QSKIP("the sanitizer ends the program on such an allocation");
#endif
    const int64_t live = hostCounters().live;
    for (int i = 0; i < 3; ++i) {
        bool isCaught = false;
        try {
            const at::Tensor tensor = at::empty({int64_t{1} << 60}, at::kByte);
        } catch (const c10::OutOfMemoryError &) {
            isCaught = true;
        }
        QVERIFY(isCaught);
        QCOMPARE(hostCounters().live.load(), live);
    }
}

void TestHostAllocator::cardGetsWhatItsScopeAllocates()
{
    const auto card = *EmulatedCard::create(*parseDeviceSpec("emulated:128MiB"));
    const int64_t live = hostCounters().live;
    at::Tensor onCard;
    {
        const DeviceScope scope(card.get());
        onCard = at::mm(at::ones({256, 256}), at::ones({256, 256}));
        const HostScope staging;
        const at::Tensor onHost = at::empty({1000}, at::kByte);
        QVERIFY(!card->owns(onHost.data_ptr()));
        QCOMPARE(hostCounters().live - live, 1000);
    }
    QCOMPARE(hostCounters().live.load(), live);
    QVERIFY(card->owns(onCard.data_ptr()));
    QCOMPARE(onCard.const_data_ptr<float>()[7], 256.0F);
    QCOMPARE(card->stats()->allocatedBytes.all.current, 256 * 256 * 4);
    QCOMPARE(tally().bytes(MemorySpace::Device), 256 * 256 * 4);
    std::thread([moved = std::move(onCard)]() mutable { moved = at::Tensor(); }).join(); // no scope there
    QCOMPARE(card->stats()->allocatedBytes.all.current, 0);
    QCOMPARE(tally().bytes(MemorySpace::Device), 0);
}

void TestHostAllocator::fullCardThrowsLibTorchsError()
{
    const auto card = *EmulatedCard::create(*parseDeviceSpec("emulated:64MiB"));
    const DeviceScope scope(card.get());
    for (int i = 0; i < 3; ++i) {
        QString message;
        try {
            const at::Tensor tensor = at::ones({32 << 20}, at::kFloat);
        } catch (const c10::OutOfMemoryError &error) {
            message = error.what_without_backtrace();
        }
        QVERIFY2(message.contains("Tried to allocate 128.00 MiB") && message.contains("emulated"), qPrintable(message));
        QCOMPARE(at::mm(at::ones({64, 64}), at::ones({64, 64})).const_data_ptr<float>()[0], 64.0F);
    }
    QCOMPARE(card->stats()->numOoms, 3);
}

void TestHostAllocator::operatorsNameTheirSite()
{
    trackOperatorSites();
    const OwnerScope owner(OwnerTag::of(Owner::Result, "sites"));
    const auto siteOf = [](const at::Tensor &) {
        for (const Tally::Row &row : tally().rows()) {
            if (row.name == "sites")
                return QString::fromStdString(row.site);
        }
        return QString();
    };
    QCOMPARE(siteOf(at::mm(at::ones({8, 8}), at::ones({8, 8}))), QString("aten::mm"));
    const SiteScope module(SiteTag::of("module.part"));
    QCOMPARE(siteOf(at::ones({8, 8})), QString("module.part")); // a module knows better than an operator
}

void TestHostAllocator::blockCacheKeepsAndGivesBack()
{
    BlockCache &cache = hostBlockCache();
    cache.setCap(8 << 20);
    const int64_t live = hostCounters().live;
    const void *first = nullptr;
    {
        const at::Tensor tensor = at::empty({1 << 20}, at::kByte);
        first = tensor.data_ptr();
    }
    QCOMPARE(hostCounters().live.load(), live);
    QVERIFY(cache.bytes() >= 1 << 20);
    QCOMPARE(at::empty({1 << 20}, at::kByte).data_ptr(), const_cast<void *>(first)); // the same block again
    QVERIFY(cache.clear(std::free) >= 1 << 20);
    QCOMPARE(cache.bytes(), 0);
    cache.setCap(0);
}

void TestHostAllocator::ownersSumToLiveFromManyThreads()
{
    // Each thread allocates for its own owner, puts the block into a common slot, and frees whichever was there.
#ifdef LIMNOGRAPH_SANITIZED
    constexpr int kPairs = 50'000;
#else
    constexpr int kPairs = 2'500'000;
#endif
    constexpr size_t kThreads = 4;
    const int64_t live = hostCounters().live;
    c10::Allocator &allocator = *c10::GetAllocator(c10::DeviceType::CPU);
    std::array<std::atomic<void *>, 64> slots{};
    std::array<int64_t, kThreads> kept{};
    std::vector<std::thread> threads;
    for (size_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            const OwnerScope owner(OwnerTag::of(Owner::Scenario, "thread " + std::to_string(t)));
            uint32_t random = static_cast<uint32_t>(t) + 1;
            for (int i = 0; i < kPairs; ++i) {
                random = random * 1664525U + 1013904223U;
                void *block = allocator.raw_allocate(1 + (random >> 16) % 2000);
                if (void *other = slots[random >> 26].exchange(block))
                    allocator.raw_deallocate(other);
            }
            void *last = allocator.raw_allocate(1000 + t);
            kept[t] = static_cast<int64_t>(reinterpret_cast<intptr_t>(last));
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(tally().bytes(MemorySpace::Host), hostCounters().live.load());
    for (auto &slot : slots) {
        if (void *block = slot.load())
            allocator.raw_deallocate(block);
    }
    QCOMPARE(hostCounters().live - live, 1000 + 1001 + 1002 + 1003);
    for (const Tally::Row &row : tally().rows()) {
        if (row.owner == Owner::Scenario) {
            QCOMPARE(row.bytes, 1000 + std::stoi(row.name.substr(7)));
            QCOMPARE(row.count, 1);
        }
    }
    for (const int64_t block : kept)
        allocator.raw_deallocate(reinterpret_cast<void *>(static_cast<intptr_t>(block)));
    QCOMPARE(hostCounters().live.load(), live);
}

QTEST_GUILESS_MAIN(TestHostAllocator)
#include "tst_hostallocator.moc"
