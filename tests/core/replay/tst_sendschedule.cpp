// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/percentiles.h"
#include "core/base/clock.h"
#include "core/replay/sendschedule.h"

#include <QtTest>

#include <algorithm>
#include <vector>

using namespace limno;

namespace {

constexpr int64_t kMs = kNsPerMs;

ReplayPlan planOf(Pacing pacing, double rate, int64_t requests)
{
    ReplayPlan plan;
    plan.pacing = pacing;
    plan.ratePerSecond = rate;
    plan.requests = requests;
    return plan;
}

/// A service that takes 10 ms a request, one after the other, and stands still from second 2 to 8.
class StoppingTarget
{
public:
    /// When a request that arrives now is answered.
    int64_t answer(int64_t nowNs)
    {
        int64_t begin = std::max(nowNs, m_freeNs);
        if (begin >= 2000 * kMs && begin < 8000 * kMs)
            begin = 8000 * kMs;
        return m_freeNs = begin + 10 * kMs;
    }

private:
    int64_t m_freeNs = 0;
};

} // namespace

class TestSendSchedule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void openLoopShowsTheBacklog();
    void pacedLoopHidesItAndSaysSo();
    void keepsTheRate();
    void suspensionIsSkippedNotMadeUpFor();
    void shortDelaysAreMadeUpFor();
    void followsMoments();
    void endsWithTheTime();
    void countsWhatAnEndCutsOff();
};

/// Field case F1: fixed schedule.
void TestSendSchedule::openLoopShowsTheBacklog()
{
    const ReplayPlan plan = planOf(Pacing::Open, 50, 500);
    SendSchedule schedule(plan);
    StoppingTarget target;
    std::vector<double> latencyMs;
    for (int64_t now = 0; schedule.next(); now += kMs) {
        schedule.lookedAt(now);
        while (const auto moment = schedule.due(now))
            latencyMs.push_back(double(target.answer(now) - *moment) / kMs);
    }
    QCOMPARE(latencyMs.size(), size_t(500));
    QCOMPARE(schedule.skipped(), int64_t(0));
    const Percentiles p = percentiles(latencyMs).value();
    QVERIFY2(std::abs(p.p50 - 3500) < 30, qPrintable(QString::number(p.p50)));
    QVERIFY2(std::abs(p.p99 - 5960) < 10, qPrintable(QString::number(p.p99)));
    QVERIFY2(std::abs(p.max - 6010) < 5, qPrintable(QString::number(p.max)));
}

/// Field case F1: one worker that waits.
void TestSendSchedule::pacedLoopHidesItAndSaysSo()
{
    const ReplayPlan plan = planOf(Pacing::Paced, 50, 500);
    SendSchedule schedule(plan);
    StoppingTarget target;
    std::vector<double> latencyMs;
    int64_t busyUntil = 0;
    for (int64_t now = 0; schedule.next(); now += kMs) {
        schedule.lookedAt(now);
        if (now < busyUntil)
            continue;
        if (schedule.due(now)) {
            busyUntil = target.answer(now);
            latencyMs.push_back(double(busyUntil - now) / kMs);
        }
    }
    QCOMPARE(latencyMs.size(), size_t(201));
    QCOMPARE(schedule.skipped(), int64_t(299));
    const Percentiles p = percentiles(latencyMs).value();
    QCOMPARE(p.p50, 10.0);
    QCOMPARE(p.p95, 10.0);
    QCOMPARE(p.p99, 10.0);
    QVERIFY(std::abs(p.max - 6010) < 5);
}

/// Field case F2: 10 a second for 60 s with 25 ms spent in each sending.
void TestSendSchedule::keepsTheRate()
{
    ReplayPlan plan = planOf(Pacing::Open, 10, 0);
    plan.seconds = 60;
    SendSchedule schedule(plan);
    std::vector<int64_t> sentNs;
    int64_t now = 0;
    while (schedule.next()) {
        schedule.lookedAt(now);
        if (schedule.due(now)) {
            sentNs.push_back(now);
            now += 25 * kMs;
        } else {
            now += 3 * kMs;
        }
    }
    QCOMPARE(sentNs.size(), size_t(600));
    QCOMPARE(schedule.skipped(), int64_t(0));
    for (size_t i = 0; i < sentNs.size(); ++i)
        QVERIFY(sentNs[i] - int64_t(i) * 100 * kMs < 4 * kMs); // lateness does not add up
}

/// Field case F2: the player is suspended for 5 s.
void TestSendSchedule::suspensionIsSkippedNotMadeUpFor()
{
    const ReplayPlan plan = planOf(Pacing::Open, 10, 600);
    SendSchedule schedule(plan);
    int64_t sent = 0;
    int64_t mostAtOnce = 0;
    int64_t now = 0;
    while (schedule.next()) {
        schedule.lookedAt(now);
        int64_t atOnce = 0;
        while (schedule.due(now))
            ++atOnce;
        mostAtOnce = std::max(mostAtOnce, atOnce);
        sent += atOnce;
        now += now == 20'000 * kMs ? 5'000 * kMs : 20 * kMs;
    }
    QCOMPARE(mostAtOnce, int64_t(1));
    QCOMPARE(schedule.skipped(), int64_t(49)); // 20.1 … 24.9 s; the one at 25.0 is the present one
    QCOMPARE(sent, int64_t(600 - 49));
}

void TestSendSchedule::shortDelaysAreMadeUpFor()
{
    const ReplayPlan plan = planOf(Pacing::Open, 100, 30);
    SendSchedule schedule(plan);
    schedule.lookedAt(0);
    int64_t sent = schedule.due(0) ? 1 : 0;
    schedule.lookedAt(200 * kMs); // less than a suspension
    while (schedule.due(200 * kMs))
        ++sent;
    QCOMPARE(sent, int64_t(21));
    QCOMPARE(schedule.skipped(), int64_t(0));
}

void TestSendSchedule::followsMoments()
{
    ReplayPlan plan = planOf(Pacing::Open, 0, 0);
    plan.momentsNs = {0, 0, 5 * kMs, 90 * kMs};
    SendSchedule schedule(plan);
    std::vector<int64_t> moments;
    for (int64_t now = 0; schedule.next(); now += kMs) {
        schedule.lookedAt(now);
        while (const auto moment = schedule.due(now))
            moments.push_back(*moment);
    }
    QCOMPARE(moments, plan.momentsNs);
}

void TestSendSchedule::endsWithTheTime()
{
    ReplayPlan plan = planOf(Pacing::Open, 10, 1000);
    plan.seconds = 2;
    SendSchedule schedule(plan);
    int64_t sent = 0;
    for (int64_t now = 0; schedule.next(); now += 10 * kMs) {
        schedule.lookedAt(now);
        sent += schedule.due(now) ? 1 : 0;
    }
    QCOMPARE(sent, int64_t(20));
}

void TestSendSchedule::countsWhatAnEndCutsOff()
{
    const ReplayPlan plan = planOf(Pacing::Open, 10, 100);
    SendSchedule schedule(plan);
    schedule.lookedAt(0);
    QVERIFY(schedule.due(0));
    schedule.finish(1000 * kMs);
    QCOMPARE(schedule.skipped(), int64_t(9));
}

QTEST_APPLESS_MAIN(TestSendSchedule)
#include "tst_sendschedule.moc"
