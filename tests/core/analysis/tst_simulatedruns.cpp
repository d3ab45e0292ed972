// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulatedruns.h"
#include "core/analysis/verdict.h"

#include <QtTest>

#include <set>

using namespace limno;

/// The verdict against known truth. `limnograph-cli bench verdict` does the same with as many runs as one has time for.
class TestSimulatedRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void familiesAreDeterministic();
    void familiesAreDistinct();
    void leakFreeFamilies_data();
    void leakFreeFamilies();
    void leakingFamilies_data();
    void leakingFamilies();
};

constexpr uint64_t kRuns = 20;

static Verdict verdictOf(const SimulatedRun &simulated)
{
    return judgeRun(simulated.run);
}

void TestSimulatedRuns::familiesAreDeterministic()
{
    for (const SimulatedFamily &family : simulatedFamilies()) {
        const SimulatedRun first = simulate(family, {}, 42);
        const SimulatedRun second = simulate(family, {}, 42);
        QCOMPARE(first.run.series.front().values, second.run.series.front().values);
        QVERIFY(first.run.series.front().values != simulate(family, {}, 43).run.series.front().values);
        QCOMPARE(first.run.rows.size(), size_t{640});
        QCOMPARE(first.slope > 0, family.isLeak);
    }
}

void TestSimulatedRuns::familiesAreDistinct()
{
    std::set<std::string_view> names;
    for (const SimulatedFamily &family : simulatedFamilies())
        names.insert(family.name);
    QCOMPARE(names.size(), simulatedFamilies().size());
    QVERIFY(names.size() >= 18);
}

static void addFamilies(bool isLeak)
{
    QTest::addColumn<size_t>("index");
    for (size_t i = 0; i < simulatedFamilies().size(); ++i) {
        if (simulatedFamilies()[i].isLeak == isLeak)
            QTest::newRow(std::string(simulatedFamilies()[i].name).c_str()) << i;
    }
}

void TestSimulatedRuns::leakFreeFamilies_data()
{
    addFamilies(false);
}

void TestSimulatedRuns::leakFreeFamilies()
{
    QFETCH(size_t, index);
    uint64_t open = 0;
    for (uint64_t seed = 0; seed < kRuns; ++seed) {
        const Verdict verdict = verdictOf(simulate(simulatedFamilies()[index], {}, seed));
        QVERIFY2(!isLeak(verdict.leakClass), verdict.text.c_str());
        QVERIFY(!verdict.requestsToLimit);
        open += verdict.leakClass == LeakClass::Inconclusive || verdict.leakClass == LeakClass::Growing;
    }
    QVERIFY2(open <= kRuns / 5, QByteArray::number(qulonglong(open)));
}

void TestSimulatedRuns::leakingFamilies_data()
{
    addFamilies(true);
}

void TestSimulatedRuns::leakingFamilies()
{
    QFETCH(size_t, index);
    uint64_t found = 0;
    uint64_t covered = 0;
    for (uint64_t seed = 0; seed < kRuns; ++seed) {
        const SimulatedRun simulated = simulate(simulatedFamilies()[index], {}, seed);
        const Verdict verdict = verdictOf(simulated);
        found += isLeak(verdict.leakClass);
        covered += verdict.perRequest->interval.low <= simulated.slope && simulated.slope <= verdict.perRequest->interval.high;
    }
    // What leaks at random leaks now more and now less, and has another slope than that of the long run.
    const bool isRandom = QTest::currentDataTag() == QByteArray("leak-random");
    QVERIFY2(found + (isRandom ? 3 : 1) >= kRuns, QByteArray::number(qulonglong(found)));
    if (!isRandom)
        QVERIFY2(covered >= kRuns * 4 / 5, QByteArray::number(qulonglong(covered)));
}

QTEST_APPLESS_MAIN(TestSimulatedRuns)
#include "tst_simulatedruns.moc"
