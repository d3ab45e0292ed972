// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/snapshotpickle.h"

#include "core/memory/emulatedcard.h"
#include "tests/core/memory/samplesnapshot.h"
#include "unpickler.h"

#include <QtTest>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace limno;
using namespace limno::test;
using Json = nlohmann::json;

namespace {

Json unpickled(const MemorySnapshot &snapshot)
{
    const auto pickle = snapshotPickle(snapshot);
    if (!pickle)
        throw std::runtime_error(pickle.error().message);
    return Unpickler(*pickle).load();
}

/// PyTorch's own reader, as a file or in a wheel; empty when there is none.
QString memoryViz()
{
    const QString deps = QStringLiteral(LIMNOGRAPH_DEPS_DIR);
    const QString file = deps + QStringLiteral("/site-packages/torch/cuda/_memory_viz.py");
    if (QFile::exists(file))
        return file;
    const QDir wheels(deps + QStringLiteral("/wheels"));
    const QStringList found = wheels.entryList({QStringLiteral("torch-*.whl")}, QDir::Files);
    return found.isEmpty() ? QString() : wheels.filePath(found.first());
}

/// A history on a real card: both pools, a free and an out-of-memory error.
struct History {
    History()
    {
        if (!devices.select(*parseDeviceSpec("emulated:64MiB,context=4MiB")))
            qFatal("no card");
        EmulatedCard &card = *devices.current()->emulatedCard();
        card.mark("request 1 begins: chat, m");
        blocks = {*card.allocate(1000, tag("kv", "kvcache.reserve")), *card.allocate(3 << 20, tag("m", "weights.copy")),
                  *card.allocate(5000)};
        before = takeSnapshot(devices, "begin");
        blocks.push_back(*card.allocate(24 << 20, tag("m", "aten::mm")));
        card.free(std::exchange(blocks[2], nullptr));
        if (card.allocate(60 << 20, tag("m", "aten::cat")))
            qFatal("a card without limits");
        card.mark("request 1 ends");
        after = takeSnapshot(devices, "end");
    }
    ~History()
    {
        for (void *block : blocks)
            devices.current()->emulatedCard()->free(block);
    }
    static AllocationTag tag(const char *name, const char *site)
    {
        return {tally().rowOf(OwnerTag::of(Owner::Activations, name), SiteTag::of(site)), 0};
    }

    Devices devices;
    std::vector<void *> blocks;
    MemorySnapshot before;
    MemorySnapshot after;
};

} // namespace

class TestSnapshotPickle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasPyTorchsKeys();
    void blocksTileTheirSegments();
    void framesNameSiteAndOwner();
    void eventsAndMarks();
    void saysThatItIsEmulated();
    void numbersOfEverySize();
    void manyEvents();
    void namesThatAreNoText();
    void aCardWithoutSegments();
    void withoutACard();
    void pyTorchOpensIt();
};

void TestSnapshotPickle::hasPyTorchsKeys()
{
    const Json data = unpickled(sampleSnapshot());
    const auto keys = [](const Json &object) {
        std::string all;
        for (const auto &[key, value] : object.items())
            all += key + ' ';
        return all;
    };
    QCOMPARE(keys(data), std::string("allocator_settings device_traces external_annotations segments "));
    QCOMPARE(data["segments"].size(), size_t(2));
    QCOMPARE(keys(data["segments"][0]),
             std::string("active_size address allocated_size blocks device frames is_expandable requested_size segment_pool_id "
                         "segment_type stream total_size "));
    QCOMPARE(keys(data["segments"][0]["blocks"][0]), std::string("address frames requested_size size state "));
    QCOMPARE(keys(data["device_traces"][0][1]), std::string("action addr frames size stream time_us "));
    QCOMPARE(data["segments"][0]["segment_type"], Json("small"));
    QCOMPARE(data["segments"][1]["segment_type"], Json("large"));
    QCOMPARE(data["segments"][0]["segment_pool_id"], (Json{0, 0}));
    QCOMPARE(data["allocator_settings"]["max_split_size"], Json(-1));
    QCOMPARE(data["allocator_settings"]["garbage_collection_threshold"], Json(0.0));
}

