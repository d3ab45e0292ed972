// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tally.h"

#include <QtTest>

#include <memory>
#include <thread>
#include <vector>

using namespace limno;

class TestTally : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsPairs();
    void spacesAreApart();
    void fullTableKeepsTheOwner();
    void threadsAgreeOnRows();
};

void TestTally::countsPairs()
{
    const auto tally = std::make_unique<Tally>();
    const uint32_t weights = tally->rowOf(OwnerTag::of(Owner::Weights, "m"), SiteTag::of("load"));
    const uint32_t kv = tally->rowOf(OwnerTag::of(Owner::KvCache, "m"), {});
    QVERIFY(weights != kv && weights != 0 && kv != 0);
    QCOMPARE(tally->rowOf(OwnerTag::of(Owner::Weights, "m"), SiteTag::of("load")), weights);
    QCOMPARE(tally->rowOf({}, {}), 0U);
    tally->added(weights, MemorySpace::Host, 1000);
    tally->added(weights, MemorySpace::Host, 24);
    tally->added(kv, MemorySpace::Host, 50);
    tally->added(0, MemorySpace::Host, 5);
    tally->removed(weights, MemorySpace::Host, 1000);
    QCOMPARE(tally->bytes(MemorySpace::Host), 79);
    QCOMPARE(tally->bytes(Owner::Weights, MemorySpace::Host), 24);
    QCOMPARE(tally->bytes(Owner::Untagged, MemorySpace::Host), 5);
    int64_t sum = 0;
    for (const Tally::Row &row : tally->rows()) {
        sum += row.bytes;
        QCOMPARE(row.count, 1);
        if (row.owner == Owner::Weights) {
            QCOMPARE(QString::fromStdString(row.name), QString("m"));
            QCOMPARE(QString::fromStdString(row.site), QString("load"));
        }
    }
    QCOMPARE(sum, 79);
    tally->removed(kv, MemorySpace::Host, 50);
    QCOMPARE(tally->rows().size(), size_t(2));
}

void TestTally::spacesAreApart()
{
    const auto tally = std::make_unique<Tally>();
    const uint32_t row = tally->rowOf(OwnerTag::of(Owner::Activations, "m"), {});
    tally->added(row, MemorySpace::Host, 10);
    tally->added(row, MemorySpace::Device, 512);
    QCOMPARE(tally->bytes(MemorySpace::Host), 10);
    QCOMPARE(tally->bytes(Owner::Activations, MemorySpace::Device), 512);
    QCOMPARE(tally->rows().size(), size_t(2));
}

void TestTally::fullTableKeepsTheOwner()
{
    const auto tally = std::make_unique<Tally>();
    std::vector<uint32_t> rows;
    for (int owner = 0; owner < 8; ++owner) {
        const OwnerTag tag = OwnerTag::of(Owner::Scenario, "o" + std::to_string(owner));
        for (int site = 0; site < 3000; ++site) {
            rows.push_back(tally->rowOf(tag, SiteTag::of("s" + std::to_string(site))));
            tally->added(rows.back(), MemorySpace::Host, 1);
        }
    }
    QCOMPARE(tally->bytes(MemorySpace::Host), 24'000);
    QCOMPARE(tally->bytes(Owner::Scenario, MemorySpace::Host) + tally->bytes(Owner::Untagged, MemorySpace::Host), 24'000);
    for (const uint32_t row : rows)
        tally->removed(row, MemorySpace::Host, 1);
    QVERIFY(tally->rows().empty());
}

void TestTally::threadsAgreeOnRows()
{
    const auto tally = std::make_unique<Tally>();
    std::vector<OwnerTag> owners;
    for (int i = 0; i < 100; ++i)
        owners.push_back(OwnerTag::of(Owner::Result, "t" + std::to_string(i)));
    std::vector<std::vector<uint32_t>> seen(4);
    std::vector<std::thread> threads;
    for (auto &mine : seen) {
        threads.emplace_back([&] {
            for (const OwnerTag owner : owners) {
                mine.push_back(tally->rowOf(owner, {}));
                tally->added(mine.back(), MemorySpace::Host, 3);
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(seen[1], seen[0]);
    QCOMPARE(seen[2], seen[0]);
    QCOMPARE(seen[3], seen[0]);
    QCOMPARE(tally->bytes(MemorySpace::Host), 4 * 100 * 3);
    QCOMPARE(tally->rows().size(), size_t(100));
}

QTEST_APPLESS_MAIN(TestTally)
#include "tst_tally.moc"
