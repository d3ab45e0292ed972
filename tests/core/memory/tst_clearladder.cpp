// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/clearladder.h"

#include "core/memory/blockcache.h"
#include "core/memory/hostcounters.h"
#include "core/memory/ledger.h"
#include "core/memory/tally.h"
#include "tests/core/memory/residentpages.h"

#include <QtTest>

#include <atomic>
#include <future>
#include <optional>
#include <thread>

using namespace limno;

class TestClearLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStepHasAName();
    void knowsHeapTrim();
    void runsInOrderAndOnce();
    void measuresWhatCameBack();
    void namesWhoHoldsTheRest();
    void growthIsNotGivenBack();
    void trimsTheHeap();
    void actionsMayRemoveRegistrations();
    void removalWaitsForAnAction();
    void oneRunAtATime();
    void tellsWhenARunBegins();
};

static constexpr size_t kMiB = 1024 * 1024;

static QString note(const ClearStepResult &result)
{
    return QString::fromStdString(result.note);
}

void TestClearLadder::everyStepHasAName()
{
    for (int i = 1; i <= 10; ++i) {
        const auto step = static_cast<ClearStep>(i);
        QCOMPARE(clearStepInfo(step).step, step);
        QVERIFY(!clearStepInfo(step).name.empty());
    }
    QCOMPARE(ClearLadder::all().size(), size_t(8));
    QVERIFY(std::ranges::is_sorted(ClearLadder::all()));
    QVERIFY(!clearStepInfo(ClearStep::KvCaches).destroys.empty());
    QVERIFY(clearStepInfo(ClearStep::HeapTrim).destroys.empty());
}

void TestClearLadder::knowsHeapTrim()
{
    ClearLadder ladder;
    QCOMPARE(ladder.available(), std::vector{ClearStep::HeapTrim});
    {
        const auto kv = ladder.add(ClearStep::KvCaches, [] {});
        const auto again = ladder.add(ClearStep::KvCaches, [] {});
        QCOMPARE(ladder.available(), (std::vector{ClearStep::KvCaches, ClearStep::HeapTrim}));
    }
    QCOMPARE(ladder.available(), std::vector{ClearStep::HeapTrim});
}

void TestClearLadder::runsInOrderAndOnce()
{
    ClearLadder ladder;
    std::vector<int> log;
    const auto text = ladder.add(ClearStep::TextCaches, [&] { log.push_back(3); });
    const auto kv = ladder.add(ClearStep::KvCaches, [&] { log.push_back(2); });
    const auto kvOfAnother = ladder.add(ClearStep::KvCaches, [&] { log.push_back(22); });
    const auto unload = ladder.add(ClearStep::UnloadModel, [&] { log.push_back(10); });
    const auto results = ladder.run({ClearStep::TextCaches, ClearStep::KvCaches, ClearStep::TextCaches, ClearStep::Workspaces});
    QCOMPARE(log, (std::vector{2, 22, 3}));
    QCOMPARE(results.size(), size_t(3));
    QCOMPARE(results[0].step, ClearStep::KvCaches);
    QCOMPARE(results[2].step, ClearStep::Workspaces);
    QVERIFY(note(results[2]).contains("nothing here to clear"));
    QVERIFY(ladder.run({}).empty());
}

void TestClearLadder::measuresWhatCameBack()
{
    ClearLadder ladder;
    ResidentPages pages(64 * kMiB);
    const auto registration = ladder.add(ClearStep::KvCaches, [&] { pages.release(); });
    const auto result = ladder.run({ClearStep::KvCaches}).front();
    QVERIFY(std::abs(result.bytes - int64_t(64 * kMiB)) < int64_t(4 * kMiB));
    QVERIFY(result.note.empty());
    QVERIFY(result.curves.at(Metric::RssAnon) > int64_t(60 * kMiB));
    QVERIFY(result.curves.contains(Metric::Mappings));
    QVERIFY(!result.curves.contains(Metric::DeviceReserved)); // unknown here
}

void TestClearLadder::namesWhoHoldsTheRest()
{
    ClearLadder ladder;
    const auto action = ladder.add(ClearStep::KvCaches, [] {});
    const auto kv = Ledger::instance().add(Ledger::Kind::Cache, "smollm2: KV cache", [] { return int64_t(12 * kMiB); });
    const auto weights = Ledger::instance().add(Ledger::Kind::MappedWeights, "smollm2: weights", [] { return int64_t(90 * kMiB); });
    const AllocationTag tag{tally().rowOf(OwnerTag::of(Owner::Activations, "toy"), {}), 0};
    hostCounters().allocated(tag, 5 * kMiB);
    hostBlockCache().setCap(3 * kMiB);
    QVERIFY(hostBlockCache().keep(std::malloc(3 * kMiB), 3 * kMiB));
    hostCounters().installed = true;
    const QString text = note(ladder.run({ClearStep::KvCaches}).front());
    hostCounters().installed = false;
    QCOMPARE(hostBlockCache().clear(std::free), int64_t(3 * kMiB));
    hostBlockCache().setCap(0);
    hostCounters().freed(tag, 5 * kMiB);
    QVERIFY2(text.startsWith("nothing came back"), qPrintable(text));
    QVERIFY2(text.contains("smollm2: KV cache 12.0 MiB"), qPrintable(text));
    QVERIFY2(text.contains("toy: activations tensors 5.0 MiB"), qPrintable(text));
    QVERIFY2(text.contains("block cache 3.0 MiB"), qPrintable(text));
    QVERIFY2(text.indexOf("KV cache") < text.indexOf("activations"), qPrintable(text)); // the largest first
    QVERIFY2(!text.contains("weights"), qPrintable(text)); // file pages
}

