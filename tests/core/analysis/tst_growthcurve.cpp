// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthcurve.h"
#include "core/analysis/simulatedruns.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <ranges>

using namespace limno;

class TestGrowthCurve : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheVerdict();
    void rssCountsSwap();
    void unknownSeriesHaveNone();

private:
    static SimulatedRun simulated(std::string_view name)
    {
        const auto families = simulatedFamilies();
        return simulate(*std::ranges::find(families, name, &SimulatedFamily::name), {}, 3);
    }
};

void TestGrowthCurve::followsTheVerdict()
{
    const SimulatedRun truth = simulated("leak");
    const Verdict verdict = judgeRun(truth.run);
    const auto curve = growthCurve(truth.run, verdict, "heapInUse");
    QVERIFY(curve && curve->slope);
    QCOMPARE(curve->rows.size(), size_t(640));
    QCOMPARE(curve->mainRows, size_t(400));
    QVERIFY(curve->steadyFrom >= 100);
    QCOMPARE(curve->slope->line.slope, verdict.perRequest->value);
    QCOMPARE(curve->slope->low.slope, verdict.perRequest->interval.low);
    // The floors lie on both sides of the line, and the lines of the interval cross in the middle of it.
    const auto below = std::ranges::count_if(std::views::iota(size_t(0), curve->floors.size()),
                                             [&](size_t i) { return curve->floors.y[i] < curve->slope->line.at(curve->floors.x[i]); });
    QVERIFY(std::abs(double(below) / double(curve->floors.size()) - 0.5) < 0.1);
    const double middle = (curve->floors.x.front() + curve->floors.x.back()) / 2;
    QVERIFY(std::abs(curve->slope->low.at(middle) - curve->slope->high.at(middle)) < 1);
    for (size_t i = 0; i < curve->floors.size(); ++i)
        QVERIFY(curve->floors.x[i] >= curve->steadyFrom);
}

void TestGrowthCurve::rssCountsSwap()
{
    SimulatedRun truth = simulated("leak");
    RunSeries &only = truth.run.series.front();
    only.name = "rssAnon";
    truth.run.series.push_back({"swap", std::vector<double>(only.values.size(), 5e6)});
    const Verdict verdict = judgeRun(truth.run);
    const auto curve = growthCurve(truth.run, verdict, "rssAnon");
    QVERIFY(curve);
    QCOMPARE(curve->rows.y.front(), truth.run.series.front().values.front() + 5e6);
}

void TestGrowthCurve::unknownSeriesHaveNone()
{
    const SimulatedRun truth = simulated("white");
    const Verdict verdict = judgeRun(truth.run);
    QVERIFY(!growthCurve(truth.run, verdict, "hostTensors"));
    QVERIFY(!growthCurve({}, verdict, "heapInUse"));
    QVERIFY(growthCurve(truth.run, verdict, "heapInUse"));
}

QTEST_APPLESS_MAIN(TestGrowthCurve)
#include "tst_growthcurve.moc"
