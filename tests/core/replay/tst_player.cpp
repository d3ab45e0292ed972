// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/player.h"

#include "../runtime/fakemodel.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QTest>

#include <cmath>
#include <set>
#include <thread>

using namespace limno;

namespace {

/// What was sent, in the order in which it ended.
class Ends final : public Runtime::Observer
{
public:
    void requestFinished(int64_t, const Request &request, const Outcome &) override
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(request);
    }
    void marked(int64_t, const std::string &, const std::string &) override { }
    std::vector<Request> requests() const
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }

private:
    mutable std::mutex m_mutex; ///< guards m_requests
    std::vector<Request> m_requests;
};

ReplayPlan planFor(const std::string &prompt, int64_t requests, int concurrency = 1)
{
    ReplayPlan plan;
    plan.request.model = "m";
    plan.request.prompt = prompt;
    plan.requests = requests;
    plan.concurrency = concurrency;
    return plan;
}

} // namespace

class TestPlayer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sendsWhatThePlanSays_data();
    void sendsWhatThePlanSays();
    void keepsSoManyInFlight();
    void countsFailures();
    void stopsWhenThereIsNoModel();
    void refusedRequestsFailOneByOne();
    void cancelCutsWhatIsInFlight();
    void cancelKeepsWhatIsFinished();
    void cancelledBeforeItBegan();
    void endsAfterSomeSeconds();
    void variesThePrompt_data();
    void variesThePrompt();
    void variesTheLastMessageOfTheUser();
    void cyclesOverDistinctInputs();
    void refusesPlans_data();
    void refusesPlans();
};

void TestPlayer::sendsWhatThePlanSays_data()
{
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("concurrency");
    QTest::newRow("one") << 1 << 1;
    QTest::newRow("one after the other") << 25 << 1;
    QTest::newRow("several at once") << 40 << 4;
    QTest::newRow("more places than requests") << 3 << 8;
}

void TestPlayer::sendsWhatThePlanSays()
{
    QFETCH(int, requests);
    QFETCH(int, concurrency);
    Bench bench({.workers = 4, .textPermits = 4});
    const auto ends = std::make_shared<Ends>();
    bench.runtime.addObserver(ends);
    std::vector<ReplayProgress> progress;
    const auto result =
        Player(bench.runtime).run(planFor("say hello", requests, concurrency), {}, [&](const ReplayProgress &now) {
            progress.push_back(now);
        });
    QVERIFY(result);
    QCOMPARE(result->counts.sent, int64_t(requests));
    QCOMPARE(result->counts.ok, int64_t(requests));
    QCOMPARE(result->counts.failed + result->counts.cut, int64_t(0));
    QCOMPARE(result->distinct, int64_t(1));
    QVERIFY(!result->isInterrupted);
    QVERIFY(!result->firstError);
    QVERIFY(bench.stage->mostAtOnce() <= concurrency);
    QVERIFY(result->requestsPerSecond > 0);
    QVERIFY(result->endNs > result->startNs);
    QCOMPARE(result->latencyMs.size(), size_t(1));
    const Percentiles latency = result->latencyMs.at(OutcomeKind::Ok);
    const Percentiles service = result->serviceMs.at(OutcomeKind::Ok);
    QVERIFY(latency.p50 > 0 && latency.p50 <= latency.p95 && latency.p95 <= latency.max);
    QVERIFY(service.max <= latency.max);

    QVERIFY(!progress.empty());
    QCOMPARE(progress.back().ok, int64_t(requests));
    QCOMPARE(progress.back().secondsLeft, std::optional<double>(0));
    QCOMPARE(ends->requests().size(), static_cast<size_t>(requests));
    std::set<int64_t> indexes;
    for (const Request &request : ends->requests())
        indexes.insert(request.loopIndex);
    QCOMPARE(indexes.size(), static_cast<size_t>(requests));
    QCOMPARE(*indexes.rbegin(), int64_t(requests - 1));
}

void TestPlayer::keepsSoManyInFlight()
{
    Bench bench({.workers = 4, .textPermits = 4});
    ReplayPlan plan = planFor("hold gate", 9, 3);
    std::thread opener([&] {
        while (bench.stage->mostAtOnce() < 3)
            std::this_thread::yield();
        bench.stage->open("gate");
    });
    const auto result = Player(bench.runtime).run(plan, {});
    opener.join();
    QVERIFY(result);
    QCOMPARE(result->counts.ok, int64_t(9));
    QCOMPARE(bench.stage->mostAtOnce(), 3);
}

