// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/snapshot.h"

#include "core/memory/emulatedcard.h"
#include "core/memory/hostcounters.h"

#include <QtTest>

using namespace limno;

namespace {

AllocationTag tagOf(Owner owner, const char *name, const char *site)
{
    return {tally().rowOf(OwnerTag::of(owner, name), SiteTag::of(site)), 0};
}

} // namespace

class TestSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesEveryBlockOfTheCard();
    void growthIsSortedAndSigned();
    void nothingChangedIsEmpty();
    void survivorsAreIncluded();
};

void TestSnapshot::namesEveryBlockOfTheCard()
{
    Devices devices;
    QVERIFY(devices.select(*parseDeviceSpec("emulated:64MiB,context=4MiB")));
    EmulatedCard &card = *devices.current()->emulatedCard();
    void *weights = *card.allocate(3 << 20, tagOf(Owner::Weights, "m", "weights.copy"));
    void *kv = *card.allocate(1000, tagOf(Owner::KvCache, "m", "kvcache.reserve"));
    const MemorySnapshot snapshot = takeSnapshot(devices, "by hand");
    QVERIFY(snapshot.isEmulated);
    QVERIFY(snapshot.card);
    QCOMPARE(snapshot.card->segments.size(), size_t(2));
    int named = 0;
    for (const CardSegment &segment : snapshot.card->segments) {
        for (const CardBlock &block : segment.blocks) {
            if (block.state == CardBlock::State::Active) {
                const Tally::Row &row = snapshot.rows.at(block.tag.tally);
                QCOMPARE(row.owner, block.requestedSize == 1000 ? Owner::KvCache : Owner::Weights);
                QCOMPARE(QString::fromStdString(row.site), QString(block.requestedSize == 1000 ? "kvcache.reserve" : "weights.copy"));
                ++named;
            }
        }
    }
    QCOMPARE(named, 2);
    int64_t bytes = 0;
    for (const Tally::Row &row : snapshot.tensors)
        bytes += row.space == MemorySpace::Device ? row.bytes : 0;
    QCOMPARE(bytes, *snapshot.sample.value(Metric::DeviceAllocated)); // owners and allocator agree
    card.free(weights);
    card.free(kv);
    QCOMPARE(tally().bytes(MemorySpace::Device), 0);
}

void TestSnapshot::growthIsSortedAndSigned()
{
    Devices devices;
    const AllocationTag kept = tagOf(Owner::Result, "m", "keeper");
    const AllocationTag gone = tagOf(Owner::Cache, "m", "goer");
    const AllocationTag same = tagOf(Owner::Weights, "m", "load");
    hostCounters().allocated(gone, 500);
    hostCounters().allocated(same, 9000);
    hostCounters().allocated(kept, 10);
    const MemorySnapshot first = takeSnapshot(devices, "a");
    hostCounters().freed(gone, 500);
    hostCounters().allocated(kept, 700);
    hostCounters().allocated(kept, 70);
    const MemorySnapshot second = takeSnapshot(devices, "b");
    const std::vector<Growth> rows = growth(first, second);
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(QString::fromStdString(rows[0].site), QString("keeper"));
    QCOMPARE(rows[0].deltaBytes, 770);
    QCOMPARE(rows[0].deltaCount, 2);
    QCOMPARE(rows[0].bytes, 780);
    QCOMPARE(rows[1].owner, Owner::Cache);
    QCOMPARE(rows[1].deltaBytes, -500);
    QCOMPARE(rows[1].bytes, 0);
    for (const int64_t bytes : {10, 700, 70})
        hostCounters().freed(kept, bytes);
    hostCounters().freed(same, 9000);
}

void TestSnapshot::nothingChangedIsEmpty()
{
    const Devices devices;
    const MemorySnapshot snapshot = takeSnapshot(devices, "a");
    QVERIFY(growth(snapshot, snapshot).empty());
    QVERIFY(!snapshot.card);
}

void TestSnapshot::survivorsAreIncluded()
{
    const Devices devices;
    const uint32_t birth = births().begin(77);
    hostCounters().allocated({0, birth}, 64);
    births().end(birth);
    const MemorySnapshot snapshot = takeSnapshot(devices, "a");
    QCOMPARE(snapshot.survivors.size(), size_t(1));
    QCOMPARE(snapshot.survivors[0].request, 77);
    hostCounters().freed({0, birth}, 64);
}

QTEST_APPLESS_MAIN(TestSnapshot)
#include "tst_snapshot.moc"