void TestClearLadder::growthIsNotGivenBack()
{
    ClearLadder ladder;
    std::optional<ResidentPages> pages;
    const auto registration = ladder.add(ClearStep::TextCaches, [&] { pages.emplace(16 * kMiB); });
    const auto result = ladder.run({ClearStep::TextCaches}).front();
    QCOMPARE(result.bytes, int64_t(0));
    QVERIFY(result.curves.at(Metric::RssAnon) < -int64_t(12 * kMiB));
    QVERIFY(!result.note.empty());
}

void TestClearLadder::trimsTheHeap()
{
#ifdef LIMNOGRAPH_SANITIZED
    QSKIP("the sanitizers' heap is not the C library's");
#endif
    ClearLadder ladder;
    std::vector<std::unique_ptr<char[]>> blocks(64 * 1024);
    for (auto &block : blocks) {
        block = std::make_unique<char[]>(1000);
        memset(block.get(), 1, 1000);
    }
    auto last = std::make_unique<char[]>(1000); // keeps the C library from giving the end of the heap back by itself
    blocks.clear();
    const auto result = ladder.run({ClearStep::HeapTrim}).front();
    QVERIFY2(result.bytes > int64_t(40 * kMiB), qPrintable(QString::number(result.bytes)));
    QVERIFY(result.curves.contains(Metric::HeapFree));
    last.reset();
    const QString text = note(ladder.run({ClearStep::HeapTrim, ClearStep::BlockCache}).front());
    QVERIFY2(text.contains("nothing here to clear"), qPrintable(text)); // the block cache's step, which comes first
}

void TestClearLadder::actionsMayRemoveRegistrations()
{
    ClearLadder ladder;
    int cleared = 0;
    std::vector<ClearLadder::Registration> model; // unloading takes the model's own steps along, and itself
    model.push_back(ladder.add(ClearStep::UnloadModel, [&] { model.clear(); }));
    model.push_back(ladder.add(ClearStep::UnloadModel, [&] { ++cleared; }));
    model.push_back(ladder.add(ClearStep::KvCaches, [&] { ++cleared; }));
    ladder.run({ClearStep::KvCaches, ClearStep::UnloadModel});
    QCOMPARE(cleared, 1);
    QCOMPARE(ladder.available(), std::vector{ClearStep::HeapTrim});
}

void TestClearLadder::removalWaitsForAnAction()
{
    ClearLadder ladder;
    std::promise<void> inAction;
    std::promise<void> goOn;
    std::atomic<bool> ended = false;
    auto registration = ladder.add(ClearStep::Results, [&] {
        inAction.set_value();
        goOn.get_future().wait();
        ended = true;
    });
    std::thread runner([&] { ladder.run({ClearStep::Results}); });
    inAction.get_future().wait();
    auto removal = std::async(std::launch::async, [&] {
        registration = {};
        return ended.load();
    });
    QVERIFY(removal.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
    goOn.set_value();
    QVERIFY(removal.get());
    runner.join();
}

void TestClearLadder::oneRunAtATime()
{
    ClearLadder ladder;
    std::atomic<int> inside = 0;
    std::atomic<bool> overlapped = false;
    const auto action = [&] {
        if (++inside > 1)
            overlapped = true;
        std::this_thread::yield();
        --inside;
    };
    const auto results = ladder.add(ClearStep::Results, action);
    const auto kv = ladder.add(ClearStep::KvCaches, action);
    std::vector<std::thread> runners;
    for (int t = 0; t < 4; ++t) {
        runners.emplace_back([&] {
            for (int i = 0; i < 20; ++i)
                ladder.run({ClearStep::Results, ClearStep::KvCaches});
        });
    }
    for (auto &runner : runners)
        runner.join();
    QVERIFY(!overlapped);
}

void TestClearLadder::tellsWhenARunBegins()
{
    ClearLadder ladder;
    const std::vector<ClearStep> steps = ladder.available();
    QStringList order;
    auto before = ladder.addBefore([&] { order += "before"; });
    const auto kv = ladder.add(ClearStep::KvCaches, [&] { order += "kv"; });
    const auto results = ladder.add(ClearStep::Results, [&] { order += "results"; });
    QCOMPARE(ladder.available().size(), steps.size() + 2); // it is no step
    const auto told = ladder.run({ClearStep::KvCaches, ClearStep::Results});
    QCOMPARE(told.size(), size_t(2));
    QCOMPARE(order, QStringList({"before", "results", "kv"}));
    before = {};
    ladder.run({ClearStep::KvCaches});
    QCOMPARE(order.size(), 4);
}

QTEST_APPLESS_MAIN(TestClearLadder)
#include "tst_clearladder.moc"
