// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/metric.h"

#include <QtTest>

#include <set>

using namespace limno;

class TestMetric : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesLeadBack();
    void namesOfTheContract_data();
    void namesOfTheContract();
    void unknownNamesAreRefused();
    void freshSampleKnowsNothing();
};

void TestMetric::namesLeadBack()
{
    std::set<std::string_view> names;
    for (size_t i = 0; i < kMetricCount; ++i) {
        const auto metric = static_cast<Metric>(i);
        const MetricInfo &info = metricInfo(metric);
        QVERIFY(!info.name.empty());
        QVERIFY(names.insert(info.name).second);
        QVERIFY(metricByName(info.name) == metric);
    }
}

void TestMetric::namesOfTheContract_data()
{
    QTest::addColumn<int>("metric");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isBytes");
    const auto row = [](Metric metric, const char *name, bool isBytes) { QTest::newRow(name) << int(metric) << QString(name) << isBytes; };
    row(Metric::RssAnon, "rssAnon", true);
    row(Metric::Swap, "swap", true);
    row(Metric::HeapInUse, "heapInUse", true);
    row(Metric::HostCached, "hostCached", true);
    row(Metric::DeviceLargestFree, "deviceLargestFree", true);
    row(Metric::CgroupLimit, "cgroupLimit", true);
    row(Metric::CacheBytes, "caches", true);
    row(Metric::Threads, "threads", false);
    row(Metric::Fds, "fds", false);
    row(Metric::Mappings, "mappings", false);
    row(Metric::Own, "own", true);
}

void TestMetric::namesOfTheContract()
{
    QFETCH(int, metric);
    QFETCH(QString, name);
    QFETCH(bool, isBytes);
    const MetricInfo &info = metricInfo(static_cast<Metric>(metric));
    QCOMPARE(QString::fromUtf8(info.name.data(), qsizetype(info.name.size())), name);
    QCOMPARE(info.isBytes, isBytes);
}

void TestMetric::unknownNamesAreRefused()
{
    for (const char *name : {"", "rss", "RssAnon", "rssAnon "})
        QVERIFY(!metricByName(name));
}

void TestMetric::freshSampleKnowsNothing()
{
    Sample sample;
    for (size_t i = 0; i < kMetricCount; ++i)
        QVERIFY(!sample.value(static_cast<Metric>(i)));
    sample.set(Metric::Swap, 0);
    QVERIFY(sample.value(Metric::Swap) == 0);
    sample.clear(Metric::Swap);
    QVERIFY(!sample.value(Metric::Swap));
}

QTEST_APPLESS_MAIN(TestMetric)
#include "tst_metric.moc"
