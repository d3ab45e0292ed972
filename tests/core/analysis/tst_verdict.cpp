// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict.h"
#include "curves.h"

#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

class TestVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyRun();
    void namesTheGrowingPart_data();
    void namesTheGrowingPart();
    void rssOfAForeignProcessWithSwap();
    void plainRssDecidesNothing();
    void holmOverSeveralSeries();
    void looksHalveAlpha();
    void survivorsDecide();
    void survivorsOfFewRequests();
    void cacheByBirthsIsBounded();
    void givenBackWhileIdle();
    void givenBackByClearing_data();
    void givenBackByClearing();
    void survivesRestAndClear();
    void growsWhileIdle();
    void retainedByTheHeap();
    void fragmentedDevice();
    void toggleEndsTheWindow();
    void requestsUntilTheLimit();
    void noProjectionForAFlattenedCurve();
    void growthPerDistinctInput();
    void growthThatFollowsThreads();
    void adviceHasOneExperiment();
    void foreignNames();
};

static double leakOf64KiB(double x)
{
    return 3e8 + 65536 * x;
}

static double level(double)
{
    return 3e8;
}

static void addTimes(MemoryRun &run)
{
    for (RunRow &row : run.rows)
        row.timeNs = row.request * 1'000'000'000;
}

void TestVerdict::emptyRun()
{
    const Verdict verdict = judgeRun({});
    QCOMPARE(verdict.leakClass, LeakClass::Inconclusive);
    QVERIFY(!verdict.text.empty());
    QVERIFY(!verdict.perRequest);
    MemoryRun absent = runOf(640, level);
    absent.series.front().values.assign(640, RunSeries::kAbsent);
    QCOMPARE(judgeRun(absent).leakClass, LeakClass::Inconclusive);
}

void TestVerdict::namesTheGrowingPart_data()
{
    QTest::addColumn<QString>("series");
    QTest::addColumn<QString>("part");
    QTest::newRow("heap") << "heapInUse" << "heap";
    QTest::newRow("tensors") << "hostTensors" << "host tensors";
    QTest::newRow("device") << "deviceAllocated" << "device tensors";
    QTest::newRow("anonymous") << "rssAnon" << "mapped";
}

void TestVerdict::namesTheGrowingPart()
{
    QFETCH(QString, series);
    QFETCH(QString, part);
    MemoryRun run;
    for (const char *name : {"heapInUse", "hostTensors", "deviceAllocated", "rssAnon"}) {
        // Tensors lie in the heap, and the heap in anonymous memory.
        const bool grows = series == name || (series == "hostTensors" && name != std::string("deviceAllocated"))
                           || (series == "heapInUse" && name == std::string("rssAnon"));
        const auto curve = [&](double x) { return grows ? leakOf64KiB(x) : level(x); };
        if (run.rows.empty())
            run = runOf(640, curve, 1e5, name);
        else
            addSeries(run, name, curve, 1e5);
    }
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QCOMPARE(QString::fromStdString(verdict.part), part);
    QVERIFY(std::abs(verdict.perRequest->value - 65536) < 0.04 * 65536);
    QVERIFY(verdict.text.find("Leak in " + part.toStdString()) != std::string::npos);
    QCOMPARE(verdict.curves.size(), size_t{4});
    if (series == "hostTensors")
        QVERIFY(*verdict.explained.tensors > 0.95);
    if (series == "heapInUse")
        QVERIFY(*verdict.explained.heap > 0.95 && *verdict.explained.tensors < 0.05);
}

void TestVerdict::rssOfAForeignProcessWithSwap()
{
    // Half of what grows is swapped out.
    MemoryRun run = runOf(640, [](double x) { return 3e8 + 32768 * x; }, 1e5, "rssAnon");
    addSeries(run, "swap", [](double x) { return 32768 * x; });
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QCOMPARE(verdict.part, std::string("process"));
    QVERIFY(std::abs(verdict.perRequest->value - 65536) < 2000);
}

void TestVerdict::plainRssDecidesNothing()
{
    MemoryRun run = runOf(640, level, 1e5, "rssAnon");
    addSeries(run, "rssFile", leakOf64KiB, 1e5); // a mapped file that is being read
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Flat);
}

