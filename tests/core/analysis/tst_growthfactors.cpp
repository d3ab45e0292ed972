// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthfactors.h"
#include "curves.h"

#include <QtTest>

using namespace limno;
using namespace limno::test;

class TestGrowthFactors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheOneThatFits_data();
    void followsTheOneThatFits();
    void threadsThatGrowAlongAreTheCause();
    void whatMovedTogetherIsNotSeparable();
    void noiseFollowsNothing();
    void goodAndFailedApart();
    void goodAndFailedNeedBoth();
    void perToken();
    void perHour();
};

/// A run of 600 requests in which every count goes its own way.
static MemoryRun variedRun()
{
    MemoryRun run = runOf(600, [](double) { return 0.0; });
    Random random(5);
    int64_t distinct = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
        RunRow &row = run.rows[i];
        row.tokens = static_cast<int64_t>(random.uniform(1, 50) * (i < 300 ? 1 : 4));
        row.payloadBytes = static_cast<int64_t>(random.uniform(1000, 2000) * (i / 100 % 2 == 0 ? 10 : 1));
        row.distinctInputs = distinct += i < 250 ? 1 : 0;
        row.shape = std::to_string(i < 450 ? i % 40 : i);
        row.threads = 4 + (i > 500 ? static_cast<int64_t>(i - 500) / 3 : 0);
        row.isOk = i < 200 || i % 4 != 0;
    }
    for (size_t row = 50; row < 600; row += row < 300 ? 10 : 90)
        run.marks.push_back({row, MarkKind::Load, 0, {}});
    return run;
}

/// The series grows by `bytes` whenever `count` does.
static Follows followsCount(const std::function<double(const MemoryRun &, size_t)> &count)
{
    MemoryRun run = variedRun();
    Random random(6);
    for (size_t i = 0; i < run.rows.size(); ++i)
        run.series.front().values[i] = count(run, i) + 1e5 * random.normal();
    return followsOf(run, chooseWindow(run), run.series.front().values, 0);
}

template<typename Field>
static double summedUntil(const MemoryRun &run, size_t row, const Field &field)
{
    double sum = 0;
    for (size_t i = 0; i <= row; ++i)
        sum += static_cast<double>(field(run.rows[i]));
    return sum;
}

void TestGrowthFactors::followsTheOneThatFits_data()
{
    QTest::addColumn<double>("bytes");
    QTest::newRow("requests") << 65536.0;
    QTest::newRow("tokens") << 2000.0;
    QTest::newRow("payloadBytes") << 10.0;
    QTest::newRow("distinctInputs") << 65536.0;
    QTest::newRow("shapes") << 1e6;
    QTest::newRow("threads") << 4e6;
    QTest::newRow("errors") << 65536.0;
    QTest::newRow("loads") << 4e6;
}

void TestGrowthFactors::followsTheOneThatFits()
{
    QFETCH(double, bytes);
    const std::string what = QTest::currentDataTag();
    const Follows follows = followsCount([&](const MemoryRun &run, size_t row) {
        if (what == "requests")
            return bytes * static_cast<double>(row);
        if (what == "tokens")
            return bytes * summedUntil(run, row, [](const RunRow &one) { return *one.tokens; });
        if (what == "payloadBytes")
            return bytes * summedUntil(run, row, [](const RunRow &one) { return *one.payloadBytes; });
        if (what == "distinctInputs")
            return bytes * static_cast<double>(*run.rows[row].distinctInputs);
        if (what == "shapes")
            return bytes * static_cast<double>(std::min<size_t>(row, 39) + (row >= 450 ? row - 449 : 0));
        if (what == "threads")
            return bytes * static_cast<double>(*run.rows[row].threads);
        if (what == "errors")
            return bytes * summedUntil(run, row, [](const RunRow &one) { return one.isOk ? 0 : 1; });
        return bytes * static_cast<double>(std::ranges::count_if(run.marks, [&](const RunMark &mark) { return mark.row <= row; }));
    });
    QCOMPARE(QString::fromStdString(follows.what), QString::fromStdString(what));
    QCOMPARE(follows.candidates.size(), size_t{1});
}

