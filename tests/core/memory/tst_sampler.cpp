// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/sampler.h"

#include <QtTest>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <vector>

using namespace limno;

namespace {

class ManualClock : public Clock
{
public:
    int64_t nowNs() const override { return m_now; }
    void set(int64_t now) { m_now = now; }

private:
    std::atomic<int64_t> m_now = 0;
};

/// Collects times and lets a test wait until there are enough of them.
class Collector
{
public:
    void add(int64_t timeNs)
    {
        const std::lock_guard lock(m_mutex);
        m_times.push_back(timeNs);
        m_changed.notify_all();
    }

    bool waitFor(size_t count)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(60), [&] { return m_times.size() >= count; });
    }

    std::vector<int64_t> times() const
    {
        const std::lock_guard lock(m_mutex);
        return m_times;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<int64_t> m_times;
};

Sample stamped(int64_t timeNs)
{
    Sample sample;
    sample.timeNs = timeNs;
    return sample;
}

} // namespace

class TestSampler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheSchedule_data();
    void keepsTheSchedule();
    void keepsTheRateInRealTime();
    void stopsAtOnceAndStartsAgain();
    void listenersComeAndGo();
    void listenerRemovesItself();
    void removalWaitsForACall();
    void usesLittleOfItsThread();
};

using Times = std::vector<int64_t>;
Q_DECLARE_METATYPE(Times)

void TestSampler::keepsTheSchedule_data()
{
    // The period is 1000. The clock stands at `wakes[k]` when the sampler looks after its k-th sample.
    QTest::addColumn<Times>("wakes");
    QTest::addColumn<Times>("samples");
    QTest::addColumn<qint64>("skipped");
    QTest::newRow("on time") << Times{1000, 2000, 3000} << Times{0, 1000, 2000, 3000} << qint64(0);
    QTest::newRow("late ones do not shift the rest") << Times{1400, 2900, 3000, 4000} << Times{0, 1400, 2900, 3000, 4000} << qint64(0);
    QTest::newRow("late by a hair less than a period") << Times{1999, 2000} << Times{0, 1999, 2000} << qint64(0);
    QTest::newRow("late by a period") << Times{2000, 3000} << Times{0, 2000, 3000} << qint64(1);
    QTest::newRow("suspended") << Times{1000, 12'500, 13'000, 14'000} << Times{0, 1000, 12'500, 13'000, 14'000} << qint64(10);
    QTest::newRow("suspended for a day") << Times{86'400'000'000, 86'400'001'000} << Times{0, 86'400'000'000, 86'400'001'000}
                                         << qint64(86'399'999);
}

void TestSampler::keepsTheSchedule()
{
    QFETCH(Times, wakes);
    QFETCH(Times, samples);
    QFETCH(qint64, skipped);
    ManualClock clock;
    Collector collector;
    std::deque<int64_t> script(wakes.begin(), wakes.end());
    Sampler sampler(1000, [&] { return stamped(clock.nowNs()); }, clock);
    sampler.addListener([&](const Sample &sample) {
        if (!script.empty()) {
            clock.set(script.front());
            script.pop_front();
        }
        collector.add(sample.timeNs);
    });
    sampler.start();
    QVERIFY(collector.waitFor(samples.size()));
    sampler.stop();
    QCOMPARE(collector.times(), samples); // and none beyond them: the clock stands still
    QCOMPARE(sampler.sampleCount(), int64_t(samples.size()));
    QCOMPARE(qint64(sampler.skippedCount()), skipped);
}

void TestSampler::keepsTheRateInRealTime()
{
    constexpr int64_t period = 10 * kNsPerMs;
    const Clock &clock = Clock::steady();
    Collector collector;
    Sampler sampler(period, [&] { return stamped(clock.nowNs()); });
    sampler.addListener([&](const Sample &sample) { collector.add(sample.timeNs); });
    const int64_t begin = clock.nowNs();
    sampler.start();
    QVERIFY(collector.waitFor(150));
    const int64_t atLeast = (clock.nowNs() - begin) / period - 1; // the thread may begin a little later
    sampler.stop();
    const int64_t atMost = (clock.nowNs() - begin) / period + 1;
    const int64_t slotCount = sampler.sampleCount() + sampler.skippedCount();
    QVERIFY2(slotCount >= atLeast && slotCount <= atMost, qPrintable(QString("%1 not in %2 to %3").arg(slotCount).arg(atLeast).arg(atMost)));
    const auto times = collector.times();
    for (size_t i = 1; i < times.size(); ++i)
        QVERIFY(times[i] > times[i - 1]);
}

