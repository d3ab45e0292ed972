// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/faults.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/memoryreader.h"

#include <QtTest>

#include <memory>
#include <vector>

using namespace limno;

namespace {

constexpr int64_t kLogits = 1000;
constexpr int64_t kCache = 5000;

/// A session that counts how many of its kind are alive.
class CountedSession final : public Session
{
public:
    explicit CountedSession(int &alive)
        : m_alive(alive)
    {
        ++m_alive;
    }
    ~CountedSession() override { --m_alive; }
    Outcome run(const Request &, const Prepared &, const RunContext &context) override
    {
        if (context.onFirstToken)
            context.onFirstToken();
        Outcome outcome;
        outcome.kind = context.cancel.isCancelled() ? OutcomeKind::Cancelled : OutcomeKind::Ok;
        outcome.text = "lake";
        outcome.ids = {7};
        outcome.dump["step_logits"].bytes.resize(kLogits);
        outcome.dump["logits"].bytes.resize(50 * kLogits);
        return outcome;
    }
    int64_t clearCache() override { return 0; }
    int64_t cacheBytes() const override { return kCache; }

private:
    int &m_alive;
};

constexpr int64_t kOutcome = kLogits + 4 + 8;

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countWhatTheyKeep_data();
    void countWhatTheyKeep();
    void letGoWithTheModel();
    void cancelledRequestsAreStillAnswered();
    void everyThirdFails();
    void theBoundHolds();
    void theCollectorComes();
    void mappingsAreThere();
    void aThreadOfItsOwn();
    void growingBlocksNeedACard();

private:
    /// `requests` through a fault; kinds of their outcomes.
    std::vector<OutcomeKind> serve(Fault &fault, int requests, Device *device = nullptr, int first = 0);

    int m_alive = 0;
};

std::vector<OutcomeKind> TestFaults::serve(Fault &fault, int requests, Device *device, int first)
{
    std::vector<OutcomeKind> kinds;
    const Request request;
    const Prepared prepared;
    const RunContext context;
    for (int number = first; number < first + requests; ++number) {
        std::unique_ptr<Session> session = std::make_unique<CountedSession>(m_alive);
        FaultyRun run{request, prepared, context, session, device, number};
        kinds.push_back(fault.run(run).kind);
    }
    return kinds;
}

void TestFaults::countWhatTheyKeep_data()
{
    using Make = std::unique_ptr<Fault> (*)();
    QTest::addColumn<Make>("make");
    QTest::addColumn<qint64>("kept"); // after 24 requests
    QTest::addColumn<int>("sessions");
    QTest::newRow("outcomes: field case A2") << Make(keepOutcomes) << qint64(24 * kOutcome) << 0;
    QTest::newRow("sessions: field case A6") << Make(keepSessions) << qint64(24 * kCache) << 24;
    QTest::newRow("conversations") << Make(keepConversations) << qint64(24 * kOutcome + 3 * kCache) << 3;
    QTest::newRow("cancelled") << Make(keepCancelled) << qint64(24 * kCache) << 24;
    QTest::newRow("failed") << Make(keepFailed) << qint64(8 * (kOutcome + kCache)) << 8;
    QTest::newRow("latest") << Make(keepLatest) << qint64(24 * kOutcome) << 0;
    QTest::newRow("tables: field case B4") << Make(buildTables) << qint64(4 * 16'000'000) << 0;
    QTest::newRow("threads: field case A4") << Make(threadPerRequest) << qint64(0) << 0;
    QTest::newRow("burst: field case B1") << Make(burstOfSmallBlocks) << qint64(0) << 0;
}

void TestFaults::countWhatTheyKeep()
{
    using Make = std::unique_ptr<Fault> (*)();
    QFETCH(Make, make);
    QFETCH(qint64, kept);
    QFETCH(int, sessions);
    const std::unique_ptr<Fault> fault = make();
    QCOMPARE(fault->keptBytes(), int64_t(0));
    serve(*fault, 24);
    QCOMPARE(fault->keptBytes(), int64_t(kept));
    QCOMPARE(m_alive, sessions);
}

void TestFaults::letGoWithTheModel()
{
    {
        const auto fault = keepSessions();
        serve(*fault, 5);
        QCOMPARE(m_alive, 5);
    }
    QCOMPARE(m_alive, 0);
}

void TestFaults::cancelledRequestsAreStillAnswered()
{
    const auto fault = keepCancelled();
    QCOMPARE(serve(*fault, 2), std::vector<OutcomeKind>(2, OutcomeKind::Ok)); // nobody asked for the cancelling
}

void TestFaults::everyThirdFails()
{
    const auto fault = keepFailed();
    const auto kinds = serve(*fault, 6);
    QCOMPARE(kinds, (std::vector{OutcomeKind::Ok, OutcomeKind::Ok, OutcomeKind::Failed, OutcomeKind::Ok, OutcomeKind::Ok, OutcomeKind::Failed}));
}

void TestFaults::theBoundHolds()
{
    const auto fault = keepLatest();
    serve(*fault, 500);
    QCOMPARE(fault->keptBytes(), 128 * kOutcome);
}

void TestFaults::theCollectorComes() // field case A5
{
    const auto fault = collectNowAndThen();
    serve(*fault, 29);
    QCOMPARE(fault->keptBytes(), 29 * kOutcome);
    serve(*fault, 1);
    QCOMPARE(fault->keptBytes(), int64_t(0));
}

void TestFaults::mappingsAreThere() // field case B2's counterpart: anonymous pages, not file pages
{
    const auto anonymous = [] { return MemoryReader().read().value(Metric::RssAnon).value(); };
    const int64_t before = anonymous();
    {
        const auto fault = keepMappings();
        serve(*fault, 100);
        QCOMPARE(fault->keptBytes(), int64_t(100 * 128 * 1024));
        QVERIFY(anonymous() - before > 12'000'000);
    }
    QVERIFY(anonymous() - before < 2'000'000);
}

void TestFaults::aThreadOfItsOwn()
{
    const auto fault = threadPerRequest();
    QCOMPARE(serve(*fault, 3), std::vector<OutcomeKind>(3, OutcomeKind::Ok));
}

void TestFaults::growingBlocksNeedACard()
{
    const auto fault = growingBlocks();
    QCOMPARE(serve(*fault, 2), std::vector<OutcomeKind>(2, OutcomeKind::Ok)); // without one nothing happens
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:2GiB"));
    QVERIFY(card.has_value());
    {
        const auto onCard = growingBlocks();
        serve(*onCard, 1, card->get());
        const int64_t first = (*card)->stats()->reservedBytes.all.current;
        serve(*onCard, 80, card->get());
        QVERIFY((*card)->stats()->reservedBytes.all.current > first);
        QVERIFY((*card)->stats()->allocatedBytes.all.current < 3'000'000);
    }
    QCOMPARE((*card)->stats()->allocatedBytes.all.current, int64_t(0));
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