void TestSnapshotPickle::blocksTileTheirSegments()
{
    const Json data = unpickled(sampleSnapshot());
    QCOMPARE(data["segments"].size(), size_t(2));
    for (const Json &segment : data["segments"]) {
        int64_t end = segment["address"];
        int64_t active = 0;
        int64_t requested = 0;
        for (const Json &block : segment["blocks"]) {
            QCOMPARE(block["address"].get<int64_t>(), end);
            end += block["size"].get<int64_t>();
            active += block["state"] == "active_allocated" ? block["size"].get<int64_t>() : 0;
            requested += block["requested_size"].get<int64_t>();
        }
        QCOMPARE(end, segment["address"].get<int64_t>() + segment["total_size"].get<int64_t>());
        QCOMPARE(active, segment["allocated_size"].get<int64_t>());
        QCOMPARE(active, segment["active_size"].get<int64_t>());
        QCOMPARE(requested, segment["requested_size"].get<int64_t>());
    }
}

void TestSnapshotPickle::framesNameSiteAndOwner()
{
    const Json data = unpickled(sampleSnapshot());
    const Json &kv = data["segments"][0]["blocks"][0]["frames"];
    QCOMPARE(kv, (Json{{{"filename", "site"}, {"line", 0}, {"name", "kvcache.reserve"}},
                       {{"filename", "owner"}, {"line", 0}, {"name", "KV cache: 多 \"m\""}}}));
    QCOMPARE(data["segments"][1]["blocks"][0]["frames"], (Json::array({{{"filename", "owner"}, {"line", 0}, {"name", "weights: m"}}})));
    QCOMPARE(data["segments"][0]["blocks"][1]["frames"], Json::array());
    QCOMPARE(data["device_traces"][0][3]["frames"][0]["name"], Json("untagged"));
}

void TestSnapshotPickle::eventsAndMarks()
{
    const MemorySnapshot snapshot = sampleSnapshot();
    const Json data = unpickled(snapshot);
    QCOMPARE(data["device_traces"].size(), size_t(1));
    const Json &trace = data["device_traces"][0];
    QCOMPARE(trace.size(), snapshot.card->trace.size());
    QCOMPARE(trace[0]["action"], Json("user_defined"));
    QCOMPARE(trace[0]["user_metadata"], Json("request 12 begins: chat, m"));
    QCOMPARE(trace[0]["addr"], Json(0));
    QCOMPARE(trace[2]["action"], Json("alloc"));
    QCOMPARE(trace[2]["time_us"].get<int64_t>(), (snapshot.timeNs - 7000) / 1000);
    const Json &oom = trace[8];
    QCOMPARE(oom["action"], Json("oom"));
    QCOMPARE(oom["device_free"], Json(42 << 20));
    QVERIFY(!oom.contains("addr"));
}

void TestSnapshotPickle::saysThatItIsEmulated()
{
    const Json label = unpickled(sampleSnapshot())["external_annotations"][0];
    QCOMPARE(label["name"], Json("emulated 64 MiB"));
    QCOMPARE(label["emulated"], Json(true));
    QCOMPARE(label["reason"], Json("device above 90 %"));
}

void TestSnapshotPickle::numbersOfEverySize()
{
    MemorySnapshot snapshot = sampleSnapshot();
    std::vector<CardEvent> &trace = snapshot.card->trace;
    trace.clear();
    const std::vector<int64_t> sizes{0, 1, 255, 256, 65535, 65536, INT32_MAX, int64_t{INT32_MAX} + 1, INT64_MAX, -1, INT32_MIN, INT64_MIN};
    for (const int64_t size : sizes)
        trace.push_back({CardEvent::Kind::Alloc, UINT64_MAX - 1, size, size, {}, ""});
    const Json data = unpickled(snapshot);
    for (size_t i = 0; i < sizes.size(); ++i) {
        const Json &event = data["device_traces"][0][i];
        QCOMPARE(event["size"].get<int64_t>(), sizes[i]);
        QCOMPARE(event["addr"].get<uint64_t>(), UINT64_MAX - 1);
    }
}

void TestSnapshotPickle::manyEvents()
{
    MemorySnapshot snapshot = sampleSnapshot();
    for (const size_t count : {size_t{1000}, size_t{1001}, size_t{2500}}) {
        snapshot.card->trace.clear();
        for (size_t i = 0; i < count; ++i)
            snapshot.card->trace.push_back({CardEvent::Kind::Alloc, 512 * i, 1, 0, {2, 0}, ""});
        const Json data = unpickled(snapshot);
        QCOMPARE(data["device_traces"][0].size(), count);
        QCOMPARE(data["device_traces"][0][count - 1]["addr"].get<size_t>(), 512 * (count - 1));
    }
}

