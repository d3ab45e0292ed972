// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/seriesstore.h"

#include "core/memory/memoryreader.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

using namespace limno;

class TestSeriesStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsEmpty();
    void agreesWithAllSamples_data();
    void agreesWithAllSamples();
    void absentValuesStayAbsent();
    void sinceGivesRawSamples();
    void rejectsTimeGoingBack();
    void keepsADayWithEverySpike();
    void clears();
    void readsWhileWriting();
};

static constexpr int64_t kStepNs = 100'000'000;

static Sample sampleAt(int64_t timeNs, Metric metric, int64_t value)
{
    Sample sample;
    sample.timeNs = timeNs;
    sample.set(metric, value);
    return sample;
}

void TestSeriesStore::startsEmpty()
{
    const SeriesStore store;
    QCOMPARE(store.count(), int64_t(0));
    QCOMPARE(store.firstNs(), int64_t(0));
    QVERIFY(store.range(Metric::RssAnon, 0, std::numeric_limits<int64_t>::max(), 100).empty());
    QVERIFY(store.since(0).empty());
    QVERIFY(!store.latest().value(Metric::RssAnon));
    QVERIFY(store.ownBytes() < 64 * 1024);
}

void TestSeriesStore::agreesWithAllSamples_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("one") << 1;
    QTest::newRow("a few") << 13;
    QTest::newRow("all raw") << 30'000;
    QTest::newRow("raw ring has turned") << 50'000;
    QTest::newRow("first level has turned") << 300'000;
}

/// Against all samples: each bucket tells the exact minimum, maximum and last value of its own span; buckets are in
/// order, do not overlap and hold every sample of the range; where raw samples are kept, none from outside.
void TestSeriesStore::agreesWithAllSamples()
{
    QFETCH(int, count);
    std::mt19937_64 random(42);
    SeriesStore store;
    std::vector<int64_t> times;
    std::vector<int64_t> values;
    int64_t level = 0;
    int64_t timeNs = 5'000;
    for (int i = 0; i < count; ++i) {
        timeNs += 1 + int64_t(random() % kStepNs);
        level += int64_t(random() % 2001) - 1000;
        times.push_back(timeNs);
        values.push_back(random() % 1000 == 0 ? level * 50 : level);
        store.append(sampleAt(timeNs, Metric::HeapInUse, values.back()));
    }
    QCOMPARE(store.count(), int64_t(count));
    QCOMPARE(store.firstNs(), times.front());

    const auto indexOf = [&](int64_t time) { return std::lower_bound(times.begin(), times.end(), time) - times.begin(); };
    for (int trial = 0; trial < 300; ++trial) {
        int64_t from = int64_t(random() % uint64_t(timeNs + kStepNs));
        int64_t to = trial % 3 == 0 ? from + int64_t(random() % (200 * kStepNs)) : int64_t(random() % uint64_t(timeNs + kStepNs));
        if (trial == 0) {
            from = std::numeric_limits<int64_t>::min();
            to = std::numeric_limits<int64_t>::max();
        }
        if (from > to)
            std::swap(from, to);
        const int maxBuckets = 1 + int(random() % 2000);
        const auto buckets = store.range(Metric::HeapInUse, from, to, maxBuckets);
        QVERIFY(int(buckets.size()) <= maxBuckets + 2);

        auto next = indexOf(from);
        const auto end = indexOf(to == std::numeric_limits<int64_t>::max() ? to : to + 1);
        const bool isRaw = next >= count - 36'000;
        for (size_t i = 0; i < buckets.size(); ++i) {
            const SeriesStore::Bucket &bucket = buckets[i];
            const auto first = indexOf(bucket.firstNs);
            const auto last = indexOf(bucket.lastNs);
            QVERIFY(first <= last && last < count && times[size_t(first)] == bucket.firstNs && times[size_t(last)] == bucket.lastNs);
            const auto [low, high] = std::minmax_element(values.begin() + first, values.begin() + last + 1);
            QCOMPARE(bucket.min, *low);
            QCOMPARE(bucket.max, *high);
            QCOMPARE(bucket.last, values[size_t(last)]);
            if (i == 0)
                QVERIFY(isRaw ? first == next : first <= next);
            else
                QCOMPARE(first, next);
            next = last + 1;
        }
        if (isRaw || end <= indexOf(from))
            QCOMPARE(next, std::max(end, indexOf(from)));
        else
            QVERIFY(next >= end);
    }
}

void TestSeriesStore::absentValuesStayAbsent()
{
    SeriesStore store;
    for (int i = 0; i < 1000; ++i) {
        Sample sample = sampleAt(i, Metric::RssAnon, 10);
        if (i >= 301 && i < 600) // begins and ends within buckets of every level
            sample.set(Metric::HostTensors, 1000 + i);
        store.append(sample);
    }
    QVERIFY(store.range(Metric::Swap, 0, 1000, 100).empty());
    QVERIFY(store.range(Metric::HostTensors, 0, 300, 100).empty());
    QVERIFY(store.range(Metric::HostTensors, 600, 1000, 100).empty());
    for (const int maxBuckets : {1, 5, 100, 1000}) {
        const auto buckets = store.range(Metric::HostTensors, 0, 1000, maxBuckets);
        QVERIFY(!buckets.empty());
        for (const auto &bucket : buckets)
            QVERIFY(bucket.min >= 1301 && bucket.max <= 1599 && bucket.min <= bucket.max);
        QCOMPARE(std::ranges::min(buckets, {}, &SeriesStore::Bucket::min).min, int64_t(1301));
        QCOMPARE(buckets.back().last, int64_t(1599));
    }
    QVERIFY(store.range(Metric::RssAnon, 0, 1000, 0).empty());
    QVERIFY(store.range(Metric::RssAnon, 10, 9, 5).empty());
    const auto samples = store.since(-1);
    QVERIFY(!samples[300].value(Metric::HostTensors));
    QVERIFY(samples[301].value(Metric::HostTensors) == 1301);
    QVERIFY(!samples[600].value(Metric::HostTensors));
}

