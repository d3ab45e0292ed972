// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/lodpyramid.h"

#include <QtTest/QTest>

using namespace limno;

class TestLodPyramid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void coversEverySampleOnce_data();
    void coversEverySampleOnce();
    void keepsSpikesAndAbsence();

private:
    static Sample sampleAt(int64_t index, std::optional<int64_t> value);
};

Sample TestLodPyramid::sampleAt(int64_t index, std::optional<int64_t> value)
{
    Sample sample;
    sample.timeNs = index * 100;
    if (value)
        sample.set(Metric::RssAnon, *value);
    return sample;
}

void TestLodPyramid::coversEverySampleOnce_data()
{
    QTest::addColumn<int>("samples");
    QTest::addColumn<QList<int>>("bucketsByLevel");
    QTest::newRow("too few for a bucket") << 7 << QList<int>{};
    QTest::newRow("one bucket") << 8 << QList<int>{1};
    QTest::newRow("two levels") << 64 << QList<int>{8, 1};
    QTest::newRow("three levels and a rest") << 512 + 17 << QList<int>{66, 8, 1};
}

void TestLodPyramid::coversEverySampleOnce()
{
    QFETCH(int, samples);
    QFETCH(QList<int>, bucketsByLevel);
    LodPyramid pyramid;
    std::vector<LodBucket> buckets;
    for (int i = 0; i < samples; ++i)
        pyramid.add(sampleAt(i, i), [&](const LodBucket &bucket) { buckets.push_back(bucket); });

    QList<int> counts;
    QList<int64_t> nextFirst;
    for (const LodBucket &bucket : buckets) {
        while (counts.size() < bucket.level) {
            counts << 0;
            nextFirst << 0;
        }
        const int64_t span = int64_t(1) << (3 * bucket.level); // 8^level samples
        QCOMPARE(bucket.count, span);
        QCOMPARE(bucket.firstNs, nextFirst[bucket.level - 1]);
        QCOMPARE(bucket.lastNs, bucket.firstNs + (span - 1) * 100);
        QCOMPARE(bucket.min[static_cast<size_t>(Metric::RssAnon)], bucket.firstNs / 100);
        QCOMPARE(bucket.max[static_cast<size_t>(Metric::RssAnon)], bucket.lastNs / 100);
        nextFirst[bucket.level - 1] = bucket.lastNs + 100;
        ++counts[bucket.level - 1];
    }
    QCOMPARE(counts, bucketsByLevel);
}

void TestLodPyramid::keepsSpikesAndAbsence()
{
    LodPyramid pyramid;
    std::vector<LodBucket> buckets;
    for (int i = 0; i < 64; ++i) {
        std::optional<int64_t> value;
        if (i >= 8)
            value = i == 20 ? 1'000'000 : i == 40 ? -5 : 100;
        pyramid.add(sampleAt(i, value), [&](const LodBucket &bucket) { buckets.push_back(bucket); });
    }
    QCOMPARE(buckets.size(), size_t(9));
    const auto anon = static_cast<size_t>(Metric::RssAnon);
    const auto heap = static_cast<size_t>(Metric::HeapInUse);
    QCOMPARE(buckets.front().min[anon], Sample::kAbsent);
    QCOMPARE(buckets.front().max[anon], Sample::kAbsent);
    const LodBucket &top = buckets.back();
    QCOMPARE(top.level, 2);
    QCOMPARE(top.min[anon], int64_t(-5));
    QCOMPARE(top.max[anon], int64_t(1'000'000));
    QCOMPARE(top.max[heap], Sample::kAbsent);
}

QTEST_GUILESS_MAIN(TestLodPyramid)
#include "tst_lodpyramid.moc"