void TestPlayer::countsFailures()
{
    Bench bench;
    const auto result = Player(bench.runtime).run(planFor("fail", 5), {});
    QVERIFY(result);
    QCOMPARE(result->counts.failed, int64_t(5));
    QCOMPARE(result->counts.ok, int64_t(0));
    QCOMPARE(result->requestsPerSecond, 0.0);
    QVERIFY(result->firstError);
    QCOMPARE(result->firstError->code, ErrorCode::OutOfMemory);
    QVERIFY(result->latencyMs.contains(OutcomeKind::Failed));
    QVERIFY(!result->latencyMs.contains(OutcomeKind::Ok));
    QVERIFY(!result->isInterrupted);
}

void TestPlayer::stopsWhenThereIsNoModel()
{
    Bench bench;
    ReplayPlan plan = planFor("say hello", 1000);
    plan.request.model = "nothing";
    const auto result = Player(bench.runtime).run(plan, {});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::ModelMissing);
}

void TestPlayer::refusedRequestsFailOneByOne()
{
    Bench bench({.queueLimit = 1});
    const auto result = Player(bench.runtime).run(planFor("hold gate", 5, 2), {}, [&](const ReplayProgress &now) {
        if (now.failed == 4)
            bench.stage->open("gate");
    });
    QVERIFY(result);
    QCOMPARE(result->counts.sent, int64_t(5));
    QCOMPARE(result->counts.ok, int64_t(1));
    QCOMPARE(result->counts.failed, int64_t(4));
    QCOMPARE(result->firstError->code, ErrorCode::Busy);
}