void TestSampler::stopsAtOnceAndStartsAgain()
{
    Collector collector;
    Sampler sampler(3600 * kNsPerSecond, [] { return stamped(Clock::steady().nowNs()); });
    sampler.addListener([&](const Sample &sample) { collector.add(sample.timeNs); });
    sampler.stop(); // before any start
    sampler.start();
    sampler.start(); // still one thread
    QVERIFY(collector.waitFor(1));
    QElapsedTimer timer;
    timer.start();
    sampler.stop();
    QVERIFY(timer.elapsed() < 10'000); // far below the period
    QCOMPARE(sampler.sampleCount(), int64_t(1));
    sampler.start();
    QVERIFY(collector.waitFor(2));
    sampler.stop();
    QCOMPARE(sampler.sampleCount(), int64_t(2));
    QCOMPARE(sampler.skippedCount(), int64_t(0));
}

void TestSampler::listenersComeAndGo()
{
    Collector lasting;
    Sampler sampler(50'000, [] { return stamped(Clock::steady().nowNs()); });
    sampler.addListener([&](const Sample &sample) { lasting.add(sample.timeNs); });
    sampler.start();
    for (int i = 0; i < 50; ++i) {
        auto collector = std::make_unique<Collector>(); // a call after its removal would be a use after free
        const int id = sampler.addListener([c = collector.get()](const Sample &sample) { c->add(sample.timeNs); });
        QVERIFY(collector->waitFor(2));
        sampler.removeListener(id);
    }
    sampler.removeListener(12345); // unknown
    QVERIFY(lasting.waitFor(100));
}

void TestSampler::listenerRemovesItself()
{
    Collector all;
    int calls = 0;
    Sampler sampler(50'000, [] { return stamped(Clock::steady().nowNs()); });
    int id = 0;
    id = sampler.addListener([&](const Sample &) {
        ++calls;
        sampler.removeListener(id);
    });
    sampler.addListener([&](const Sample &sample) { all.add(sample.timeNs); });
    sampler.start();
    QVERIFY(all.waitFor(5));
    sampler.stop();
    QCOMPARE(calls, 1);
}

void TestSampler::removalWaitsForACall()
{
    std::promise<void> inCall;
    std::promise<void> goOn;
    std::atomic<bool> ended = false;
    Sampler sampler(3600 * kNsPerSecond, [] { return stamped(1); });
    const int id = sampler.addListener([&](const Sample &) {
        inCall.set_value();
        goOn.get_future().wait();
        ended = true;
    });
    sampler.start();
    inCall.get_future().wait();
    auto removal = std::async(std::launch::async, [&] {
        sampler.removeListener(id);
        return ended.load();
    });
    QVERIFY(removal.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
    goOn.set_value();
    QVERIFY(removal.get());
}

void TestSampler::usesLittleOfItsThread()
{
    Collector collector;
    Sampler sampler(20 * kNsPerMs, [] { return MemoryReader().read(); });
    sampler.addListener([&](const Sample &sample) { collector.add(sample.timeNs); });
    QCOMPARE(sampler.cpuNs(), int64_t(0));
    QElapsedTimer timer;
    timer.start();
    sampler.start();
    QVERIFY(collector.waitFor(25));
    sampler.stop();
    QVERIFY(sampler.cpuNs() > 0);
    QVERIFY(sampler.cpuNs() < timer.nsecsElapsed() / 4); // the real bound is the bench's; sanitizers are slow
}

QTEST_APPLESS_MAIN(TestSampler)
#include "tst_sampler.moc"
