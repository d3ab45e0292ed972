// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curveverdict.h"
#include "curves.h"

#include <QElapsedTimer>
#include <QtTest>

#include <cmath>

using namespace limno;
using namespace limno::test;

/// Curves of field reports and of odd lengths; rates over many runs are in tst_simulatedruns.
class TestCurveVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classes_data();
    void classes();
    void slopeOfALeak();
    void tooFewRequests_data();
    void tooFewRequests();
    void withoutConfirmationItOnlyGrows();
    void growthThatStopsIsNotConfirmed();
    void constantCurve();
    void belowTheFloorIsFlat();
    void wholePages();
    void warmUpCanBeGiven();
    void ceilingOfASaturatingCurve();
    void resolutionIsFound();
    void longRuns_data();
    void longRuns();
    void sameInputSameVerdict();
    void namesAreTheContract();
};

using Curve = std::function<double(double)>;

static LeakClass classOf(size_t rows, const Curve &curve, double noise)
{
    return judgeCurve(pointsOf(rows, curve, noise), rows * 5 / 8, {}).leakClass;
}

struct Case {
    const char *name;
    size_t rows;
    Curve curve;
    double noise;
    std::vector<LeakClass> right;
};

static const std::vector<Case> &cases()
{
    using enum LeakClass;
    static const auto lru = [](double cap) { return [cap](double x) { return (14 + std::min(x + 1, cap)) * kMega; }; };
    static const std::vector<Case> all{
        {"nothing", 640, [](double) { return 3e8; }, 4e5, {Flat}},
        {"collector every 348 requests", 1200, [](double x) { return (x <= 198 ? x + 13 : std::fmod(x - 199, 348) + 13) * kMega; }, 0, {Sawtooth}},
        {"collector, one fall seen in 150 requests", 150, [](double x) { return (x <= 103 ? x + 14 : x - 89) * kMega; }, 0, {Inconclusive, Growing}},
        {"collector, one fall seen in 300 requests", 300, [](double x) { return (x <= 103 ? x + 14 : x - 89) * kMega; }, 0, {Inconclusive, Growing}},
        {"one clear, level afterwards", 640, [](double x) { return (x <= 300 ? 200 : 20) * kMega; }, 1e5, {Flat}},
        {"tiny start-up", 160, [](double x) { return 2e7 + 5e4 * (1 - std::exp(-x / 5)); }, 0, {Flat}},
        {"start-up that fades for long", 160, [](double x) { return (325 + std::min(x, 8.0)) * kMega + 1e5 * (1 - std::exp(-x / 40)); }, 0, {WarmUp}},
        {"lru of 128, full long ago", 400, lru(128), 0, {Bounded, WarmUp}},
        {"lru without bound", 400, lru(1e9), 0, {Linear}},
        {"lru without bound, 160 requests", 160, lru(1e9), 0, {Linear}},
        {"burst", 160, [](double x) { return (325 + std::min(x, 8.0)) * kMega; }, 0, {WarmUp, Retention}},
        {"one burst late", 640, [](double x) { return (x < 300 ? 21 : 325) * kMega; }, 1e5, {Retention}},
        {"warm steps", 200, [](double x) { return (x < 1 ? 121 : x < 2 ? 221 : x < 7 ? 321 : 421) * kMega + 89 * x; }, 0, {WarmUp}},
        {"cache of 10 000, 12 000 requests", 12000, [](double x) { return 2133 * std::min(x, 10000.0); }, 0, {Bounded}},
        {"leak of 4 KiB", 640, [](double x) { return 3e8 + 4096 * x; }, 2000, {Linear}},
        {"leak of 64 KiB under a sawtooth", 640, [](double x) { return 65536 * x + 5e6 * std::fmod(x, 10); }, 1e5, {Linear, Staircase}},
        {"a step every 32 requests", 640, [](double x) { return 2e6 * std::floor(x / 32); }, 1e4, {Staircase}},
        {"square root", 640, [](double x) { return 2e6 * std::sqrt(x); }, 4e5, {Bounded}},
        {"logarithm", 640, [](double x) { return 8e6 * std::log1p(x / 5); }, 4e5, {Bounded, WarmUp}},
        {"falling", 640, [](double x) { return 1e9 - 1e5 * x; }, 4e5, {Flat}},
    };
    return all;
}