void TestPlayer::cancelCutsWhatIsInFlight()
{
    Bench bench({.workers = 2, .textPermits = 2});
    const CancelToken cancel;
    std::thread canceller([&] {
        while (bench.stage->mostAtOnce() < 2)
            std::this_thread::yield();
        cancel.cancel();
    });
    QElapsedTimer timer;
    timer.start();
    // Two run, one waits for a permit.
    const auto result = Player(bench.runtime).run(planFor("hold forever", 0, 3), cancel);
    canceller.join();
    QVERIFY(timer.elapsed() < 10'000);
    QVERIFY(result);
    QVERIFY(result->isInterrupted);
    QCOMPARE(result->counts.cut, result->counts.sent);
    QVERIFY(result->counts.sent >= 2 && result->counts.sent <= 3);
    QCOMPARE(result->counts.failed, int64_t(0));
    QVERIFY(!result->firstError);
    QVERIFY(bench.runtime.snapshot().gate.waiting.empty());
}

void TestPlayer::cancelKeepsWhatIsFinished()
{
    Bench bench({.workers = 2, .textPermits = 2});
    const CancelToken cancel;
    const auto result = Player(bench.runtime).run(planFor("say hello", 0, 2), cancel, [&](const ReplayProgress &now) {
        if (now.ok >= 20)
            cancel.cancel();
    });
    QVERIFY(result);
    QVERIFY(result->isInterrupted);
    QVERIFY(result->counts.ok >= 20);
    QCOMPARE(result->counts.failed, int64_t(0));
    QCOMPARE(result->counts.ok + result->counts.cut, result->counts.sent);
    QVERIFY(result->latencyMs.contains(OutcomeKind::Ok));
    QVERIFY(result->requestsPerSecond > 0);
}

void TestPlayer::cancelledBeforeItBegan()
{
    Bench bench;
    const CancelToken cancel;
    cancel.cancel();
    const auto result = Player(bench.runtime).run(planFor("say hello", 5), cancel);
    QVERIFY(result);
    QVERIFY(result->isInterrupted);
    QCOMPARE(result->counts.sent, int64_t(0));
    QCOMPARE(result->distinct, int64_t(0));
}

void TestPlayer::endsAfterSomeSeconds()
{
    Bench bench;
    ReplayPlan plan = planFor("say hello", 0);
    plan.seconds = 0.3;
    std::optional<double> firstLeft;
    const auto result = Player(bench.runtime).run(plan, {}, [&](const ReplayProgress &now) {
        if (!firstLeft)
            firstLeft = now.secondsLeft;
    });
    QVERIFY(result);
    QVERIFY(!result->isInterrupted);
    QVERIFY(result->counts.ok > 0);
    QCOMPARE(result->counts.ok, result->counts.sent);
    QVERIFY(result->counts.elapsedSeconds >= 0.3);
    QVERIFY(firstLeft && *firstLeft <= 0.3);
}

void TestPlayer::variesThePrompt_data()
{
    QTest::addColumn<qlonglong>("index");
    QTest::addColumn<qlonglong>("distinct");
    QTest::addColumn<QByteArray>("prompt");
    QTest::newRow("first") << 0ll << 0ll << QByteArray("[000001] rain");
    QTest::newRow("later") << 41ll << 0ll << QByteArray("[000042] rain");
    QTest::newRow("beyond six digits") << 1'234'566ll << 0ll << QByteArray("[1234567] rain");
    QTest::newRow("last of a cycle") << 4ll << 5ll << QByteArray("[000005] rain");
    QTest::newRow("next cycle") << 5ll << 5ll << QByteArray("[000001] rain");
    QTest::newRow("only one") << 9ll << 1ll << QByteArray("[000001] rain");
}

void TestPlayer::variesThePrompt()
{
    QFETCH(qlonglong, index);
    QFETCH(qlonglong, distinct);
    QFETCH(QByteArray, prompt);
    ReplayPlan plan = planFor("rain", 0);
    plan.vary = Vary::Prompt;
    plan.distinct = distinct;
    const Request request = variedRequest(plan, index);
    QCOMPARE(request.prompt, prompt.toStdString());
    QCOMPARE(request.loopIndex, int64_t(index));
    plan.vary = Vary::None;
    QCOMPARE(variedRequest(plan, index).prompt, std::string("rain"));
}

void TestPlayer::variesTheLastMessageOfTheUser()
{
    ReplayPlan plan;
    plan.vary = Vary::Prompt;
    plan.request.messages = {
        {"system", "s"}, {"user", "first"}, {"assistant", "a"}, {"user", "second"}, {"assistant", "begins"}};
    const Request request = variedRequest(plan, 0);
    QCOMPARE(request.messages[1].content, std::string("first"));
    QCOMPARE(request.messages[3].content, std::string("[000001] second"));
    QCOMPARE(request.messages[4].content, std::string("begins"));
    QVERIFY(request.prompt.empty());
}

void TestPlayer::cyclesOverDistinctInputs()
{
    Bench bench;
    bench.runtime.load({.name = "null", .path = "null"}).wait();
    const auto ends = std::make_shared<Ends>();
    bench.runtime.addObserver(ends);
    ReplayPlan plan = planFor("one two three", 7);
    plan.request.model = "null";
    plan.vary = Vary::Prompt;
    plan.distinct = 3;
    const auto result = Player(bench.runtime).run(plan, {});
    QVERIFY(result);
    QCOMPARE(result->distinct, int64_t(3));
    QCOMPARE(result->counts.ok, int64_t(7));
    QCOMPARE(result->tokensIn, int64_t(7 * 4));
    QCOMPARE(result->tokensOut, int64_t(7 * 4));
    std::set<std::string> prompts;
    for (const Request &request : ends->requests())
        prompts.insert(request.prompt);
    QCOMPARE(prompts,
             (std::set<std::string>{"[000001] one two three", "[000002] one two three", "[000003] one two three"}));

    plan.distinct = 0;
    QCOMPARE(Player(bench.runtime).run(plan, {})->distinct, int64_t(7));
}

void TestPlayer::refusesPlans_data()
{
    QTest::addColumn<int>("concurrency");
    QTest::addColumn<int>("requests");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<int>("distinct");
    QTest::addColumn<bool>("variesIds");
    QTest::newRow("nobody sends") << 0 << 1 << 0.0 << 0 << false;
    QTest::newRow("negative requests") << 1 << -1 << 0.0 << 0 << false;
    QTest::newRow("negative time") << 1 << 1 << -1.0 << 0 << false;
    QTest::newRow("not a time") << 1 << 1 << std::nan("") << 0 << false;
    QTest::newRow("distinct, but nothing varies") << 1 << 1 << 0.0 << 2 << false;
    QTest::newRow("ids have no prompt") << 1 << 1 << 0.0 << 0 << true;
}

void TestPlayer::refusesPlans()
{
    QFETCH(int, concurrency);
    QFETCH(int, requests);
    QFETCH(double, seconds);
    QFETCH(int, distinct);
    QFETCH(bool, variesIds);
    Bench bench;
    ReplayPlan plan = planFor("say hello", requests, concurrency);
    plan.seconds = seconds;
    plan.distinct = distinct;
    if (variesIds) {
        plan.request.inputIds = {1, 2};
        plan.vary = Vary::Prompt;
    }
    const auto result = Player(bench.runtime).run(plan, {});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::InputInvalid);
    QCOMPARE(bench.runtime.snapshot().submitted, int64_t(1)); // the load
}

QTEST_GUILESS_MAIN(TestPlayer)
#include "tst_player.moc"