void TestGrowthFactors::threadsThatGrowAlongAreTheCause()
{
    MemoryRun run = runOf(120, [](double x) { return 4e6 * x; });
    for (RunRow &row : run.rows)
        row.threads = 3 + row.request;
    const Follows follows = followsOf(run, chooseWindow(run), run.series.front().values, 0);
    QCOMPARE(follows.what, std::string("threads"));
    QCOMPARE(follows.candidates.size(), size_t{2});
}

void TestGrowthFactors::whatMovedTogetherIsNotSeparable()
{
    MemoryRun run = runOf(640, [](double x) { return 65536 * x; }, 1e5);
    for (RunRow &row : run.rows) {
        row.tokens = 64;
        row.distinctInputs = row.request + 1;
        row.payloadBytes = 100;
        row.threads = 9;
    }
    const Follows follows = followsOf(run, chooseWindow(run), run.series.front().values, 160);
    QCOMPARE(follows.what, std::string("not separable"));
    QCOMPARE(follows.candidates, (std::vector<std::string>{"requests", "tokens", "payloadBytes", "distinctInputs"}));
}

void TestGrowthFactors::noiseFollowsNothing()
{
    MemoryRun run = runOf(640, [](double) { return 0.0; }, 1e5);
    QVERIFY(followsOf(run, chooseWindow(run), run.series.front().values, 160).what.empty());
    QVERIFY(followsOf({}, {}, {}, 0).what.empty());
}

void TestGrowthFactors::goodAndFailedApart()
{
    MemoryRun run = runOf(640, [](double) { return 0.0; });
    Random random(9);
    double level = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
        run.rows[i].isOk = random.uniform() > 0.3;
        level += run.rows[i].isOk ? 2000 : 50000;
        run.series.front().values[i] = level + 1e4 * random.normal();
    }
    const auto rates = outcomeRates(run, chooseWindow(run), run.series.front().values, 160);
    QVERIFY(rates);
    QVERIFY(rates->good.interval.low < 2000 && 2000 < rates->good.interval.high);
    QVERIFY(rates->failed.interval.low < 50000 && 50000 < rates->failed.interval.high);
    QVERIFY(std::abs(rates->failed.value - 50000) < 2500);
}

void TestGrowthFactors::goodAndFailedNeedBoth()
{
    MemoryRun run = runOf(640, [](double x) { return 65536 * x; });
    QVERIFY(!outcomeRates(run, chooseWindow(run), run.series.front().values, 0));
    run.rows[300].isOk = false;
    QVERIFY(!outcomeRates(run, chooseWindow(run), run.series.front().values, 0));
    QVERIFY(!outcomeRates({}, {}, {}, 0));
}

void TestGrowthFactors::perToken()
{
    MemoryRun run = runOf(640, [](double) { return 0.0; });
    double level = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
        run.rows[i].tokens = static_cast<int64_t>(20 + i % 7 * 30);
        run.series.front().values[i] = level += 512.0 * static_cast<double>(*run.rows[i].tokens);
    }
    const auto rate = tokenRate(run, chooseWindow(run), run.series.front().values, 160, 1);
    QVERIFY(rate && std::abs(rate->value - 512) < 1);
    run.rows[4].tokens.reset();
    QVERIFY(!tokenRate(run, chooseWindow(run), run.series.front().values, 160, 1));
}

void TestGrowthFactors::perHour()
{
    MemoryRun run = runOf(200, [](double) { return 0.0; });
    QVERIFY(!requestsPerHour(run, chooseWindow(run), 0));
    for (RunRow &row : run.rows)
        row.timeNs = row.request * 500'000'000;
    const auto pace = requestsPerHour(run, chooseWindow(run), 50);
    QVERIFY(pace && std::abs(*pace - 7200) < 1e-6);
}

QTEST_APPLESS_MAIN(TestGrowthFactors)
#include "tst_growthfactors.moc"