void TestCurveVerdict::classes_data()
{
    QTest::addColumn<size_t>("index");
    for (size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << i;
}

void TestCurveVerdict::classes()
{
    QFETCH(size_t, index);
    const Case &one = cases()[index];
    const LeakClass got = classOf(one.rows, one.curve, one.noise);
    QVERIFY2(std::ranges::find(one.right, got) != one.right.end(), std::string(leakClassName(got)).c_str());
}

void TestCurveVerdict::slopeOfALeak()
{
    const CurveVerdict verdict = judgeCurve(pointsOf(640, [](double x) { return 3e8 + 16384 * x; }, 1e5), 400, {});
    QCOMPARE(verdict.leakClass, LeakClass::Linear);
    QVERIFY(verdict.isConfirmed);
    QVERIFY(std::abs(*verdict.slope - 16384) < 0.04 * 16384);
    QVERIFY(verdict.interval.low < 16384 * 1.005 && 16384 * 0.995 < verdict.interval.high);
    QVERIFY(verdict.interval.high - verdict.interval.low < 0.04 * 16384);
    QCOMPARE(verdict.steadyFrom, 160.0);
    QVERIFY(std::abs(verdict.evidence.noise - 1e5) < 2e4);
}

void TestCurveVerdict::tooFewRequests_data()
{
    QTest::addColumn<size_t>("rows");
    QTest::addColumn<LeakClass>("right");
    QTest::newRow("none") << size_t{0} << LeakClass::Inconclusive;
    QTest::newRow("5") << size_t{5} << LeakClass::Inconclusive;
    QTest::newRow("66") << size_t{66} << LeakClass::Inconclusive;
    QTest::newRow("67") << size_t{67} << LeakClass::Growing;
}

void TestCurveVerdict::tooFewRequests()
{
    QFETCH(size_t, rows);
    QFETCH(LeakClass, right);
    const CurveVerdict verdict = judgeCurve(pointsOf(rows, [](double x) { return kMega * x; }), rows, {});
    QCOMPARE(verdict.leakClass, right);
    QCOMPARE(verdict.slope.has_value(), right == LeakClass::Growing);
}

void TestCurveVerdict::withoutConfirmationItOnlyGrows()
{
    const Points curve = pointsOf(640, [](double x) { return 65536 * x; }, 4e5);
    const CurveVerdict verdict = judgeCurve(curve, 640, {});
    QCOMPARE(verdict.leakClass, LeakClass::Growing);
    QVERIFY(!verdict.isConfirmed);
}

void TestCurveVerdict::growthThatStopsIsNotConfirmed()
{
    const LeakClass got = classOf(640, [](double x) { return 65536 * std::min(x, 400.0); }, 4e5);
    QVERIFY2(got == LeakClass::Bounded || got == LeakClass::Inconclusive, std::string(leakClassName(got)).c_str());
}

void TestCurveVerdict::constantCurve()
{
    const CurveVerdict verdict = judgeCurve(pointsOf(640, [](double) { return 3e8; }), 400, {});
    QCOMPARE(verdict.leakClass, LeakClass::Flat);
    QCOMPARE(*verdict.resolution, 0.0);
    QCOMPARE(verdict.evidence.p, 1.0);
}

void TestCurveVerdict::belowTheFloorIsFlat()
{
    const Points curve = pointsOf(640, [](double x) { return 500 * x; });
    const CurveVerdict verdict = judgeCurve(curve, 400, {});
    QVERIFY(!isLeak(verdict.leakClass) && verdict.leakClass != LeakClass::Growing);
    QVERIFY(*verdict.resolution >= 500);
    QCOMPARE(judgeCurve(curve, 400, {.floorBytes = 100}).leakClass, LeakClass::Linear);
}

void TestCurveVerdict::wholePages()
{
    const auto inPages = [](double bytes) { return 4096 * std::floor(bytes / 4096); };
    QCOMPARE(classOf(640, [&](double x) { return inPages(3e8 + 20000 * x); }, 0), LeakClass::Linear);
    QCOMPARE(classOf(640, [&](double x) { return inPages(3e8 + 6000 * std::sin(x)); }, 0), LeakClass::Flat);
}

void TestCurveVerdict::warmUpCanBeGiven()
{
    const Points curve = pointsOf(640, [](double x) { return 65536 * x; }, 1e5);
    QCOMPARE(judgeCurve(curve, 400, {.warmUpRows = 100}).steadyFrom, 100.0);
    QCOMPARE(judgeCurve(curve, 400, {.warmUpRows = 399}).leakClass, LeakClass::Inconclusive);
    QCOMPARE(judgeCurve(curve, 400, {.warmUpRows = 99999}).leakClass, LeakClass::Inconclusive);
}

void TestCurveVerdict::ceilingOfASaturatingCurve()
{
    const CurveVerdict verdict = judgeCurve(pointsOf(640, [](double x) { return 1e8 * (1 - std::exp(-x / 300)); }, 1e5), 400, {});
    QCOMPARE(verdict.leakClass, LeakClass::Bounded);
    QVERIFY2(std::abs(*verdict.ceiling - 1e8) < 5e6, QByteArray::number(*verdict.ceiling));
}

void TestCurveVerdict::resolutionIsFound()
{
    int found = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        const CurveVerdict flat = judgeCurve(pointsOf(640, [](double) { return 0.0; }, 4e5, seed), 400, {});
        QCOMPARE(flat.leakClass, LeakClass::Flat);
        const double slope = *flat.resolution;
        const CurveVerdict growing = judgeCurve(pointsOf(640, [&](double x) { return slope * x; }, 4e5, seed + 500), 400, {});
        found += growing.evidence.p < 0.01;
    }
    QVERIFY2(found >= 36, QByteArray::number(found));
}

