// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/snapshotcodec.h"

#include "tests/core/memory/samplesnapshot.h"

#include <nlohmann/json.hpp>

#include <QtTest/QTest>

#include <functional>

using namespace limno;
using namespace limno::test;
using Json = nlohmann::json;

namespace {

/// Qt warns about damaged data; here it is expected.
class Silence
{
public:
    Silence() { m_before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {}); }
    ~Silence() { qInstallMessageHandler(m_before); }

private:
    QtMessageHandler m_before;
};

Json open(const std::string &bytes)
{
    return Json::parse(qUncompress(QByteArray::fromStdString(bytes)).toStdString());
}

std::string close(const Json &json)
{
    return qCompress(QByteArray::fromStdString(json.dump())).toStdString();
}

} // namespace

class TestSnapshotCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatWentIn();
    void withoutACard();
    void namesThatAreNoText();
    void contradictions_data();
    void contradictions();
    void refusesNewerVersion();
    void damagedBytes_data();
    void damagedBytes();
    void flippedBytes();
};

void TestSnapshotCodec::givesBackWhatWentIn()
{
    const MemorySnapshot before = sampleSnapshot();
    const int64_t start = before.timeNs - 3000;
    const std::string bytes = encodeSnapshot(before, start);
    const auto after = decodeSnapshot(bytes);
    QVERIFY2(after, after ? "" : after.error().message.c_str());
    QCOMPARE(after->timeNs, 3000);
    QCOMPARE(after->reason, before.reason);
    QCOMPARE(after->device, before.device);
    QVERIFY(after->isEmulated);
    QCOMPARE(after->sample.timeNs, 3000);
    QCOMPARE(after->sample.value(Metric::HeapOther), std::optional<int64_t>(4000));
    QVERIFY(!after->sample.value(Metric::RssAnon));
    QCOMPARE(after->tensors.size(), size_t(3));
    QCOMPARE(after->tensors[0].owner, Owner::KvCache);
    QCOMPARE(after->tensors[0].name, before.tensors[0].name);
    QCOMPARE(after->tensors[2].space, MemorySpace::Host);
    QCOMPARE(after->tensors[2].count, 3);
    QCOMPARE(after->ledger[0].kind, Ledger::Kind::MappedWeights);
    QCOMPARE(after->ledger[1].owner, std::string("m: KV cache"));
    QCOMPARE(after->survivors[0].request, 77);
    QVERIFY(after->heapSites.has_value());
    QCOMPARE(after->heapSites->size(), size_t(1));
    QCOMPARE(after->heapSites->at(0).function, std::string("readLine(int)"));
    QCOMPARE(after->heapSites->at(0).stack, (std::vector<std::string>{"readLine(int)", "main"}));
    QCOMPARE(after->heapSites->at(0).bytes, 4096);
    QCOMPARE(after->heapSites->at(0).count, 3);
    QCOMPARE(after->rows[2].site, std::string("kvcache.reserve"));
    QVERIFY(after->card);
    QCOMPARE(after->card->traceDropped, 5);
    for (size_t i = 0; i < before.card->segments.size(); ++i) {
        const CardSegment &a = before.card->segments[i];
        const CardSegment &b = after->card->segments[i];
        QCOMPARE(b.address, a.address);
        QCOMPARE(b.size, a.size);
        QCOMPARE(b.pool, a.pool);
        QCOMPARE(b.tag, a.tag);
        QVERIFY(b.blocks == a.blocks);
    }
    QCOMPARE(after->card->trace.size(), before.card->trace.size());
    for (size_t i = 0; i < before.card->trace.size(); ++i) {
        const CardEvent &a = before.card->trace[i];
        const CardEvent &b = after->card->trace[i];
        QCOMPARE(b.kind, a.kind);
        QCOMPARE(b.address, a.address);
        QCOMPARE(b.size, a.size);
        QCOMPARE(b.timeNs, a.timeNs - start);
        QCOMPARE(b.tag, a.tag);
        QCOMPARE(b.text, a.text);
    }
    QCOMPARE(encodeSnapshot(*after, 0), bytes); // nothing else was lost
}

void TestSnapshotCodec::withoutACard()
{
    MemorySnapshot snapshot = sampleSnapshot();
    snapshot.card.reset();
    snapshot.rows.clear();
    const auto after = decodeSnapshot(encodeSnapshot(snapshot, 0));
    QVERIFY(after && !after->card);
}

