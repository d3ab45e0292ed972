// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/allocationtag.h"

#include "core/memory/tally.h"

#include <QtTest>

#include <thread>

using namespace limno;

class TestAllocationTag : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownersAreNamed();
    void sitesAreNamed();
    void scopesNestPerThread();
    void tagFollowsTheScopes();
    void fullTablesShareARow(); // the tables are the process's: last
};

void TestAllocationTag::ownersAreNamed()
{
    const OwnerTag weights = OwnerTag::of(Owner::Weights, "smollm2");
    QCOMPARE(OwnerTag::of(Owner::Weights, "smollm2"), weights);
    QVERIFY(OwnerTag::of(Owner::KvCache, "smollm2") != weights);
    QCOMPARE(weights.owner(), Owner::Weights);
    QCOMPARE(QString::fromStdString(weights.name()), QString("smollm2"));
    QCOMPARE(OwnerTag().owner(), Owner::Untagged);
    QCOMPARE(OwnerTag::of(Owner::Untagged, ""), OwnerTag());
    QVERIFY(ownerName(Owner::KvCache) != ownerName(Owner::Untagged));
}

void TestAllocationTag::sitesAreNamed()
{
    const SiteTag mm = SiteTag::of("aten::mm");
    QCOMPARE(SiteTag::of(std::string("aten::") + "mm"), mm);
    QCOMPARE(QString::fromStdString(mm.name()), QString("aten::mm"));
    QCOMPARE(SiteTag::of(""), SiteTag());
    SiteTag elsewhere;
    std::thread([&elsewhere] { elsewhere = SiteTag::of("aten::mm"); }).join();
    QCOMPARE(elsewhere, mm);
}

void TestAllocationTag::fullTablesShareARow()
{
    for (size_t i = 0; i < 2 * OwnerTag::kLimit; ++i)
        OwnerTag::of(Owner::Scenario, "s" + std::to_string(i));
    const OwnerTag late = OwnerTag::of(Owner::Scenario, "late");
    QCOMPARE(late, OwnerTag::of(Owner::Scenario, "later"));
    QCOMPARE(QString::fromStdString(late.name()), QString("others"));
    QCOMPARE(late.owner(), Owner::Scenario);
    QCOMPARE(OwnerTag::of(Owner::Result, "late").owner(), Owner::Result); // each kind has its own
    QCOMPARE(QString::fromStdString(OwnerTag::of(Owner::Scenario, "s7").name()), QString("s7"));

    for (size_t i = 0; i < 2 * SiteTag::kLimit; ++i)
        SiteTag::of("site" + std::to_string(i));
    QCOMPARE(SiteTag::of("late"), SiteTag::of("later"));
    QCOMPARE(QString::fromStdString(SiteTag::of("aten::mm").name()), QString("aten::mm"));
}

void TestAllocationTag::scopesNestPerThread()
{
    const OwnerTag activations = OwnerTag::of(Owner::Activations, "m");
    const OwnerTag kv = OwnerTag::of(Owner::KvCache, "m");
    QCOMPARE(OwnerScope::current(), OwnerTag());
    {
        const OwnerScope outer(activations);
        const BirthScope birth(7);
        {
            const OwnerScope inner(kv);
            const SiteScope site(SiteTag::of("kv"));
            QCOMPARE(OwnerScope::current(), kv);
            QCOMPARE(SiteScope::current(), SiteTag::of("kv"));
            OwnerTag elsewhere = activations;
            uint32_t birthElsewhere = 7;
            std::thread([&] {
                elsewhere = OwnerScope::current();
                birthElsewhere = BirthScope::current();
            }).join();
            QCOMPARE(elsewhere, OwnerTag());
            QCOMPARE(birthElsewhere, 0U);
        }
        QCOMPARE(OwnerScope::current(), activations);
        QCOMPARE(SiteScope::current(), SiteTag());
        QCOMPARE(BirthScope::current(), 7U);
    }
    QCOMPARE(OwnerScope::current(), OwnerTag());
    QCOMPARE(BirthScope::current(), 0U);
}

void TestAllocationTag::tagFollowsTheScopes()
{
    QCOMPARE(currentTag(), AllocationTag{});
    AllocationTag inside;
    {
        const OwnerScope owner(OwnerTag::of(Owner::Cache, "m"));
        const SiteScope site(SiteTag::of("image"));
        const BirthScope birth(3);
        inside = currentTag();
        QCOMPARE(currentTag(), inside);
    }
    QCOMPARE(currentTag(), AllocationTag{});
    QCOMPARE(inside.birth, 3U);
    const Tally::Row row = tally().describe(inside.tally);
    QCOMPARE(row.owner, Owner::Cache);
    QCOMPARE(QString::fromStdString(row.name), QString("m"));
    QCOMPARE(QString::fromStdString(row.site), QString("image"));
}

QTEST_APPLESS_MAIN(TestAllocationTag)
#include "tst_allocationtag.moc"