void TestCurveVerdict::longRuns_data()
{
    QTest::addColumn<size_t>("rows");
    QTest::addColumn<double>("slope");
    QTest::newRow("5000 flat") << size_t{5000} << 0.0;
    QTest::newRow("5000 leaking") << size_t{5000} << 4096.0;
    QTest::newRow("100 000 flat") << size_t{100'000} << 0.0;
    QTest::newRow("100 000 leaking") << size_t{100'000} << 4096.0;
}

void TestCurveVerdict::longRuns()
{
    QFETCH(size_t, rows);
    QFETCH(double, slope);
    const Points curve = pointsOf(rows, [&](double x) { return slope * x; }, 4e5);
    QElapsedTimer timer;
    timer.start();
    const CurveVerdict verdict = judgeCurve(curve, rows * 5 / 8, {});
    QCOMPARE(verdict.leakClass, slope > 0 ? LeakClass::Linear : LeakClass::Flat);
    QVERIFY(verdict.evidence.blocks <= 128);
    QVERIFY2(timer.elapsed() < 20'000, "comparing all pairs of rows, not of blocks?");
}

void TestCurveVerdict::sameInputSameVerdict()
{
    const Points curve = pointsOf(640, [](double x) { return 20000 * x; }, 4e5);
    const CurveVerdict first = judgeCurve(curve, 400, {});
    const CurveVerdict second = judgeCurve(curve, 400, {});
    QCOMPARE(first.leakClass, second.leakClass);
    QCOMPARE(*first.slope, *second.slope);
    QCOMPARE(first.interval, second.interval);
    QCOMPARE(*first.resolution, *second.resolution);
}

void TestCurveVerdict::namesAreTheContract()
{
    const std::vector<std::string_view> names{"flat", "warm-up", "retention", "fragmentation", "bounded", "linear",
                                              "staircase", "sawtooth", "time-driven", "held-then-released", "growing", "inconclusive"};
    for (size_t i = 0; i < names.size(); ++i)
        QCOMPARE(leakClassName(static_cast<LeakClass>(i)), names[i]);
}

QTEST_APPLESS_MAIN(TestCurveVerdict)
#include "tst_curveverdict.moc"