void TestVerdict::holmOverSeveralSeries()
{
    // A p between 0.01 / 4 and 0.01 counts alone, not as one of four.
    MemoryRun run;
    double p = 0;
    for (double slope = 500; run.rows.empty() || p > 0.0075; slope += 50) {
        run = runOf(640, [&](double x) { return slope * x; }, 4e5);
        p = judgeRun(run, {.floorBytes = 0}).curves.at("heapInUse").evidence.p;
    }
    QVERIFY2(p > 0.003, QByteArray::number(p));
    const bool aloneIsGrowth = judgeRun(run, {.floorBytes = 0}).curves.at("heapInUse").evidence.confirmP.has_value();
    for (const char *name : {"hostTensors", "deviceAllocated", "rssAnon"})
        addSeries(run, name, level, 1e5);
    const Verdict together = judgeRun(run, {.floorBytes = 0});
    QVERIFY(!isLeak(together.leakClass));
    if (aloneIsGrowth)
        QVERIFY(together.curves.at("heapInUse").leakClass != LeakClass::Linear);
}

void TestVerdict::looksHalveAlpha()
{
    // Growth that just passes the first look doesn't pass the tenth.
    MemoryRun run;
    VerdictOptions options{.floorBytes = 0};
    for (double slope = 500; slope < 20000; slope += 100) {
        run = runOf(640, [&](double x) { return slope * x; }, 4e5);
        if (isLeak(judgeRun(run, options).leakClass))
            break;
    }
    QVERIFY(isLeak(judgeRun(run, options).leakClass));
    options.look = 30;
    QVERIFY(!isLeak(judgeRun(run, options).leakClass));
}

void TestVerdict::survivorsDecide()
{
    // Noise hides 4 KiB a request in the curve; births and deaths don't.
    MemoryRun run = runOf(200, [](double x) { return 3e8 + 4096 * x; }, 2e7, "hostTensors");
    QVERIFY(!isLeak(judgeRun(run).leakClass));
    for (int64_t i = 0; i < 200; ++i)
        run.survivors["hostTensors"].push_back({i, 4096});
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QVERIFY(verdict.isConfirmed && verdict.fromSurvivors);
    QCOMPARE(verdict.perRequest->value, 4096.0);
    QCOMPARE(verdict.part, std::string("host tensors"));
}

void TestVerdict::survivorsOfFewRequests()
{
    MemoryRun run = runOf(60, leakOf64KiB, 0, "hostTensors");
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Inconclusive);
    for (int64_t i = 0; i < 60; ++i)
        run.survivors["hostTensors"].push_back({i, 65536});
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Growing);
}

void TestVerdict::cacheByBirthsIsBounded()
{
    MemoryRun run = runOf(640, leakOf64KiB, 1e5, "hostTensors");
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Linear);
    for (int64_t i = 500; i < 640; ++i)
        run.survivors["hostTensors"].push_back({i, 65536});
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Bounded);
}

void TestVerdict::givenBackWhileIdle()
{
    MemoryRun run = runOf(640, leakOf64KiB, 1e5);
    addTimes(run);
    addRest(run, 30, [](double x) { return x < 10 ? 3.4e8 : 3.02e8; });
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::HeldThenReleased);
    QVERIFY(!verdict.isConfirmed && !verdict.requestsToLimit);
}

void TestVerdict::givenBackByClearing_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<LeakClass>("right");
    QTest::newRow("KV caches") << 2 << LeakClass::Bounded;
    QTest::newRow("heap trim") << 8 << LeakClass::Retention;
    QTest::newRow("unknown") << 0 << LeakClass::Retention;
}

void TestVerdict::givenBackByClearing()
{
    QFETCH(int, step);
    QFETCH(LeakClass, right);
    MemoryRun run = runOf(640, leakOf64KiB, 1e5);
    addRest(run, 20, [](double) { return 3.42e8; });
    run.marks.push_back({run.rows.size(), MarkKind::Clear, step, {}});
    addRest(run, 5, [](double) { return 3.01e8; });
    QCOMPARE(judgeRun(run).leakClass, right);
}

void TestVerdict::survivesRestAndClear()
{
    MemoryRun run = runOf(640, leakOf64KiB, 1e5);
    addTimes(run);
    addRest(run, 20, [](double) { return 3.42e8; });
    run.marks.push_back({run.rows.size(), MarkKind::Clear, 8, {}});
    addRest(run, 5, [](double) { return 3.39e8; });
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Linear);
}

void TestVerdict::growsWhileIdle()
{
    MemoryRun run = runOf(640, leakOf64KiB, 1e5);
    addTimes(run);
    addRest(run, 60, [](double x) { return 3.42e8 + 65536 * x; });
    QCOMPARE(judgeRun(run).leakClass, LeakClass::TimeDriven);
}

