// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workerpool.h"

#include <QTest>

#include <array>
#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

using namespace limno;
using namespace std::chrono_literals;

class TestWorkerPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loopsArePermanent_data()
    {
        QTest::addColumn<int>("workers");
        for (const int workers : {1, 2, 4})
            QTest::addRow("%d", workers) << workers;
    }

    /// Thousands of tasks run on exactly W threads, and all of them take part.
    void loopsArePermanent()
    {
        QFETCH(int, workers);
        std::mutex mutex; // guards threads
        std::set<std::thread::id> threads;
        std::atomic<int> started = 0;
        WorkerPool pool(workers, [&](int) { ++started; });
        QCOMPARE(pool.workerCount(), workers);
        const auto remember = [&](int) {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
        };
        std::latch meeting(workers);
        for (int i = 0; i < workers; ++i)
            pool.post([&](int) { meeting.arrive_and_wait(); });
        for (int i = 0; i < 2000; ++i)
            pool.post(remember);
        pool.runOnEachWorker(remember);
        QVERIFY(pool.waitForIdle(10s));
        QCOMPARE(started.load(), workers);
        QCOMPARE(static_cast<int>(threads.size()), workers);
    }

    void orderWithinLanes()
    {
        QStringList log;
        std::latch open(1);
        WorkerPool pool(1);
        pool.post([&](int) { open.wait(); });
        for (const char *name : {"a", "b"})
            pool.post([&log, name](int) { log += name; });
        for (const char *name : {"A", "B"})
            pool.post([&log, name](int) { log += name; }, WorkerPool::Lane::Granted);
        open.count_down();
        QVERIFY(pool.waitForIdle(10s));
        QCOMPARE(log.join(' '), QString("A B a b"));
    }

    void eachWorkerOnce_data()
    {
        QTest::addColumn<bool>("fromWorker");
        QTest::newRow("from outside") << false;
        QTest::newRow("from a worker") << true;
    }

    void eachWorkerOnce()
    {
        QFETCH(bool, fromWorker);
        std::array<std::atomic<int>, 4> visits{};
        WorkerPool pool(4);
        const auto visit = [&](int worker) { ++visits[static_cast<size_t>(worker)]; };
        if (fromWorker) {
            pool.post([&](int) { pool.runOnEachWorker(visit); });
            QVERIFY(pool.waitForIdle(10s));
        } else {
            pool.runOnEachWorker(visit);
        }
        for (const auto &count : visits)
            QCOMPARE(count.load(), 1);
    }

    void escapedExceptionIsSurvived()
    {
        std::atomic<int> ran = 0;
        WorkerPool pool(1);
        pool.post([](int) { throw std::runtime_error("on purpose"); });
        pool.post([](int) { throw 7; });
        pool.post([&](int) { ++ran; });
        QVERIFY(pool.waitForIdle(10s));
        QCOMPARE(ran.load(), 1);
    }

    void destructorRunsWhatIsQueued()
    {
        std::atomic<int> ran = 0;
        {
            std::latch open(1);
            WorkerPool pool(2);
            for (int i = 0; i < 2; ++i)
                pool.post([&](int) { open.wait(); });
            for (int i = 0; i < 100; ++i)
                pool.post([&](int) { ++ran; });
            open.count_down();
        }
        QCOMPARE(ran.load(), 100);
    }

    void discardedTasksNeverRun()
    {
        std::latch open(1), taken(1);
        std::atomic<int> ran = 0;
        WorkerPool pool(1);
        pool.post([&](int) {
            taken.count_down();
            open.wait();
        });
        taken.wait();
        pool.post([&](int) { ++ran; });
        pool.post([&](int) { ++ran; }, WorkerPool::Lane::Granted);
        QVERIFY(!pool.waitForIdle(0ms));
        pool.discardQueued();
        open.count_down();
        QVERIFY(pool.waitForIdle(10s));
        QCOMPARE(ran.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestWorkerPool)
#include "tst_workerpool.moc"
