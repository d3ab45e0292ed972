// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/requestlanes.h"

#include "samplerecording.h"

#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestRequestLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lanesByWorker();
    void shortWaitsAreLeftOut();
    void refusedOnesAreSeen();
    void manyRequestsAreFewSpans();
    void failuresStayVisible();

private:
    /// 100 pixels a second.
    static double xOf(int64_t ns) { return static_cast<double>(ns) / kNsPerSecond * 100; }
};

void TestRequestLanes::lanesByWorker()
{
    const auto lanes = requestLanes(sampleRecording().requests, &TestRequestLanes::xOf);
    QCOMPARE(lanes.size(), size_t(3));
    QCOMPARE(lanes[0].label, std::string("waiting"));
    QCOMPARE(lanes[1].label, std::string("worker 1"));
    QCOMPARE(lanes[2].label, std::string("worker 2"));
    QCOMPARE(lanes[0].spans.size(), size_t(1));
    QCOMPARE(lanes[0].spans[0].begin, 100.0);
    QCOMPARE(lanes[0].spans[0].end, 200.0);
    QCOMPARE(lanes[1].spans.size(), size_t(2));
    QVERIFY(lanes[1].spans[0].kind == LaneSpan::Kind::Ok);
    QVERIFY(lanes[1].spans[1].kind == LaneSpan::Kind::Failed);
    QCOMPARE(lanes[2].spans[1].begin, 500.0);
    QCOMPARE(lanes[2].spans[1].end, 900.0);
}

void TestRequestLanes::shortWaitsAreLeftOut()
{
    const auto lanes = requestLanes({requestRow(1, 1.005, 2, 0)}, &TestRequestLanes::xOf);
    QCOMPARE(lanes.size(), size_t(1));
    QCOMPARE(lanes[0].label, std::string("worker 1"));
    QVERIFY(requestLanes({}, &TestRequestLanes::xOf).empty());
}

void TestRequestLanes::refusedOnesAreSeen()
{
    const auto lanes =
        requestLanes({requestRow(1, 1, 1, -1, OutcomeKind::Failed), requestRow(2, 2, 4, -1, OutcomeKind::Cancelled)},
                     &TestRequestLanes::xOf);
    QCOMPARE(lanes.size(), size_t(1));
    QCOMPARE(lanes[0].spans.size(), size_t(2));
    QVERIFY(lanes[0].spans[1].kind == LaneSpan::Kind::Failed);
    QVERIFY(lanes[0].spans[1].end - lanes[0].spans[1].begin >= 2);
    QVERIFY(lanes[0].spans[0].kind == LaneSpan::Kind::Waiting);
}

void TestRequestLanes::manyRequestsAreFewSpans()
{
    std::vector<RequestRow> requests;
    for (int i = 0; i < 100'000; ++i)
        requests.push_back(requestRow(i * 1e-4, i * 1e-4, (i + 1) * 1e-4, 0));
    const auto lanes = requestLanes(requests, &TestRequestLanes::xOf);
    QCOMPARE(lanes.size(), size_t(1));
    QVERIFY(lanes[0].spans.size() <= 1000);
    QCOMPARE(lanes[0].spans.front().begin, 0.0);
    QVERIFY(lanes[0].spans.back().end >= 999);
}

void TestRequestLanes::failuresStayVisible()
{
    std::vector<RequestRow> requests;
    for (int i = 0; i < 10'000; ++i)
        requests.push_back(
            requestRow(i * 1e-3, i * 1e-3, (i + 1) * 1e-3, 0, i == 5000 ? OutcomeKind::Failed : OutcomeKind::Ok));
    const auto lanes = requestLanes(requests, &TestRequestLanes::xOf);
    const LaneSpan &last = lanes.at(0).spans.back();
    QVERIFY(last.kind == LaneSpan::Kind::Failed);
    QCOMPARE(last.begin, 500.0);
    QVERIFY(last.end - last.begin >= 2);
}

QTEST_GUILESS_MAIN(TestRequestLanes)
#include "tst_requestlanes.moc"