void TestSnapshotPickle::namesThatAreNoText()
{
    MemorySnapshot snapshot = sampleSnapshot();
    snapshot.rows[1].name = "bad \xff";
    snapshot.card->trace[0].text = std::string(300, 'x') + "\xfe";
    const Json data = unpickled(snapshot);
    QCOMPARE(data["segments"][1]["frames"][0]["name"], Json("weights: bad \xef\xbf\xbd"));
    QCOMPARE(data["device_traces"][0][0]["user_metadata"], Json(std::string(300, 'x') + "\xef\xbf\xbd"));
}

void TestSnapshotPickle::aCardWithoutSegments()
{
    MemorySnapshot snapshot = sampleSnapshot();
    snapshot.card = CardState{};
    const Json data = unpickled(snapshot);
    QCOMPARE(data["segments"], Json::array());
    QCOMPARE(data["device_traces"], Json::array({Json::array()}));
}

void TestSnapshotPickle::withoutACard()
{
    MemorySnapshot snapshot = sampleSnapshot();
    snapshot.card.reset();
    snapshot.device = "cpu";
    const auto pickle = snapshotPickle(snapshot);
    QVERIFY(!pickle);
    QCOMPARE(pickle.error().code, ErrorCode::InputInvalid);
    QVERIFY2(pickle.error().message.find("taken on cpu") != std::string::npos, pickle.error().message.c_str());
}

void TestSnapshotPickle::pyTorchOpensIt()
{
    const QString viz = memoryViz();
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (viz.isEmpty() || python.isEmpty())
        QSKIP("needs python3 and PyTorch's _memory_viz.py, or its wheel");
    const History history;
    const QTemporaryDir folder;
    QStringList arguments{QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/core/io/memoryviz.py"), viz};
    for (const MemorySnapshot *snapshot : {&history.before, &history.after}) {
        const auto pickle = snapshotPickle(*snapshot);
        QVERIFY(pickle);
        QFile file(folder.filePath(QString::fromStdString(snapshot->reason)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(*pickle)) > 0);
        arguments << file.fileName();
    }
    QProcess process;
    process.start(python, arguments);
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, errors.constData());
    const Json answers = Json::parse(process.readAllStandardOutput().toStdString());
    const auto text = [&answers](const char *name) { return answers.at(name).get<std::string>(); };
    const auto says = [&text](const char *name, const std::string &words) {
        if (text(name).find(words) != std::string::npos)
            return true;
        qWarning("%s: no \"%s\" in %s", name, words.c_str(), text(name).c_str());
        return false;
    };

    QVERIFY(says("segsum", "segments: 3\n"));
    QVERIFY(says("segsum", "total_reserved: 46.0MiB\n"));
    QVERIFY(says("segsum", "total_allocated: 27.0MiB\n"));
    QVERIFY(says("trace", "= cudaMalloc("));
    QVERIFY(says("trace", "# free completed for "));
    QVERIFY(says("trace", "raise OutOfMemoryError # 60.0MiB requested, "));
    QVERIFY(says("trace", "'user_metadata': 'request 1 begins: chat, m'"));
    QVERIFY(says("memory", "stream_0;active_allocated;owner:0:activations: m;site:0:aten::mm 25165824\n"));
    QVERIFY(says("memory", "owner:0:activations: kv;site:0:kvcache.reserve 1000\n"));
    QVERIFY(says("segments", "active_allocated;owner:0:activations: m;site:0:weights.copy 3145728\n"));
    QVERIFY(says("compare", "only_after;stream_0;seg_"));
    QVERIFY(text("compare").find("only_before;") == std::string::npos);
    for (const char *plot : {"trace_plot", "segment_plot"}) {
        QVERIFY(says(plot, "<html>"));
        QVERIFY(says(plot, "\"name\": \"snapshot.pickle\", \"base64\": \"gA"));
    }
}

QTEST_GUILESS_MAIN(TestSnapshotPickle)
#include "tst_snapshotpickle.moc"
