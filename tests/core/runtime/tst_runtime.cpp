// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakemodel.h"

#include <QTest>

#include <latch>
#include <thread>

using namespace limno;
using namespace std::chrono_literals;

namespace {

/// Writes down what it is told, and what was true at that moment.
class Witness final : public Runtime::Observer
{
public:
    explicit Witness(Bench &bench)
        : m_bench(bench)
    {
    }
    void requestFinished(int64_t id, const Request &request, const Outcome &outcome) override
    {
        const Runtime::Snapshot now = m_bench.runtime.snapshot();
        const bool finished = m_handle.isValid() && m_handle.id() == id && m_handle.state() == JobState::Finished;
        m_bench.stage->note("told " + request.prompt + " " + std::string(outcomeKindName(outcome.kind)) + " held "
                            + std::to_string(now.gate.held.at(PermitClass::Text)) + (finished ? " finished" : ""));
    }
    void marked(int64_t, const std::string &kind, const std::string &text) override
    {
        m_bench.stage->note("mark " + kind + " " + text);
    }
    void watch(JobHandle handle) { m_handle = std::move(handle); }

private:
    Bench &m_bench;
    JobHandle m_handle;
};

} // namespace

class TestRuntime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksRequestsOnTheDevice()
    {
        Bench bench;
        QVERIFY(!bench.runtime.setDevice(*parseDeviceSpec("emulated:64MiB")).wait().outcome.error);
        const JobHandle job = bench.ask("say one");
        QCOMPARE(endOf(job), std::string("Ok"));
        const std::string name = "request " + std::to_string(job.id());
        const std::optional<CardState> state = bench.devices.current()->state();
        QVERIFY(state);
        std::vector<std::string> marks;
        for (const CardEvent &event : state->trace) {
            if (event.kind == CardEvent::Kind::UserDefined)
                marks.push_back(event.text);
        }
        QCOMPARE(marks, (std::vector<std::string>{name + " begins: complete, m", name + " ends"}));
    }

    void ends_data()
    {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("message");
        QTest::newRow("ok") << "say hello"
                            << "Ok"
                            << "";
        QTest::newRow("bad input") << "bad"
                                   << "InputInvalid"
                                   << "prompt: bad on purpose";
        QTest::newRow("exception") << "throw"
                                   << "Internal"
                                   << "the model broke";
        QTest::newRow("bad_alloc") << "oom"
                                   << "OutOfMemory"
                                   << "no memory: std::bad_alloc";
        QTest::newRow("not an exception") << "unknown"
                                          << "Internal"
                                          << "something unknown was thrown";
        QTest::newRow("failure") << "fail"
                                 << "OutOfMemory"
                                 << "requested 8, free 4";
    }

    void ends()
    {
        QFETCH(QString, prompt);
        Bench bench;
        const JobHandle job = bench.ask(prompt.toStdString(), "talk");
        QTEST(QString::fromStdString(endOf(job)), "end");
        const Outcome &outcome = job.result()->outcome;
        QTEST(QString::fromStdString(outcome.error ? outcome.error->message : ""), "message");
        QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 0);
        QCOMPARE(endOf(bench.ask("say again", "talk")), std::string("Ok"));
        QVERIFY(job.result()->outcome.times.finishedNs);
    }

    void outcomeIsComplete()
    {
        Bench bench;
        const JobHandle job = bench.ask("say hello world");
        const Outcome &outcome = job.wait().outcome;
        QCOMPARE(outcome.text, std::string("hello world"));
        QCOMPARE(outcome.worker, 0);
        const RequestTimes &t = outcome.times;
        const std::vector<std::optional<int64_t>> stages{t.submittedNs, t.queuedNs,     t.grantedNs, t.startedNs,
                                                         t.prefilledNs, t.firstTokenNs, t.finishedNs};
        for (size_t i = 1; i < stages.size(); ++i) {
            QVERIFY2(stages[i].has_value(), qPrintable(QString::number(i)));
            QVERIFY2(*stages[i - 1] <= *stages[i], qPrintable(QString::number(i)));
        }
        QVERIFY(outcome.memory.before.timeNs <= outcome.memory.after.timeNs);
        QCOMPARE(bench.view(job).state, JobState::Finished);
        QCOMPARE(bench.view(job).kindOfEnd, OutcomeKind::Ok);
        const auto events = job.takeEvents();
        QCOMPARE(events.size(), size_t(2));
        QCOMPARE(events[0].text, std::string("hello world"));
        QCOMPARE(events[1].fraction, 1.0);
    }

    void fullLineRefusesRequestsOnly()
    {
        Bench bench({.queueLimit = 2});
        const JobHandle first = bench.ask("hold a");
        const JobHandle second = bench.ask("say b");
        const JobHandle refused = bench.ask("say c");
        QCOMPARE(refused.state(), JobState::Finished);
        QCOMPARE(endOf(refused), std::string("Busy"));
        const JobHandle policy = bench.runtime.setPolicy("m", {});
        bench.stage->open("a");
        for (const JobHandle &job : {first, second, policy})
            QCOMPARE(endOf(job), std::string("Ok"));
        QCOMPARE(endOf(bench.ask("say d")), std::string("Ok"));
    }

    void unknownModelIsRefused()
    {
        Bench bench;
        Request request;
        request.model = "nobody";
        const JobHandle job = bench.runtime.submit(request);
        QCOMPARE(job.state(), JobState::Finished);
        QCOMPARE(endOf(job), std::string("ModelMissing"));
    }

    void taskThatTheModelCannotDo()
    {
        Bench bench;
        Request request;
        request.model = "m";
        request.task = Task::Imagine;
        QCOMPARE(endOf(bench.runtime.submit(request)), std::string("InputInvalid"));
    }

    /// Permits for two, four workers: position, state and worker of every job are in one snapshot.
    void snapshotShowsTheLine()
    {
        Bench bench({.workers = 4, .textPermits = 2});
        const JobHandle a = bench.ask("hold a");
        const JobHandle b = bench.ask("hold b");
        QVERIFY(bench.stage->waitFor("at a"));
        QVERIFY(bench.stage->waitFor("at b"));
        const JobHandle c = bench.ask("say c");
        const JobHandle x = bench.runtime.clear({});
        const JobHandle d = bench.ask("say d");
        const Runtime::Snapshot snapshot = bench.runtime.snapshot();
        QStringList lines;
        for (size_t i = 0; i < 5; ++i) {
            const Runtime::JobView &view = snapshot.jobs[i];
            lines += QString("%1:%2").arg(view.id - a.id()).arg(view.position);
            QCOMPARE(view.worker >= 0, view.state == JobState::Running);
        }
        QCOMPARE(lines.join(' '), QString("0:0 1:0 2:1 3:2 4:3"));
        QCOMPARE(snapshot.jobs[3].label, std::string("clear "));
        QCOMPARE(snapshot.gate.held.at(PermitClass::Text), 2);
        QCOMPARE(snapshot.workers, 4);
        QCOMPARE(snapshot.submitted - snapshot.finished, int64_t(5));
        bench.stage->open("a");
        bench.stage->open("b");
        for (const JobHandle &job : {a, b, c, x, d})
            QCOMPARE(endOf(job), std::string("Ok"));
        const Runtime::Snapshot end = bench.runtime.snapshot();
        QCOMPARE(end.submitted, end.finished);
        QCOMPARE(end.jobs.front().state, JobState::Finished);
    }

    void cancel_data()
    {
        QTest::addColumn<QString>("when");
        for (const char *when : {"before a worker is free", "in prepare", "waiting", "granted", "running"})
            QTest::newRow(when) << when;
    }

    /// Wherever it is, it ends as Cancelled; while it waits, at once: the job in front does not move.
    void cancel()
    {
        QFETCH(QString, when);
        Bench bench({.workers = when == "before a worker is free" ? 1 : 2});
        JobHandle front, blocker;
        if (when != "running") {
            front = bench.ask("deaf front");
            QVERIFY(bench.stage->waitFor("at front"));
        }
        const JobHandle job = bench.ask(when == "in prepare"    ? "prepare backstage"
                                            : when == "running" ? "hold a"
                                                                : "say a");
        if (when == "in prepare")
            QVERIFY(bench.stage->waitFor("at backstage"));
        if (when == "waiting" || when == "granted")
            QTRY_COMPARE(job.state(), JobState::Waiting);
        if (when == "granted") { // there is a permit, but both workers are busy
            blocker = bench.ask("prepare wings");
            QVERIFY(bench.stage->waitFor("at wings"));
            bench.runtime.setPermits(PermitClass::Text, 2);
            QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 2);
        }
        if (when == "running")
            QVERIFY(bench.stage->waitFor("at a"));
        job.cancel();
        QCOMPARE(endOf(job), std::string("Cancelled"));
        QVERIFY(!job.result()->outcome.error);
        QCOMPARE(job.result()->outcome.times.startedNs.has_value(), when == "running");
        QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), front.isValid() ? 1 : 0);
        for (const char *curtain : {"backstage", "wings", "front"})
            bench.stage->open(curtain);
        for (const JobHandle &other : {front, blocker}) {
            if (other.isValid())
                QCOMPARE(endOf(other), std::string("Ok"));
        }
        QCOMPARE(endOf(bench.ask("say after")), std::string("Ok"));
        QCOMPARE(bench.runtime.snapshot().gate.held.at(PermitClass::Text), 0);
    }

    void runningCancelledKeepsItsPermit()
    {
        Bench bench({.workers = 2});
        const JobHandle deaf = bench.ask("deaf a");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle next = bench.ask("hold b");
        deaf.cancel();
        QTRY_COMPARE(next.state(), JobState::Waiting);
        QCOMPARE(deaf.state(), JobState::Running);
        QCOMPARE(bench.view(next).position, 1);
        bench.stage->open("a");
        QCOMPARE(endOf(deaf), std::string("Cancelled"));
        QCOMPARE(deaf.result()->outcome.text, std::string("a"));
        QVERIFY(bench.stage->waitFor("at b"));
        QCOMPARE(bench.stage->mostAtOnce(), 1);
        bench.stage->open("b");
        QCOMPARE(endOf(next), std::string("Ok"));
    }

    void deadline()
    {
        Bench bench({.workers = 1, .gateDeadline = 20ms});
        const JobHandle front = bench.ask("deaf front");
        QVERIFY(bench.stage->waitFor("at front"));
        const JobHandle late = bench.ask("say a");
        QCOMPARE(endOf(late), std::string("Timeout")); // although the only worker is busy
        QVERIFY(!late.result()->outcome.times.grantedNs);
        QCOMPARE(front.state(), JobState::Running);
        bench.stage->open("front");
        QCOMPARE(endOf(front), std::string("Ok"));
    }

    void conversationsAreSerialized()
    {
        Bench bench({.workers = 3, .textPermits = 3});
        const JobHandle first = bench.ask("hold a", "talk");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle second = bench.ask("say b", "talk");
        const JobHandle third = bench.ask("say c", "talk");
        QCOMPARE(endOf(bench.ask("say d", "other")), std::string("Ok")); // neither permit nor worker is taken
        QCOMPARE(endOf(bench.ask("say e")), std::string("Ok"));
        QCOMPARE(bench.view(second).position, 1);
        bench.stage->open("a");
        QCOMPARE(endOf(third), std::string("Ok"));
        QCOMPARE(first.wait().outcome.tokens.reused, int64_t(0));
        QCOMPARE(second.wait().outcome.tokens.reused, int64_t(1));
        QCOMPARE(third.wait().outcome.tokens.reused, int64_t(2));
        const auto model = bench.runtime.snapshot().models.at(0);
        QCOMPARE(model.sessions, 2); // "talk" and "other"
        QCOMPARE(model.kvBytes, 4 * FakeSession::kBytesPerTurn);
    }

    void sessionThatThrewIsNotKept()
    {
        Bench bench;
        QCOMPARE(endOf(bench.ask("say a", "talk")), std::string("Ok"));
        QCOMPARE(endOf(bench.ask("fail", "talk")), std::string("OutOfMemory"));
        QCOMPARE(bench.ask("say b", "talk").wait().outcome.tokens.reused, int64_t(1));
        QCOMPARE(endOf(bench.ask("throw", "talk")), std::string("Internal"));
        QCOMPARE(bench.runtime.snapshot().models.at(0).kvBytes, int64_t(0));
        QCOMPARE(bench.ask("say c", "talk").wait().outcome.tokens.reused, int64_t(0));
    }

    void leastRecentConversationIsDropped()
    {
        Bench bench;
        constexpr int kKept = 32;
        for (int i = 0; i < kKept; ++i)
            QCOMPARE(endOf(bench.ask("say a", std::to_string(i))), std::string("Ok"));
        QCOMPARE(bench.ask("say a", "0").wait().outcome.tokens.reused, int64_t(1));
        QCOMPARE(endOf(bench.ask("say a", "new")), std::string("Ok"));
        QCOMPARE(bench.runtime.snapshot().models.at(0).sessions, kKept);
        QCOMPARE(bench.ask("say a", "0").wait().outcome.tokens.reused, int64_t(2));
        QCOMPARE(bench.ask("say a", "1").wait().outcome.tokens.reused, int64_t(0));
    }

    void observersAreToldBetweenPermitAndHandle_data()
    {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("log");
        QTest::newRow("ok") << "say a"
                            << "told say a ok held 0";
        QTest::newRow("failed") << "throw"
                                << "told throw error held 0, mark error complete 2: Internal: the model broke";
        QTest::newRow("bad input")
            << "bad"
            << "told bad error held 0, mark error complete 2: InputInvalid: prompt: bad on purpose";
    }

    void observersAreToldBetweenPermitAndHandle()
    {
        QFETCH(QString, prompt);
        Bench bench;
        const auto witness = std::make_shared<Witness>(bench);
        bench.runtime.addObserver(witness);
        const JobHandle job = bench.ask(prompt.toStdString());
        job.wait();
        QTEST(QString::fromStdString(bench.stage->logLine()), "log");
        bench.runtime.removeObserver(witness);
        bench.ask("say b").wait();
        QTEST(QString::fromStdString(bench.stage->logLine()), "log");
    }

    void handleIsNotFinishedWhenObserversAreTold()
    {
        Bench bench;
        const auto witness = std::make_shared<Witness>(bench);
        const JobHandle job = bench.ask("hold a");
        QVERIFY(bench.stage->waitFor("at a"));
        witness->watch(job);
        bench.runtime.addObserver(witness);
        bench.stage->open("a");
        QCOMPARE(endOf(job), std::string("Ok"));
        QCOMPARE(bench.stage->logLine(), std::string("at a, told hold a ok held 0"));
    }

    void observerThatThrowsIsSurvived()
    {
        struct Broken final : Runtime::Observer {
            void requestFinished(int64_t, const Request &, const Outcome &) override
            {
                throw std::runtime_error("full");
            }
            void marked(int64_t, const std::string &, const std::string &) override
            {
                throw std::runtime_error("full");
            }
        };
        Bench bench;
        bench.runtime.addObserver(std::make_shared<Broken>());
        QCOMPARE(endOf(bench.ask("say a")), std::string("Ok"));
    }

    void shutdownStopsEverything()
    {
        Bench bench({.workers = 2});
        const JobHandle running = bench.ask("hold a");
        QVERIFY(bench.stage->waitFor("at a"));
        const JobHandle waiting = bench.ask("say b");
        const JobHandle load = bench.runtime.load({.name = "n", .path = "fake:n"});
        QVERIFY(bench.runtime.shutdown(10s));
        for (const JobHandle &job : {running, waiting, load})
            QCOMPARE(endOf(job), std::string("Cancelled"));
        QCOMPARE(endOf(bench.ask("say c")), std::string("Busy"));
        QCOMPARE(endOf(bench.runtime.unload("m")), std::string("Busy"));
        QVERIFY(bench.runtime.shutdown(0ms));
        bench.runtime.setWorkers(3); // refused, does not hang
        QCOMPARE(bench.runtime.snapshot().workers, 2);
    }

    /// A computation that hears nothing: shutdown says so, destruction does not hang, and when it ends after all, its
    /// handle still learns of it.
    void opaqueComputationIsLeftBehind()
    {
        auto bench = std::make_unique<Bench>();
        const std::shared_ptr<Stage> stage = bench->stage;
        const JobHandle deaf = bench->ask("deaf a");
        QVERIFY(stage->waitFor("at a"));
        const JobHandle waiting = bench->ask("say b");
        QVERIFY(!bench->runtime.shutdown(1ms));
        QCOMPARE(endOf(waiting), std::string("Cancelled"));
        bench.reset();
        QCOMPARE(deaf.state(), JobState::Running);
        stage->open("a");
        QCOMPARE(endOf(deaf), std::string("Cancelled"));
    }

    void handlesOutliveTheRuntime()
    {
        JobHandle job;
        {
            Bench bench;
            job = bench.ask("hold never");
            QVERIFY(bench.stage->waitFor("at never"));
        }
        QCOMPARE(endOf(job), std::string("Cancelled"));
        job.cancel();
        QVERIFY(job.takeEvents().size() <= 3);
    }

    /// The null model through the whole runtime, without a module.
    void nullModel()
    {
        Bench bench;
        QCOMPARE(endOf(bench.runtime.load({.name = "null", .path = "null"})), std::string("Ok"));
        Request request;
        request.model = "null";
        request.prompt = " one two\nthree four ";
        request.generation.maxTokens = 3;
        const JobHandle job = bench.runtime.submit(request);
        const Outcome &outcome = job.wait().outcome;
        QCOMPARE(outcome.kind, OutcomeKind::Ok);
        QCOMPARE(outcome.text, std::string("one two three"));
        QCOMPARE(outcome.finish, FinishReason::Length);
        QCOMPARE(outcome.tokens.in, int64_t(4));
        QCOMPARE(outcome.tokens.out, int64_t(3));
        QCOMPARE(job.takeEvents().at(0).text, outcome.text);
    }
};

QTEST_GUILESS_MAIN(TestRuntime)
#include "tst_runtime.moc"
