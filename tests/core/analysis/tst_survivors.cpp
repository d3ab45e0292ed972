// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survivors.h"

#include <QtTest>

using namespace limno;

class TestSurvivors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachGenerationLeavesSomething();
    void everyTenthLeavesSomething();
    void nothingIsLeft();
    void onlyTheYoungAreAlive();
    void onlyTheFirstAreAlive();
    void cacheDropsItsOldest();
    void belowTheFloor();
    void tooFewGenerations();
};

static std::vector<Survivor> survivorsOf(int64_t requests, const std::function<double(int64_t)> &bytes)
{
    std::vector<Survivor> survivors;
    for (int64_t i = 0; i < requests; ++i) {
        if (const double left = bytes(i); left > 0)
            survivors.push_back({i, left});
    }
    return survivors;
}

void TestSurvivors::eachGenerationLeavesSomething()
{
    const auto evidence = judgeSurvivors(survivorsOf(100, [](int64_t) { return 65536.0; }), 100, 1024);
    QVERIFY(evidence && evidence->isKept && !evidence->diesOut);
    QCOMPARE(evidence->slope, 65536.0);
    QCOMPARE(evidence->interval, (Interval{65536, 65536}));
    QCOMPARE(evidence->generations, size_t{73}); // 20 of start-up and 7 young ones left out
}

void TestSurvivors::everyTenthLeavesSomething()
{
    const auto evidence = judgeSurvivors(survivorsOf(400, [](int64_t i) { return i % 10 == 0 ? 1e6 : 0; }), 400, 1024);
    QVERIFY(evidence && evidence->isKept);
    QVERIFY(evidence->interval.low < 1e5 && 1e5 < evidence->interval.high);
}

void TestSurvivors::nothingIsLeft()
{
    const auto evidence = judgeSurvivors({}, 100, 1024);
    QVERIFY(evidence && !evidence->isKept && !evidence->diesOut);
}

void TestSurvivors::onlyTheYoungAreAlive()
{
    const auto evidence = judgeSurvivors(survivorsOf(100, [](int64_t i) { return i >= 94 ? 1e6 : 0; }), 100, 1024);
    QVERIFY(evidence && !evidence->isKept && !evidence->diesOut);
}

void TestSurvivors::onlyTheFirstAreAlive()
{
    const auto evidence = judgeSurvivors(survivorsOf(100, [](int64_t i) { return i < 10 ? 1e6 : 0; }), 100, 1024);
    QVERIFY(evidence && !evidence->isKept);
}

void TestSurvivors::cacheDropsItsOldest()
{
    const auto evidence = judgeSurvivors(survivorsOf(400, [](int64_t i) { return i >= 272 ? 1e6 : 0; }), 400, 1024);
    QVERIFY(evidence && evidence->diesOut && !evidence->isKept);
}

void TestSurvivors::belowTheFloor()
{
    const auto evidence = judgeSurvivors(survivorsOf(100, [](int64_t) { return 500.0; }), 100, 1024);
    QVERIFY(evidence && !evidence->isKept);
    QVERIFY(judgeSurvivors(survivorsOf(100, [](int64_t) { return 500.0; }), 100, 100)->isKept);
}

void TestSurvivors::tooFewGenerations()
{
    QVERIFY(!judgeSurvivors(survivorsOf(30, [](int64_t) { return 65536.0; }), 30, 1024));
    QVERIFY(!judgeSurvivors({}, 0, 1024));
}

QTEST_APPLESS_MAIN(TestSurvivors)
#include "tst_survivors.moc"
