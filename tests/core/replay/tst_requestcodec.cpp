// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/requestcodec.h"

#include <QtTest/QTest>

using namespace limno;

class TestRequestCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hashTellsInputsApart();
    void hashIsTheSameEverywhere();
    void outputHashCountsTextAndIdsOnly();
    void inputRoundTrip();
    void refusesWhatIsNotUtf8();
    void refusesForeignInput_data();
    void refusesForeignInput();
    void generationRoundTrip();
    void generationSkipsForeignFields();
    void sampleRoundTrip();
};

void TestRequestCodec::hashTellsInputsApart()
{
    std::vector<Request> requests(8);
    requests[1].prompt = "ab";
    requests[2].prompt = "abc";
    requests[3].messages = {{"user", "ab"}};
    requests[4].messages = {{"usera", "b"}};
    requests[5].messages = {{"user", "a"}, {"user", "b"}};
    requests[6].inputIds = {1, 2};
    requests[7].inputIds = {1, 2, 0};
    std::vector<std::string> hashes;
    for (const Request &request : requests)
        hashes.push_back(inputHash(request));
    std::sort(hashes.begin(), hashes.end());
    QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
    QCOMPARE(hashes.front().size(), size_t(64));
}

void TestRequestCodec::hashIsTheSameEverywhere()
{
    // printf 'p\x02\0\0\0\0\0\0\0hii\0\0\0\0\0\0\0\0' | sha256sum
    Request request;
    request.prompt = "hi";
    request.seed = 42; // not part of the input
    QCOMPARE(inputHash(request), std::string("667859bf9702f4bb9c05ec3f6fda8b89ee6337906f55f319a88677e3e13a4fce"));
}

void TestRequestCodec::outputHashCountsTextAndIdsOnly()
{
    Outcome outcome;
    outcome.text = "water";
    outcome.ids = {1, 2};
    const std::string hash = outputHash(outcome);
    outcome.dump["logits"] = {};
    outcome.times.finishedNs = 7;
    QCOMPARE(outputHash(outcome), hash);
    outcome.ids = {1, 3};
    QVERIFY(outputHash(outcome) != hash);
}

void TestRequestCodec::inputRoundTrip()
{
    Request request;
    request.prompt = "Say \"hi\"\n\x01 水";
    request.messages = {{"system", "terse"}, {"user", "hello\\"}};
    request.inputIds = {0, -1, 49151};
    const auto json = inputToJson(request);
    QVERIFY(json);
    Request back;
    back.seed = 5;
    QVERIFY(inputFromJson(*json, back));
    QCOMPARE(back.prompt, request.prompt);
    QVERIFY(back.messages == request.messages);
    QCOMPARE(back.inputIds, request.inputIds);
    QCOMPARE(back.seed, uint64_t(5));
    QCOMPARE(inputHash(back), inputHash(request));
}

void TestRequestCodec::refusesWhatIsNotUtf8()
{
    Request request;
    request.prompt = "broken \xff";
    QVERIFY(!inputToJson(request));
}

void TestRequestCodec::refusesForeignInput_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("{");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("wrong type") << QByteArray("{\"prompt\":3}");
    QTest::newRow("message without role") << QByteArray("{\"messages\":[{\"content\":\"x\"}]}");
    QTest::newRow("ids of text") << QByteArray("{\"ids\":[\"x\"]}");
}

void TestRequestCodec::refusesForeignInput()
{
    QFETCH(QByteArray, json);
    Request request;
    request.prompt = "kept";
    QVERIFY(!inputFromJson(json.toStdString(), request));
    QCOMPARE(request.prompt, std::string("kept"));
}

void TestRequestCodec::generationRoundTrip()
{
    GenerationOptions options;
    QVERIFY(generationFromJson(generationToJson(options)) == options);
    options.maxTokens = 64;
    options.minTokens = 1;
    options.temperature = 0.7;
    options.topK = 0;
    options.topP = 0.95;
    options.minP = 0.05;
    options.repetitionPenalty = 1.1;
    options.presencePenalty = -0.5;
    options.frequencyPenalty = 0.25;
    options.stop = {"\n\n", "終"};
    options.ignoreEos = true;
    QVERIFY(generationFromJson(generationToJson(options)) == options);
}

void TestRequestCodec::generationSkipsForeignFields()
{
    const GenerationOptions options = generationFromJson(R"({"maxTokens":"many","topK":5,"later":{},"stop":[1,"x"]})");
    QVERIFY(!options.maxTokens);
    QCOMPARE(options.topK, std::optional<int>(5));
    QCOMPARE(options.stop, std::vector<std::string>{"x"});
    QVERIFY(generationFromJson("null") == GenerationOptions());
}

void TestRequestCodec::sampleRoundTrip()
{
    Sample sample;
    sample.timeNs = 1'500;
    sample.set(Metric::HeapInUse, 0);
    sample.set(Metric::HostTensors, 123'456'789'012);
    const Sample back = sampleFromJson(sampleToJson(sample, 1'000));
    QCOMPARE(back.timeNs, int64_t(500));
    QVERIFY(back.values == sample.values);
    QVERIFY(sampleFromJson("[]").values == Sample().values);
}

QTEST_GUILESS_MAIN(TestRequestCodec)
#include "tst_requestcodec.moc"
