// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakemodel.h"

#include <QTest>

#include <map>
#include <random>
#include <thread>

using namespace limno;
using namespace std::chrono_literals;

namespace {

/// Every request's end, counted by id.
class Tally final : public Runtime::Observer
{
public:
    void requestFinished(int64_t id, const Request &, const Outcome &) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_ends[id];
    }
    void marked(int64_t, const std::string &, const std::string &) override { }
    bool eachOnce(size_t expected) const
    {
        const std::lock_guard lock(m_mutex);
        return m_ends.size() == expected
            && std::all_of(m_ends.begin(), m_ends.end(), [](const auto &end) { return end.second == 1; });
    }

private:
    mutable std::mutex m_mutex; ///< guards m_ends
    std::map<int64_t, int> m_ends;
};

} // namespace

class TestRuntimeStress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mixedJobsUnderALimit_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("workers");
        for (const int limit : {1, 2, 4}) {
            for (const int workers : {1, 4})
                QTest::addRow("limit %d, %d workers", limit, workers) << limit << workers;
        }
    }

    /// Twenty jobs, every 5th with bad input, every 7th out of memory: the rest complete, running ones never exceed the
    /// limit, permits are back at the end.
    void mixedJobsUnderALimit()
    {
        QFETCH(int, limit);
        QFETCH(int, workers);
        Bench bench({.workers = workers, .textPermits = limit});
        std::vector<JobHandle> jobs;
        for (int i = 1; i <= 20; ++i)
            jobs.push_back(bench.ask(i % 5 == 0 ? "bad" : i % 7 == 0 ? "oom" : "say " + std::to_string(i)));
        for (int i = 1; i <= 20; ++i) {
            const std::string expected = i % 5 == 0 ? "InputInvalid" : i % 7 == 0 ? "OutOfMemory" : "Ok";
            QCOMPARE(endOf(jobs[static_cast<size_t>(i - 1)]), expected);
        }
        QVERIFY(bench.stage->mostAtOnce() <= std::min(limit, workers));
        const Gate::Snapshot gate = bench.runtime.snapshot().gate;
        QCOMPARE(gate.held.at(PermitClass::Text), 0);
        QVERIFY(gate.waiting.empty());
    }

    /// The limit goes 4, 1, 4 while jobs run: nobody is stalled, and with limit 1 they go one by one.
    void limitChangesWhileRunning()
    {
        Bench bench({.workers = 4, .textPermits = 4});
        const auto name = [](int i) { return "j" + std::to_string(i); };
        std::vector<JobHandle> jobs;
        for (int i = 0; i < 12; ++i)
            jobs.push_back(bench.ask((i % 5 == 4 ? "throw " : "hold ") + name(i)));
        for (const int i : {0, 1, 2, 3})
            QVERIFY(bench.stage->waitFor("at " + name(i)));
        QCOMPARE(bench.stage->mostAtOnce(), 4);
        bench.runtime.setPermits(PermitClass::Text, 1);
        for (const int i : {0, 1, 2, 3}) {
            QVERIFY(jobs[5].state() != JobState::Running);
            bench.stage->open(name(i));
            QCOMPARE(endOf(jobs[static_cast<size_t>(i)]), std::string("Ok"));
        }
        QVERIFY(bench.stage->waitFor("at " + name(5))); // past number 4, which threw
        QCOMPARE(endOf(jobs[4]), std::string("Internal"));
        QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 1);
        bench.stage->forgetMost();
        bench.stage->open(name(5));
        QVERIFY(bench.stage->waitFor("at " + name(6)));
        QCOMPARE(bench.stage->mostAtOnce(), 1);
        bench.runtime.setPermits(PermitClass::Text, 4);
        for (const int i : {7, 8, 10})
            QVERIFY(bench.stage->waitFor("at " + name(i)));
        QCOMPARE(bench.stage->mostAtOnce(), 4);
        for (int i = 6; i < 12; ++i)
            bench.stage->open(name(i));
        for (size_t i = 0; i < 12; ++i)
            QCOMPARE(endOf(jobs[i]), std::string(i % 5 == 4 ? "Internal" : "Ok"));
        QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 0);
    }

    void gateOff()
    {
        Bench bench({.workers = 4, .textPermits = kUnlimitedPermits});
        for (const char *name : {"a", "b", "c", "d"})
            bench.ask(std::string("hold ") + name);
        for (const char *name : {"at a", "at b", "at c", "at d"})
            QVERIFY(bench.stage->waitFor(name));
        QCOMPARE(bench.stage->mostAtOnce(), 4);
        for (const char *name : {"a", "b", "c", "d"})
            bench.stage->open(name);
        QTRY_COMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 0);
    }

    /// Threads submit requests of every kind into the same conversations, cancel some, change limits, workers and
    /// switches, reload the model, clear and look: every job ends exactly once and everything is given back.
    void manyThreads()
    {
        constexpr int kThreads = 6;
        constexpr int kJobs = 60;
        Bench bench({.workers = 3, .textPermits = 2, .queueLimit = 100'000, .gateDeadline = 5s});
        const auto tally = std::make_shared<Tally>();
        bench.runtime.addObserver(tally);
        const std::vector<std::string> prompts{"say a", "bad", "throw", "oom", "fail", "unknown", "say b"};

        const auto work = [&](unsigned seed) {
            std::mt19937 random(seed);
            std::vector<JobHandle> jobs;
            for (int i = 0; i < kJobs; ++i) {
                const std::string talk = random() % 3 ? std::to_string(random() % 4) : std::string();
                jobs.push_back(bench.ask(prompts[random() % prompts.size()], talk));
                if (random() % 4 == 0)
                    jobs[random() % jobs.size()].cancel();
                if (random() % 10 == 0)
                    bench.runtime.setPermits(PermitClass::Text, static_cast<int>(random() % 4) + 1);
                if (random() % 15 == 0)
                    bench.runtime.setPolicy("m", {.kvCache = random() % 2 ? Toggle::On : Toggle::Off});
                if (random() % 20 == 0)
                    bench.runtime.load({.name = "m", .path = "fake:m"});
                if (random() % 20 == 0)
                    bench.runtime.clear({ClearStep::KvCaches, ClearStep::PrimitiveCaches});
                if (random() % 30 == 0)
                    bench.runtime.setWorkers(static_cast<int>(random() % 4) + 1);
                const Runtime::Snapshot snapshot = bench.runtime.snapshot();
                if (snapshot.submitted < snapshot.finished)
                    bench.stage->note("more ends than jobs");
            }
            for (const JobHandle &job : jobs) {
                if (endOf(job) == "never")
                    bench.stage->note("never ended");
            }
        };
        std::vector<std::thread> threads;
        for (unsigned seed = 0; seed < kThreads; ++seed)
            threads.emplace_back(work, seed);
        for (std::thread &thread : threads)
            thread.join();
        QTRY_COMPARE(bench.runtime.snapshot().submitted, bench.runtime.snapshot().finished);
        for (const std::string &words : bench.stage->log())
            QCOMPARE(words, std::string("freed fake:m"));
        QVERIFY(tally->eachOnce(kThreads * kJobs));
        const Runtime::Snapshot end = bench.runtime.snapshot();
        QCOMPARE(end.gate.held.at(PermitClass::Text), 0);
        QVERIFY(!end.gate.exclusiveHeld);
        QVERIFY(end.gate.waiting.empty());
        QVERIFY(bench.runtime.shutdown(10s));
    }

    /// Shutdown at any moment of a busy line.
    void shutdownUnderLoad()
    {
        for (int round = 0; round < 20; ++round) {
            Bench bench({.workers = 2, .textPermits = 2});
            std::atomic<int> wrong = 0;
            std::thread submitter([&] {
                std::vector<JobHandle> jobs;
                for (int i = 0; i < 50; ++i)
                    jobs.push_back(bench.ask("say a", "talk"));
                for (const JobHandle &job : jobs)
                    wrong += job.waitForFinished(10s) ? 0 : 1;
            });
            for (int i = 0; i < round; ++i)
                std::this_thread::yield();
            QVERIFY(bench.runtime.shutdown(10s));
            submitter.join();
            QCOMPARE(wrong.load(), 0);
            QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestRuntimeStress)
#include "tst_runtimestress.moc"
