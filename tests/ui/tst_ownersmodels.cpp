// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/growthmodel.h"
#include "ui/models/ownersmodel.h"
#include "ui/models/snapshotsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace limno;

namespace {

constexpr int64_t kMiB = 1 << 20;

Tally::Row tensors(Owner owner, const char *name, const char *site, MemorySpace space, int64_t bytes, int64_t count)
{
    return {owner, name, site, space, bytes, count};
}

QStringList column(const QAbstractItemModel &model, int column)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list += model.index(row, column).data().toString();
    return list;
}

SnapshotStore::SnapshotPtr snapshot(int64_t timeNs, std::string reason)
{
    auto made = std::make_shared<MemorySnapshot>();
    made->timeNs = timeNs;
    made->reason = std::move(reason);
    made->device = "emulated 1 GiB";
    return made;
}

} // namespace

class TestOwnersModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdingsComeFromAllSources()
    {
        Sample sample;
        sample.set(Metric::HostCached, 3 * kMiB);
        sample.set(Metric::HeapOther, 40 * kMiB);
        const auto list = holdings({tensors(Owner::KvCache, "m: conversation 1", "attention", MemorySpace::Device, 12 * kMiB, 60),
                                    tensors(Owner::Activations, "m", "aten::mm", MemorySpace::Host, 5 * kMiB, 2)},
                                   {{Ledger::Kind::MappedWeights, "m: weights", 96 * kMiB},
                                    {Ledger::Kind::Cache, "m: KV cache", 12 * kMiB}},
                                   sample);
        OwnersModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setHoldings(list);
        QCOMPARE(column(model, OwnersModel::Owner),
                 QStringList({"mapped weights", "other heap", "KV cache", "activations", "block cache"}));
        QCOMPARE(column(model, OwnersModel::Where), QStringList({"file pages", "host", "device", "host", "host"}));
        QCOMPARE(column(model, OwnersModel::Bytes),
                 QStringList({"96.0 MiB", "40.0 MiB", "12.0 MiB", "5.0 MiB", "3.0 MiB"}));
        QCOMPARE(column(model, OwnersModel::Blocks), QStringList({"–", "–", "60", "2", "–"}));
        QCOMPARE(model.index(2, OwnersModel::Site).data().toString(), QStringLiteral("attention"));

        const auto bars = holdingBars(list, QStringLiteral("emulated 1 GiB"));
        QCOMPARE(bars.size(), size_t(3));
        QCOMPARE(bars[0].bytes(), 48 * kMiB);
        QCOMPARE(bars[1].title, QStringLiteral("emulated 1 GiB"));
        QCOMPARE(bars[1].bytes(), 12 * kMiB);
        QCOMPARE(bars[2].bytes(), 96 * kMiB); // apart from the sum of owners
        QCOMPARE(holdingBars(list, {}).size(), size_t(2));
    }

    void unknownNumbersMakeNoRow()
    {
        QVERIFY(holdings({}, {}, Sample()).empty());
        const auto bars = holdingBars({}, {});
        QCOMPARE(bars.size(), size_t(1));
        QCOMPARE(bars[0].bytes(), 0);
    }

    void rowsMoveAndSelectionsStay()
    {
        OwnersModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto rows = [](int64_t a, int64_t b, int64_t c) {
            return holdings({tensors(Owner::Weights, "a", "", MemorySpace::Host, a, 1),
                             tensors(Owner::Weights, "b", "", MemorySpace::Host, b, 1),
                             tensors(Owner::Weights, "c", "", MemorySpace::Host, c, 1)},
                            {}, Sample());
        };
        model.setHoldings(rows(30, 20, 10));
        const QPersistentModelIndex c(model.index(2, 0));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setHoldings(rows(30, 20, 100));
        QCOMPARE(c.row(), 0);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setHoldings(rows(30, 20, 100));
        QCOMPARE(changed.size(), 0); // the same says nothing
        model.setHoldings({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!c.isValid());
        QCOMPARE(resets.size(), 0);
        std::vector<Holding> many;
        for (int i = 0; i < 700; ++i)
            many.push_back({Holder::Scenario, std::to_string(i), {}, Holding::Place::Host, 700 - i, 1});
        model.setHoldings(many);
        QCOMPARE(model.rowCount(), int(OwnersModel::kMostRows));
    }

    void growthShowsTheTopTenFirst()
    {
        GrowthModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        MemorySnapshot earlier;
        MemorySnapshot later;
        for (int i = 0; i < 14; ++i)
            later.tensors.push_back(tensors(Owner::Scenario, std::to_string(i).c_str(), "leak", MemorySpace::Device, (i + 1) * kMiB, 2));
        earlier.tensors.push_back(tensors(Owner::KvCache, "kv", "", MemorySpace::Host, 8 * kMiB, 1));
        earlier.sample.set(Metric::HeapOther, 10 * kMiB);
        later.sample.set(Metric::HeapOther, 60 * kMiB);
        model.setGrowth(growth(earlier, later));
        QCOMPARE(model.total(), 16);
        QCOMPARE(model.rowCount(), GrowthModel::kFirst);
        QCOMPARE(model.index(0, GrowthModel::Owner).data().toString(), QStringLiteral("other heap"));
        QCOMPARE(model.index(0, GrowthModel::Delta).data().toString(), QStringLiteral("+50.0 MiB"));
        QCOMPARE(model.index(0, GrowthModel::DeltaBlocks).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(1, GrowthModel::Delta).data().toString(), QStringLiteral("+14.0 MiB"));
        QCOMPARE(model.index(1, GrowthModel::Where).data().toString(), QStringLiteral("device"));
        model.setAllShown(true);
        QCOMPARE(model.rowCount(), 16);
        QCOMPARE(model.index(15, GrowthModel::Delta).data().toString(), QStringLiteral("-8.0 MiB"));
        QCOMPARE(model.index(15, GrowthModel::DeltaBlocks).data().toString(), QStringLiteral("-1"));
    }

    void snapshotsComeAndAreForgotten()
    {
        SnapshotsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto first = snapshot(1, "by hand");
        const auto second = snapshot(2, "device above 90 %");
        const auto third = snapshot(3, "something new");
        model.setSnapshots({first, second}, 10);
        const QPersistentModelIndex kept(model.index(1, 0));
        model.setSnapshots({second, third}, 20);
        QCOMPARE(kept.row(), 0);
        QCOMPARE(column(model, SnapshotsModel::Reason), QStringList({"device above 90 %", "something new"}));
        QCOMPARE(column(model, SnapshotsModel::DeviceName), QStringList({"emulated 1 GiB", "emulated 1 GiB"}));
        QCOMPARE(model.at(1), third);
        model.setSnapshots({}, 30);
        QCOMPARE(model.rowCount(), 0);
        model.setSnapshots({first}, 40);
        QCOMPARE(model.rowCount(), 1);
    }
};

QTEST_MAIN(TestOwnersModels)
#include "tst_ownersmodels.moc"
