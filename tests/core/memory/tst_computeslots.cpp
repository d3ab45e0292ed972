// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/computeslots.h"

#include <QtTest>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace limno;

class TestComputeSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neverMoreThanTheCount();
    void inOrderOfArrival();
    void withoutALimitNobodyWaits();
};

void TestComputeSlots::neverMoreThanTheCount()
{
    ComputeSlots card(2);
    std::atomic<int> computing = 0;
    std::atomic<int> most = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 200; ++turn) {
                const ComputeSlot slot(card);
                const int now = ++computing;
                int seen = most.load();
                while (seen < now && !most.compare_exchange_weak(seen, now)) { }
                std::this_thread::yield();
                --computing;
            }
        });
    }
    threads.clear();
    QVERIFY(most.load() <= 2);
    QCOMPARE(card.inUse(), int64_t(0));
    const ComputeSlot first(card);
    const ComputeSlot second(card); // both are free again: this would wait forever otherwise
    QCOMPARE(card.inUse(), int64_t(2));
}

void TestComputeSlots::inOrderOfArrival()
{
    ComputeSlots card(1);
    auto held = std::make_unique<ComputeSlot>(card);
    std::vector<int> order; // written by whoever has the slot
    std::vector<std::jthread> threads;
    for (int i = 0; i < 5; ++i) {
        threads.emplace_back([&, i] {
            const ComputeSlot slot(card);
            order.push_back(i);
        });
        while (card.inUse() < i + 2) // until it waits
            std::this_thread::yield();
    }
    QVERIFY(order.empty());
    held.reset();
    threads.clear();
    QCOMPARE(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

void TestComputeSlots::withoutALimitNobodyWaits()
{
    ComputeSlots card(0);
    const ComputeSlot first(card);
    const ComputeSlot second(card);
    const ComputeSlot third(card);
    QCOMPARE(card.inUse(), int64_t(0));
    QCOMPARE(card.count(), 0);
}

QTEST_APPLESS_MAIN(TestComputeSlots)
#include "tst_computeslots.moc"