void TestSeriesStore::sinceGivesRawSamples()
{
    SeriesStore store;
    for (int i = 0; i < 40'000; ++i)
        store.append(sampleAt(i * 10, Metric::Threads, i));
    QCOMPARE(store.since(399'990).size(), size_t(0));
    const auto latest = store.since(399'969);
    QCOMPARE(latest.size(), size_t(3));
    QCOMPARE(latest.front().timeNs, int64_t(399'970));
    QVERIFY(latest.front().value(Metric::Threads) == 39'997);
    const auto kept = store.since(-1);
    QCOMPARE(kept.size(), size_t(36'000));
    QVERIFY(kept.front().value(Metric::Threads) == 4'000);
    QCOMPARE(store.latest().timeNs, int64_t(399'990));
}

void TestSeriesStore::rejectsTimeGoingBack()
{
    SeriesStore store;
    store.append(sampleAt(100, Metric::Threads, 1));
    store.append(sampleAt(100, Metric::Threads, 2)); // the same moment is fine
    store.append(sampleAt(99, Metric::Threads, 3));
    QCOMPARE(store.count(), int64_t(2));
    QVERIFY(store.latest().value(Metric::Threads) == 2);
}

void TestSeriesStore::keepsADayWithEverySpike()
{
    constexpr int day = 864'000;
    constexpr int64_t bound = 64 * 1024 * 1024;
    SeriesStore store;
    [[maybe_unused]] const int64_t anonBefore = *MemoryReader().read().value(Metric::RssAnon);
    for (int i = 0; i < day; ++i) {
        Sample sample;
        sample.timeNs = i * kStepNs;
        for (int64_t &value : sample.values)
            value = i % 1000;
        if (i == 77'777)
            sample.set(Metric::RssAnon, 1'000'000);
        if (i == 850'001)
            sample.set(Metric::RssAnon, -1'000'000);
        store.append(sample);
    }
    const int64_t own = store.ownBytes();
    QVERIFY(own < bound);
#ifndef LIMNOGRAPH_SANITIZED
    const int64_t grown = *MemoryReader().read().value(Metric::RssAnon) - anonBefore;
    QVERIFY2(std::abs(grown - own) < own / 20, qPrintable(QString("%1 resident, %2 told").arg(grown).arg(own)));
#endif
    const int64_t end = day * kStepNs;
    for (const int maxBuckets : {1, 2, 10, 100, 1920, 20'000}) {
        const auto buckets = store.range(Metric::RssAnon, 0, end, maxBuckets);
        QCOMPARE(std::ranges::count(buckets, 1'000'000, &SeriesStore::Bucket::max), 1);
        QCOMPARE(std::ranges::count(buckets, -1'000'000, &SeriesStore::Bucket::min), 1);
    }
    for (int64_t width = 10; width < day; width *= 4) {
        const auto buckets = store.range(Metric::RssAnon, (77'777 - width / 2) * kStepNs, (77'777 + width / 2) * kStepNs, 500);
        QCOMPARE(std::ranges::count(buckets, 1'000'000, &SeriesStore::Bucket::max), 1);
    }
}

void TestSeriesStore::clears()
{
    SeriesStore store;
    for (int i = 0; i < 20'000; ++i)
        store.append(sampleAt(i, Metric::RssAnon, 77));
    const int64_t filled = store.ownBytes();
    store.clear();
    QCOMPARE(store.count(), int64_t(0));
    QVERIFY(store.ownBytes() < filled / 4);
    QVERIFY(store.range(Metric::RssAnon, 0, 100'000, 10).empty());
    store.append(sampleAt(5, Metric::Swap, 1)); // earlier than before
    QVERIFY(store.range(Metric::RssAnon, 0, 100'000, 10).empty());
    QCOMPARE(store.range(Metric::Swap, 0, 100'000, 10).size(), size_t(1));
    QCOMPARE(store.firstNs(), int64_t(5));
}

void TestSeriesStore::readsWhileWriting()
{
    SeriesStore store;
    std::atomic<bool> done = false;
    std::atomic<bool> consistent = true;
    std::vector<std::thread> readers;
    for (int t = 0; t < 2; ++t) {
        readers.emplace_back([&] {
            while (!done) {
                // Minimum and maximum are the same function of the time everywhere.
                for (const auto &bucket : store.range(Metric::RssAnon, 0, std::numeric_limits<int64_t>::max(), 200)) {
                    if (bucket.min != bucket.firstNs || bucket.max != bucket.lastNs)
                        consistent = false;
                }
                const auto samples = store.since(store.latest().timeNs - 10);
                if (samples.size() > 0 && samples.back().value(Metric::RssAnon) != samples.back().timeNs)
                    consistent = false;
                if (store.ownBytes() <= 0)
                    consistent = false;
            }
        });
    }
    for (int i = 0; i < 60'000; ++i)
        store.append(sampleAt(i, Metric::RssAnon, i));
    done = true;
    for (auto &reader : readers)
        reader.join();
    QVERIFY(consistent);
    QCOMPARE(store.count(), int64_t(60'000));
}

QTEST_APPLESS_MAIN(TestSeriesStore)
#include "tst_seriesstore.moc"