void TestSnapshotCodec::namesThatAreNoText()
{
    MemorySnapshot snapshot = sampleSnapshot();
    snapshot.tensors[0].name = "bad \xff name";
    const auto after = decodeSnapshot(encodeSnapshot(snapshot, 0));
    QVERIFY(after);
    QCOMPARE(after->tensors[0].name, std::string("bad \xef\xbf\xbd name"));
}

void TestSnapshotCodec::contradictions_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::newRow("tag") << "tag 9 of 3" << "/card/segments/0/blocks/0/3" << "9";
    QTest::newRow("trace's tag") << "tag -1 of 3" << "/card/trace/0/4" << "-1";
    QTest::newRow("block too short") << "do not fill" << "/card/segments/1/blocks/0/0" << "20971500";
    QTest::newRow("block too long") << "beyond its segment" << "/card/segments/1/blocks/0/0" << "9223372036854775807";
    QTest::newRow("negative block") << "a size of -512" << "/card/segments/0/blocks/0/0" << "-512";
    QTest::newRow("requested above size") << "beyond its segment" << "/card/segments/0/blocks/0/1" << "513";
    QTest::newRow("address") << "an address is missing" << "/card/segments/0/address" << "-1";
    QTest::newRow("event") << "no event \"dance\"" << "/card/trace/1/0" << "\"dance\"";
    QTest::newRow("owner") << "no owner \"nobody\"" << "/tensors/0/0" << "\"nobody\"";
    QTest::newRow("fraction") << "a number is missing" << "/tensors/0/4" << "1.5";
    QTest::newRow("row that is none") << "" << "/tensors" << "7";
    QTest::newRow("text in place of a list") << "" << "/card/segments" << "\"x\"";
    QTest::newRow("no reason") << "" << "/reason" << "null";
}

void TestSnapshotCodec::contradictions()
{
    QFETCH(QString, what);
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    Json json = open(encodeSnapshot(sampleSnapshot(), 0));
    json.at(Json::json_pointer(pointer.toStdString())) = Json::parse(value.toStdString());
    const auto after = decodeSnapshot(close(json));
    QVERIFY(!after);
    QCOMPARE(after.error().code, ErrorCode::InputInvalid);
    const QString message = QString::fromStdString(after.error().message);
    QVERIFY2(message.startsWith("snapshot: damaged: ") && message.contains(what), qPrintable(message));
}

void TestSnapshotCodec::refusesNewerVersion()
{
    Json json = open(encodeSnapshot(sampleSnapshot(), 0));
    json["version"] = 2;
    json["tensors"] = "in another way";
    const auto after = decodeSnapshot(close(json));
    QVERIFY(!after);
    QCOMPARE(after.error().reason, std::string("newer_version"));
    QVERIFY(after.error().message.find("format 2, this version reads up to 1") != std::string::npos);
}

void TestSnapshotCodec::damagedBytes_data()
{
    const QByteArray good = QByteArray::fromStdString(encodeSnapshot(sampleSnapshot(), 0));
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("length only") << good.left(4);
    QTest::newRow("half") << good.left(good.size() / 2);
    QTest::newRow("text") << QByteArray("segments: none");
    QTest::newRow("huge length") << QByteArray("\xff\xff\xff\xff", 4) + good.mid(4);
    QTest::newRow("length too small") << QByteArray("\0\0\0\x05", 4) + good.mid(4);
    QTest::newRow("no JSON") << qCompress("snapshot");
    QTest::newRow("other JSON") << qCompress("[1,2]");
    QTest::newRow("empty JSON") << qCompress("{}");
    QTest::newRow("deep JSON") << qCompress(QByteArray(100'000, '['));
}

void TestSnapshotCodec::damagedBytes()
{
    QFETCH(QByteArray, bytes);
    const Silence silence;
    const auto after = decodeSnapshot(bytes.toStdString());
    QVERIFY(!after);
    QCOMPARE(after.error().code, ErrorCode::InputInvalid);
    QVERIFY2(after.error().message.starts_with("snapshot: damaged: "), after.error().message.c_str());
}

void TestSnapshotCodec::flippedBytes()
{
    const Silence silence;
    const std::string good = encodeSnapshot(sampleSnapshot(), 0);
    int refused = 0;
    for (size_t place = 0; place < good.size(); ++place) {
        std::string bad = good;
        bad[place] = static_cast<char>(bad[place] ^ (1 << (place % 8)));
        refused += !decodeSnapshot(bad);
    }
    // zlib's checksum leaves no flip unseen; a bit of the header says nothing about the data.
    QVERIFY2(refused >= static_cast<int>(good.size()) - 1, qPrintable(QString::number(refused)));
}

QTEST_APPLESS_MAIN(TestSnapshotCodec)
#include "tst_snapshotcodec.moc"
