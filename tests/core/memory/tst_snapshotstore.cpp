// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/snapshotstore.h"

#include "core/base/clock.h"

#include <QtTest>

using namespace limno;

namespace {

Sample deviceSample(int64_t seconds, int64_t used, int64_t total = 1000)
{
    Sample sample;
    sample.timeNs = seconds * kNsPerSecond;
    sample.set(Metric::DeviceUsed, used);
    sample.set(Metric::DeviceTotal, total);
    return sample;
}

} // namespace

class TestSnapshotStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheLatest();
    void takesOneAMinuteAboveTheThreshold();
    void thresholdCanBeSet();
    void tellsItsListeners();
    void listenersMayUseTheStore();
    void needsADevice();
};

void TestSnapshotStore::keepsTheLatest()
{
    const Devices devices;
    SnapshotStore store(devices);
    for (size_t i = 0; i < SnapshotStore::kKept + 3; ++i)
        store.take(std::to_string(i));
    const auto all = store.all();
    QCOMPARE(all.size(), SnapshotStore::kKept);
    QCOMPARE(QString::fromStdString(all.front()->reason), QString("3"));
    store.clear();
    QVERIFY(store.all().empty());
    QCOMPARE(all.size(), SnapshotStore::kKept); // who asked before still has them
}

void TestSnapshotStore::takesOneAMinuteAboveTheThreshold()
{
    const Devices devices;
    SnapshotStore store(devices);
    store.watch(deviceSample(1, 900)); // at, not above
    QVERIFY(store.all().empty());
    store.watch(deviceSample(2, 901));
    QCOMPARE(store.all().size(), size_t(1));
    QCOMPARE(QString::fromStdString(store.all()[0]->reason), QString("device above 90 %"));
    for (int second = 3; second < 62; ++second)
        store.watch(deviceSample(second, 990));
    QCOMPARE(store.all().size(), size_t(1));
    store.watch(deviceSample(62, 990));
    QCOMPARE(store.all().size(), size_t(2));
}

void TestSnapshotStore::thresholdCanBeSet()
{
    const Devices devices;
    SnapshotStore store(devices);
    store.setThreshold(50);
    store.watch(deviceSample(1, 501));
    QCOMPARE(store.all().size(), size_t(1));
    store.setThreshold(std::nullopt);
    store.watch(deviceSample(100, 1000));
    QCOMPARE(store.all().size(), size_t(1));
}

void TestSnapshotStore::tellsItsListeners()
{
    const Devices devices;
    SnapshotStore store(devices);
    std::vector<SnapshotStore::SnapshotPtr> first;
    std::vector<SnapshotStore::SnapshotPtr> second;
    const int id = store.addListener([&](const SnapshotStore::SnapshotPtr &snapshot) { first.push_back(snapshot); });
    store.addListener([&](const SnapshotStore::SnapshotPtr &snapshot) { second.push_back(snapshot); });
    const auto a = store.take("a");
    store.removeListener(id);
    store.removeListener(id + 100); // nobody
    const auto b = store.take("b");
    QCOMPARE(first, std::vector{a});
    QCOMPARE(second, (std::vector{a, b}));
    QCOMPARE(store.takenCount(), 2);
    store.clear();
    QCOMPARE(store.takenCount(), 2);
}

void TestSnapshotStore::listenersMayUseTheStore()
{
    const Devices devices;
    SnapshotStore store(devices);
    size_t seen = 0;
    int id = 0;
    id = store.addListener([&](const SnapshotStore::SnapshotPtr &) {
        seen = store.all().size();
        store.removeListener(id);
    });
    store.take("a");
    store.take("b");
    QCOMPARE(seen, size_t(1));
}

void TestSnapshotStore::needsADevice()
{
    const Devices devices;
    SnapshotStore store(devices);
    store.watch(Sample()); // no device numbers
    QVERIFY(store.all().empty());
}

QTEST_APPLESS_MAIN(TestSnapshotStore)
#include "tst_snapshotstore.moc"