void TestVerdict::retainedByTheHeap()
{
    MemoryRun run = runOf(640, level, 1e4);
    addSeries(run, "rssAnon", [](double x) { return 3e8 + (x < 300 ? 0 : 3e8); }, 1e5);
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Retention);
    QCOMPARE(verdict.series, std::string("rssAnon"));
}

void TestVerdict::fragmentedDevice()
{
    MemoryRun run = runOf(640, level, 1e5, "deviceAllocated");
    addSeries(run, "deviceReserved", leakOf64KiB, 1e5);
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Fragmentation);
    QCOMPARE(verdict.series, std::string("deviceReserved"));
}

void TestVerdict::toggleEndsTheWindow()
{
    // A cache is switched on at 300: a step, not growth.
    MemoryRun run = runOf(640, [](double x) { return 3e8 + (x < 300 ? 0 : 5e8); }, 1e5);
    run.marks.push_back({300, MarkKind::Toggle, 0, "kv-cache on"});
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Flat);
    run.marks.clear();
    QCOMPARE(judgeRun(run).leakClass, LeakClass::Retention);
}

void TestVerdict::requestsUntilTheLimit()
{
    MemoryRun run = runOf(640, leakOf64KiB, 1e5);
    run.limit = MemoryLimit{"cgroupLimit", 3e8 + 65536.0 * 10640};
    const Verdict verdict = judgeRun(run);
    QVERIFY(verdict.requestsToLimit);
    QVERIFY(verdict.requestsToLimit->low > 9800 && verdict.requestsToLimit->low <= 10050);
    QVERIFY(verdict.requestsToLimit->high >= 9950 && verdict.requestsToLimit->high < 10200);
    QCOMPARE(verdict.limit->name, std::string("cgroupLimit"));
    const Verdict given = judgeRun(run, {.limit = MemoryLimit{"given", 3e8}});
    QCOMPARE(given.requestsToLimit->high, 0.0); // it is over already
}

void TestVerdict::noProjectionForAFlattenedCurve()
{
    MemoryRun run = runOf(640, [](double x) { return 1e8 * (1 - std::exp(-x / 300)); }, 1e5);
    run.limit = MemoryLimit{"cgroupLimit", 1e9};
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Bounded);
    QVERIFY(!verdict.requestsToLimit);
    QVERIFY(verdict.text.find("requests.") == std::string::npos || verdict.text.find("limit") == std::string::npos);
}

void TestVerdict::growthPerDistinctInput()
{
    // 300 different long texts, then 300 times one of them.
    MemoryRun run = runOf(600, [](double x) { return 3e8 + 65536 * std::min(x, 299.0); }, 1e4);
    for (RunRow &row : run.rows)
        row.distinctInputs = std::min<int64_t>(row.request + 1, 300);
    const Verdict verdict = judgeRun(run);
    QVERIFY(!isLeak(verdict.leakClass));
    QCOMPARE(verdict.follows.what, std::string("distinctInputs"));
    QVERIFY(verdict.text.find("distinct inputs") != std::string::npos);
}

void TestVerdict::growthThatFollowsThreads()
{
    MemoryRun run = runOf(120, [](double x) { return 3e7 + 4e6 * x; }, 1e4, "rssAnon");
    for (RunRow &row : run.rows)
        row.threads = 3 + row.request;
    const Verdict verdict = judgeRun(run);
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QCOMPARE(verdict.follows.what, std::string("threads"));
    QCOMPARE(verdict.advice.back().option, std::string("--workers"));
}

void TestVerdict::adviceHasOneExperiment()
{
    const auto leak = runOf(640, leakOf64KiB, 1e5);
    const auto short_ = runOf(20, leakOf64KiB, 1e5);
    const auto root = runOf(640, [](double x) { return 4e6 * std::sqrt(x); }, 1e5);
    for (const MemoryRun &run : {leak, short_, root}) {
        const Verdict verdict = judgeRun(run);
        const auto isExperiment = [](const Advice &advice) { return advice.kind == Advice::Kind::Experiment; };
        QCOMPARE(std::ranges::count_if(verdict.advice, isExperiment), std::ptrdiff_t{1});
        QVERIFY(isExperiment(verdict.advice.back()));
        QVERIFY(!verdict.advice.back().option.empty() && !verdict.advice.back().value.empty());
    }
    QVERIFY(judgeRun(runOf(640, level, 1e5)).advice.empty());
}

void TestVerdict::foreignNames()
{
    const Verdict verdict = judgeRun(runOf(640, leakOf64KiB, 1e5, "memory"));
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QCOMPARE(verdict.series, std::string("memory"));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
