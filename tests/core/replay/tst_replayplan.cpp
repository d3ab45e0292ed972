// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayplan.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace limno;

class TestReplayPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomTextIsSeeded();
    void shapesDifferInLength();
    void listsAreShuffledPassByPass();
    void listsInOrder();
    void distinctTakesTheFirstOfAList();
    void countsDistinctInputs_data();
    void countsDistinctInputs();
    void refusesPlans_data();
    void refusesPlans();
    void readsLists();
    void refusesLists_data();
    void refusesLists();

private:
    static ReplayPlan planOf(Vary vary)
    {
        ReplayPlan plan;
        plan.request.messages = {{"system", "Be brief."}, {"user", "rain"}};
        plan.vary = vary;
        plan.seed = 7;
        return plan;
    }
    static std::string text(const ReplayPlan &plan, int64_t index) { return variedRequest(plan, index).messages.back().content; }
};

void TestReplayPlan::randomTextIsSeeded()
{
    ReplayPlan plan = planOf(Vary::Prompt);
    plan.randomCharacters = 20'000;
    QCOMPARE(text(plan, 3).size(), size_t(20'000 + 5));
    QVERIFY(text(plan, 3).substr(0, 20'000).find(' ') == std::string::npos);
    QVERIFY(text(plan, 3).ends_with(" rain"));
    QCOMPARE(text(plan, 3), text(plan, 3));
    QVERIFY(text(plan, 3) != text(plan, 4));
    ReplayPlan other = plan;
    other.seed = 8;
    QVERIFY(text(other, 3) != text(plan, 3));
    plan.distinct = 4;
    QCOMPARE(text(plan, 1), text(plan, 5));
}

void TestReplayPlan::shapesDifferInLength()
{
    ReplayPlan plan = planOf(Vary::Shape);
    std::set<size_t> lengths;
    for (int64_t i = 0; i < 100; ++i)
        lengths.insert(text(plan, i).size());
    QCOMPARE(lengths.size(), size_t(16));
    plan.distinct = 3;
    lengths.clear();
    for (int64_t i = 0; i < 100; ++i)
        lengths.insert(text(plan, i).size());
    QCOMPARE(lengths.size(), size_t(3));
    QCOMPARE(variedRequest(plan, 0).messages.front().content, std::string("Be brief."));
}

void TestReplayPlan::listsAreShuffledPassByPass()
{
    ReplayPlan plan = planOf(Vary::List);
    for (const char *words : {"a", "b", "c", "d", "e", "f"}) {
        plan.list.push_back(plan.request);
        plan.list.back().messages.back().content = words;
    }
    const auto pass = [&](int64_t number) {
        std::string words;
        for (int64_t i = 0; i < 6; ++i)
            words += text(plan, number * 6 + i);
        return words;
    };
    std::set<std::string> orders;
    for (int64_t number = 0; number < 5; ++number) {
        std::string words = pass(number);
        orders.insert(words);
        std::ranges::sort(words);
        QCOMPARE(words, std::string("abcdef")); // each once
    }
    QVERIFY(orders.size() > 1);
    QCOMPARE(pass(2), pass(2));
    QCOMPARE(variedRequest(plan, 9).loopIndex, int64_t(9));
}

void TestReplayPlan::listsInOrder()
{
    ReplayPlan plan = planOf(Vary::List);
    plan.order = ListOrder::AsWritten;
    for (const char *words : {"a", "b", "c"}) {
        plan.list.push_back(plan.request);
        plan.list.back().messages.back().content = words;
    }
    QCOMPARE(text(plan, 0) + text(plan, 1) + text(plan, 2) + text(plan, 3), std::string("abca"));
}

void TestReplayPlan::distinctTakesTheFirstOfAList()
{
    ReplayPlan plan = planOf(Vary::List);
    for (const char *words : {"a", "b", "c"}) {
        plan.list.push_back(plan.request);
        plan.list.back().messages.back().content = words;
    }
    plan.distinct = 2;
    std::set<std::string> seen;
    for (int64_t i = 0; i < 20; ++i)
        seen.insert(text(plan, i));
    QCOMPARE(seen, (std::set<std::string>{"a", "b"}));
}

void TestReplayPlan::countsDistinctInputs_data()
{
    QTest::addColumn<int>("vary");
    QTest::addColumn<int>("distinct");
    QTest::addColumn<int>("expected");
    QTest::newRow("none") << int(Vary::None) << 0 << 1;
    QTest::newRow("prompt, all") << int(Vary::Prompt) << 0 << 40;
    QTest::newRow("prompt, five") << int(Vary::Prompt) << 5 << 5;
    QTest::newRow("shape") << int(Vary::Shape) << 0 << 16;
    QTest::newRow("list of three") << int(Vary::List) << 0 << 3;
    QTest::newRow("two of it") << int(Vary::List) << 2 << 2;
}

void TestReplayPlan::countsDistinctInputs()
{
    QFETCH(int, vary);
    QFETCH(int, distinct);
    QFETCH(int, expected);
    ReplayPlan plan = planOf(Vary(vary));
    plan.distinct = distinct;
    for (const char *words : {"a", "b", "c"}) {
        plan.list.push_back(plan.request);
        plan.list.back().messages.back().content = words;
    }
    QCOMPARE(distinctInputs(plan, 40), int64_t(expected));
    std::set<std::string> seen; // and so many they are
    for (int64_t i = 0; i < 40; ++i)
        seen.insert(text(plan, i));
    QCOMPARE(seen.size(), size_t(expected));
    QCOMPARE(distinctInputs(plan, 0), int64_t(0));
}

void TestReplayPlan::refusesPlans_data()
{
    QTest::addColumn<int>("pacing");
    QTest::addColumn<double>("rate");
    QTest::addColumn<int>("vary");
    QTest::addColumn<int>("distinct");
    QTest::addColumn<QString>("words");
    QTest::newRow("paced without a rate") << int(Pacing::Paced) << 0.0 << int(Vary::None) << 0 << "rate";
    QTest::newRow("open without a rate") << int(Pacing::Open) << -1.0 << int(Vary::None) << 0 << "rate";
    QTest::newRow("empty list") << int(Pacing::Closed) << 0.0 << int(Vary::List) << 0 << "list is empty";
    QTest::newRow("distinct of nothing") << int(Pacing::Closed) << 0.0 << int(Vary::None) << 3 << "distinct: 3";
}

void TestReplayPlan::refusesPlans()
{
    QFETCH(int, pacing);
    QFETCH(double, rate);
    QFETCH(int, vary);
    QFETCH(int, distinct);
    QFETCH(QString, words);
    ReplayPlan plan = planOf(Vary(vary));
    plan.pacing = Pacing(pacing);
    plan.ratePerSecond = rate;
    plan.distinct = distinct;
    const Result<void> checked = checkPlan(plan);
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, ErrorCode::InputInvalid);
    QVERIFY2(QString::fromStdString(checked.error().message).contains(words), checked.error().message.c_str());
}

void TestReplayPlan::readsLists()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("l.jsonl")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\"first\"\n\n{\"prompt\": \"second\"}\r\n{\"messages\": [{\"role\": \"user\", \"content\": \"third\"}]}");
    file.close();
    ReplayPlan plan = planOf(Vary::List);
    plan.request.generation.maxTokens = 5;
    const auto list = readRequestList(file.fileName().toStdString(), plan.request);
    QVERIFY(list.has_value());
    QCOMPARE(list->size(), size_t(3));
    QCOMPARE(list->at(0).messages.back().content, std::string("first"));
    QCOMPARE(list->at(0).messages.size(), size_t(2)); // the system's stays
    QCOMPARE(list->at(1).messages.back().content, std::string("second"));
    QCOMPARE(list->at(2).messages.size(), size_t(1));
    QCOMPARE(list->at(2).generation.maxTokens, std::optional<int>(5));
}

void TestReplayPlan::refusesLists_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << QByteArray("\n \n") << "no inputs";
    QTest::newRow("no JSON") << QByteArray("\"a\"\nrain\n") << "line 2: no JSON";
    QTest::newRow("a number") << QByteArray("5\n") << "line 1: a string or an object";
    QTest::newRow("unknown key") << QByteArray("{\"promt\": \"a\"}\n") << "\"promt\"";
    QTest::newRow("both") << QByteArray("{\"prompt\": \"a\", \"messages\": []}\n") << "one of";
    QTest::newRow("prompt of numbers") << QByteArray("{\"prompt\": 4}\n") << "\"prompt\" is no string";
    QTest::newRow("message without role") << QByteArray("{\"messages\": [{\"content\": \"a\"}]}\n") << "\"role\"";
}

void TestReplayPlan::refusesLists()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, words);
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("l.jsonl")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const auto list = readRequestList(file.fileName().toStdString(), {});
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::InputInvalid);
    const QString message = QString::fromStdString(list.error().message);
    QVERIFY2(message.contains(words) && message.contains(QLatin1String("l.jsonl")), qPrintable(message));
    QVERIFY(!readRequestList("/no/such/file", {}));
}

QTEST_APPLESS_MAIN(TestReplayPlan)
#include "tst_replayplan.moc"
