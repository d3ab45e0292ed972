// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/verdictjson.h"

#include <QtTest/QTest>

#include <limits>

using namespace limno;

class TestVerdictJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasEveryKeyOfTheContract();
    void absentIsNull();
    void infinityIsNull();
    void everythingThatIsKnown();
};

static MemoryRun leakingRun()
{
    MemoryRun run;
    run.series.push_back({"heapInUse", {}});
    for (int64_t i = 0; i < 640; ++i) {
        RunRow row;
        row.request = i;
        row.tokens = 10;
        row.timeNs = i * 1'000'000;
        run.rows.push_back(row);
        run.series.front().values.push_back(3e8 + 65536.0 * static_cast<double>(i));
    }
    run.limit = MemoryLimit{"cgroupLimit", 1e9};
    return run;
}

void TestVerdictJson::hasEveryKeyOfTheContract()
{
    for (const MemoryRun &run : {leakingRun(), MemoryRun{}}) {
        const auto json = verdictJson(judgeRun(run));
        for (const char *key : {"series", "verdict", "text"})
            QVERIFY2(json.contains(key), key);
        for (const char *key : {"class", "part", "slopePerRequest", "low", "high", "follows", "confirmed", "requestsToLimit", "limit", "explained", "advice"})
            QVERIFY2(json["verdict"].contains(key), key);
        for (const auto &[name, curve] : json["series"].items()) {
            for (const char *key : {"class", "slope", "low", "high", "unit", "resolution", "ceiling", "steadyFrom", "evidence"})
                QVERIFY2(curve.contains(key), key);
        }
        QVERIFY(json["verdict"]["advice"].is_array());
        QVERIFY(nlohmann::json::accept(json.dump()));
    }
}

void TestVerdictJson::absentIsNull()
{
    const auto json = verdictJson(judgeRun({}));
    QVERIFY(json["verdict"]["slopePerRequest"].is_null());
    QVERIFY(json["verdict"]["part"].is_null());
    QVERIFY(json["verdict"]["requestsToLimit"].is_null());
    QVERIFY(!json["verdict"].contains("slopePerToken"));
}

void TestVerdictJson::infinityIsNull()
{
    Verdict verdict;
    verdict.resolution = std::numeric_limits<double>::infinity();
    verdict.perRequest = Rate{std::numeric_limits<double>::quiet_NaN(), {}};
    const auto json = verdictJson(verdict);
    QVERIFY(json["verdict"]["resolution"].is_null());
    QVERIFY(json["verdict"]["slopePerRequest"].is_null());
}

void TestVerdictJson::everythingThatIsKnown()
{
    const auto json = verdictJson(judgeRun(leakingRun()));
    const auto &verdict = json["verdict"];
    QCOMPARE(verdict["class"].get<std::string>(), std::string("linear"));
    QCOMPARE(verdict["part"].get<std::string>(), std::string("heap"));
    QCOMPARE(verdict["slopePerRequest"].get<double>(), 65536.0);
    QCOMPARE(verdict["slopePerToken"]["value"].get<double>(), 6553.6);
    QVERIFY(verdict["slopePerHour"]["low"].get<double>() > 0);
    QCOMPARE(verdict["follows"].get<std::string>(), std::string("not separable"));
    QCOMPARE(verdict["followsCandidates"].size(), size_t{2});
    QVERIFY(verdict["requestsToLimit"]["high"].get<double>() > 10000);
    QCOMPARE(verdict["limit"]["name"].get<std::string>(), std::string("cgroupLimit"));
    QCOMPARE(verdict["advice"].back()["kind"].get<std::string>(), std::string("experiment"));
    QVERIFY(!json["text"].get<std::string>().empty());
}

QTEST_APPLESS_MAIN(TestVerdictJson)
#include "tst_verdictjson.moc"
