// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/ledger.h"
#include "fakemodel.h"

#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace limno;
using namespace std::chrono_literals;

namespace {

class MarkLog final : public Runtime::Observer
{
public:
    void requestFinished(int64_t, const Request &, const Outcome &) override { }
    void marked(int64_t timeNs, const std::string &kind, const std::string &text) override
    {
        const std::lock_guard lock(m_mutex);
        m_ordered = m_ordered && timeNs >= m_lastNs;
        m_lastNs = timeNs;
        m_marks.push_back(QString::fromStdString(kind + " " + text));
    }
    QString marks() const
    {
        const std::lock_guard lock(m_mutex);
        return m_ordered ? m_marks.join("; ") : "not in order of time";
    }

private:
    mutable std::mutex m_mutex; ///< guards everything below
    QStringList m_marks;
    int64_t m_lastNs = 0;
    bool m_ordered = true;
};

/// Counts which worker has entered and flushed how often.
class CountingHook final : public WorkerHook
{
public:
    void enter(int intraOpThreads) override
    {
        t_entered = true;
        ++entered;
        lastIntraOp = intraOpThreads;
    }
    void flushThreadCaches() override
    {
        ++flushed;
        strangers += t_entered ? 0 : 1;
    }

    std::atomic<int> entered = 0;
    std::atomic<int> flushed = 0;
    std::atomic<int> strangers = 0; ///< flushed in a thread that never entered
    std::atomic<int> lastIntraOp = 0;

private:
    static thread_local bool t_entered;
};

thread_local bool CountingHook::t_entered = false;

QStringList ownersOf(Ledger::Kind kind)
{
    QStringList owners;
    for (const Ledger::Entry &entry : Ledger::instance().entries()) {
        if (entry.kind == kind)
            owners += QString::fromStdString(entry.owner) + " " + QString::number(entry.bytes);
    }
    return owners;
}

} // namespace

class TestExclusiveJobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadFails_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("end");
        QTest::newRow("broken file") << "fake:broken"
                                     << "ModelInvalid";
        QTest::newRow("no memory") << "fake:throws"
                                   << "OutOfMemory";
        QTest::newRow("no file") << "/nowhere/at/all.gguf"
                                 << "ModelMissing";
    }

    /// The model that was there under the name stays.
    void loadFails()
    {
        QFETCH(QString, path);
        Bench bench;
        QTEST(QString::fromStdString(endOf(bench.runtime.load({.name = "m", .path = path.toStdString()}))), "end");
        QCOMPARE(endOf(bench.ask("say a")), std::string("Ok"));
        QCOMPARE(bench.runtime.snapshot().models.at(0).info.path, std::string("fake:m"));
    }

    void loadNeedsAName()
    {
        Bench bench;
        QCOMPARE(endOf(bench.runtime.load({.path = "fake:x"})), std::string("InputInvalid"));
    }

    void loadReplacesAfterwards()
    {
        Bench bench;
        QCOMPARE(endOf(bench.ask("say a", "talk")), std::string("Ok"));
        const JobHandle load = bench.runtime.load({.name = "m", .path = "fake:held curtain"});
        QVERIFY(bench.stage->waitFor("at curtain"));
        QVERIFY(load.waitForEvents(10s));
        QCOMPARE(load.takeEvents().at(0).fraction, 0.5);
        QCOMPARE(bench.view(load).progress, 0.5);
        QCOMPARE(bench.runtime.snapshot().models.at(0).info.path, std::string("fake:m"));
        QVERIFY(bench.runtime.snapshot().gate.exclusiveHeld);
        bench.stage->open("curtain");
        QCOMPARE(endOf(load), std::string("Ok"));
        QCOMPARE(load.result()->model->path, std::string("fake:held curtain"));
        QCOMPARE(bench.stage->logLine(), std::string("at curtain, freed fake:m"));
        const auto models = bench.runtime.snapshot().models;
        QCOMPARE(models.size(), size_t(1));
        QCOMPARE(models[0].sessions, 0);
        QCOMPARE(bench.ask("say b", "talk").wait().outcome.tokens.reused, int64_t(0));
    }

    void loadIsCancelled()
    {
        Bench bench;
        const JobHandle load = bench.runtime.load({.name = "m", .path = "fake:held curtain"});
        QVERIFY(bench.stage->waitFor("at curtain"));
        load.cancel();
        QCOMPARE(endOf(load), std::string("Cancelled"));
        QCOMPARE(bench.runtime.snapshot().models.at(0).info.path, std::string("fake:m"));
        QCOMPARE(endOf(bench.ask("say a")), std::string("Ok"));
    }

    /// Everything in the order of submission, even with one worker, where most are not prepared yet.
    void orderOfTheLine()
    {
        Bench bench;
        const JobHandle front = bench.ask("hold a");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle before = bench.ask("watched", "x");
        const JobHandle off = bench.runtime.setPolicy("m", {.kvCache = Toggle::Off});
        const JobHandle between = bench.ask("watched", "x");
        const JobHandle reload = bench.runtime.load({.name = "m", .path = "fake:new"});
        const JobHandle after = bench.ask("watched", "x");
        const JobHandle unload = bench.runtime.unload("m");
        const JobHandle orphan = bench.ask("watched", "x");
        bench.stage->open("a");
        for (const JobHandle &job : {front, before, off, between, reload, after, unload})
            QCOMPARE(endOf(job), std::string("Ok"));
        QCOMPARE(endOf(orphan), std::string("ModelMissing"));
        std::vector<int64_t> granted;
        for (const JobHandle &job : {front, before, off, between, reload, after, unload})
            granted.push_back(*job.result()->outcome.times.grantedNs);
        QVERIFY(std::is_sorted(granted.begin(), granted.end()));
        // What counts is the last preparation before each run: by the model and with the switches of its turn.
        QStringList log;
        for (const std::string &words : bench.stage->log())
            log += QString::fromStdString(words);
        const int freed = static_cast<int>(log.indexOf("freed fake:m"));
        QVERIFY(log.mid(0, freed).contains("prepared by fake:m on"));
        QCOMPARE(log.at(freed - 1), QString("prepared by fake:m off"));
        QCOMPARE(log.at(log.size() - 2), QString("prepared by fake:new on"));
        QCOMPARE(log.last(), QString("freed fake:new"));
    }

    void unloadFreesModelAndLedger()
    {
        Bench bench;
        QCOMPARE(endOf(bench.ask("say a", "talk")), std::string("Ok"));
        QCOMPARE(ownersOf(Ledger::Kind::MappedWeights), QStringList("m: weights 1000"));
        QCOMPARE(ownersOf(Ledger::Kind::Cache), QStringList("m: KV cache 100"));
        QCOMPARE(endOf(bench.runtime.unload("m")), std::string("Ok"));
        QCOMPARE(bench.stage->logLine(), std::string("freed fake:m"));
        QVERIFY(bench.runtime.snapshot().models.empty());
        QVERIFY(ownersOf(Ledger::Kind::MappedWeights).isEmpty());
        QVERIFY(ownersOf(Ledger::Kind::Cache).isEmpty());
        QCOMPARE(endOf(bench.runtime.unload("m")), std::string("ModelMissing"));
        QCOMPARE(endOf(bench.ask("say a")), std::string("ModelMissing"));
        QCOMPARE(endOf(bench.runtime.setPolicy("m", {})), std::string("ModelMissing"));
    }

    void unloadWaitsForThoseThatRunAndFailsThoseThatWait()
    {
        Bench bench({.workers = 3, .textPermits = 2});
        const JobHandle a = bench.ask("hold a");
        const JobHandle b = bench.ask("hold b");
        QVERIFY(bench.stage->waitFor("at a"));
        QVERIFY(bench.stage->waitFor("at b"));
        const JobHandle unload = bench.runtime.unload("m");
        const JobHandle c = bench.ask("say c");
        const JobHandle d = bench.ask("say d");
        bench.stage->open("a");
        QCOMPARE(endOf(a), std::string("Ok"));
        QCOMPARE(unload.state(), JobState::Waiting);
        bench.stage->open("b");
        QCOMPARE(endOf(b), std::string("Ok"));
        QCOMPARE(endOf(unload), std::string("Ok"));
        QCOMPARE(endOf(c), std::string("ModelMissing"));
        QCOMPARE(endOf(d), std::string("ModelMissing"));
    }

    /// A prepare stage in progress holds no permit but uses the model: its lease is waited for.
    void unloadWaitsForPrepare()
    {
        Bench bench({.workers = 2});
        const JobHandle job = bench.ask("prepare backstage");
        QVERIFY(bench.stage->waitFor("at backstage"));
        job.cancel();
        QCOMPARE(endOf(job), std::string("Cancelled"));
        const JobHandle unload = bench.runtime.unload("m");
        QTRY_COMPARE(unload.state(), JobState::Running);
        bench.stage->note("curtain rises");
        bench.stage->open("backstage");
        QCOMPARE(endOf(unload), std::string("Ok"));
        QCOMPARE(bench.stage->logLine(), std::string("at backstage, curtain rises, freed fake:m"));
    }

    void clearEmptiesConversations()
    {
        Bench bench;
        QCOMPARE(endOf(bench.ask("say a", "talk")), std::string("Ok"));
        const JobHandle clear = bench.runtime.clear({ClearStep::KvCaches});
        QCOMPARE(endOf(clear), std::string("Ok"));
        QCOMPARE(clear.result()->clearSteps.size(), size_t(1));
        QCOMPARE(clear.result()->clearSteps[0].step, ClearStep::KvCaches);
        const auto model = bench.runtime.snapshot().models.at(0);
        QCOMPARE(model.sessions, 0);
        QCOMPARE(model.kvBytes, int64_t(0));
        QCOMPARE(bench.ask("say b", "talk").wait().outcome.tokens.reused, int64_t(0));
    }

    void policyReachesTheModel()
    {
        Bench bench;
        bench.ask("say a", "talk").wait();
        QCOMPARE(endOf(bench.runtime.setPolicy("m", {.kvCache = Toggle::Off, .contextCap = 64})), std::string("Ok"));
        QCOMPARE(bench.ask("say b", "talk").wait().outcome.tokens.reused, int64_t(0));
        QCOMPARE(bench.runtime.snapshot().models.at(0).policy, (ModelPolicy{Toggle::Off, 64}));
    }

    void marks()
    {
        Bench bench;
        const auto log = std::make_shared<MarkLog>();
        bench.runtime.addObserver(log);
        bench.runtime.load({.name = "n", .path = "fake:n"}).wait();
        bench.runtime.setPolicy("n", {.kvCache = Toggle::Off, .contextCap = 64}).wait();
        bench.runtime.clear({ClearStep::KvCaches}).wait();
        bench.runtime.load({.name = "x", .path = "fake:broken"}).wait();
        bench.runtime.unload("n").wait();
        bench.runtime.mark("note", "lunch");
        QCOMPARE(log->marks().replace(QRegularExpression("2: [^;]*"), "2: N"),
                 QString("load n: fake:n; toggle n: KV cache off, context capped at 64 tokens, offload none; clear 2: N; "
                         "error load x 5: ModelInvalid: fake:broken: broken; unload n; note lunch"));
    }

    void hooksAreEnteredOnceInEachWorker()
    {
        Bench bench({.workers = 3, .intraOpThreads = 2, .textPermits = 3});
        const auto hook = std::make_shared<CountingHook>();
        bench.modules.add(hook);
        QCOMPARE(endOf(bench.runtime.clear({ClearStep::PrimitiveCaches})), std::string("Ok"));
        QCOMPARE(hook->entered.load(), 3);
        QCOMPARE(hook->flushed.load(), 3);
        QCOMPARE(hook->strangers.load(), 0);
        QCOMPARE(hook->lastIntraOp.load(), 2);
        const auto late = std::make_shared<CountingHook>();
        bench.modules.add(late);
        QCOMPARE(endOf(bench.ask("say a")), std::string("Ok"));
        QVERIFY(late->entered.load() >= 1);
        QCOMPARE(hook->entered.load(), 3);
    }

    void workersChangeBetweenJobs()
    {
        Bench bench({.workers = 1, .textPermits = 4});
        const auto hook = std::make_shared<CountingHook>();
        bench.modules.add(hook);
        const JobHandle running = bench.ask("hold a");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle prepared = bench.ask("say b");
        std::thread changer([&bench] { bench.runtime.setWorkers(4); });
        QTRY_COMPARE(bench.runtime.snapshot().gate.waiting.size(), size_t(2));
        const JobHandle behind = bench.ask("say c");
        QCOMPARE(bench.runtime.snapshot().workers, 1);
        bench.stage->open("a");
        changer.join();
        QCOMPARE(bench.runtime.snapshot().workers, 4);
        for (const JobHandle &job : {running, prepared, behind})
            QCOMPARE(endOf(job), std::string("Ok"));
        std::vector<JobHandle> together;
        for (const char *name : {"p", "q", "r", "s"})
            together.push_back(bench.ask(std::string("hold ") + name));
        for (const char *name : {"at p", "at q", "at r", "at s"})
            QVERIFY(bench.stage->waitFor(name));
        QCOMPARE(bench.stage->mostAtOnce(), 4);
        for (const char *name : {"p", "q", "r", "s"})
            bench.stage->open(name);
        for (const JobHandle &job : together)
            QCOMPARE(endOf(job), std::string("Ok"));
        QCOMPARE(hook->entered.load(), 1 + 4);
    }

    void waitingExclusiveIsCancelledAtOnce()
    {
        Bench bench;
        const JobHandle front = bench.ask("deaf a");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle clear = bench.runtime.clear({});
        clear.cancel();
        QCOMPARE(endOf(clear), std::string("Cancelled"));
        QCOMPARE(front.state(), JobState::Running);
        bench.stage->open("a");
        QCOMPARE(endOf(front), std::string("Ok"));
    }
};

QTEST_GUILESS_MAIN(TestExclusiveJobs)
#include "tst_exclusivejobs.moc"
