// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/hostallocator.h"

#include "core/memory/hostcounters.h"
#include "core/memory/tally.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <c10/core/Allocator.h>
#include <c10/util/Exception.h>

#include <QtTest>

#include <thread>

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

QTEST_GUILESS_MAIN(TestHostAllocator)
#include "tst_hostallocator.moc"
