// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/safetensors.h"

#include "ggufbuilder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace limno;

namespace {

QByteArray withHeader(const QByteArray &header, qsizetype dataBytes)
{
    const auto length = uint64_t(header.size());
    QByteArray bytes(reinterpret_cast<const char *>(&length), sizeof(length));
    return bytes + header + QByteArray(dataBytes, '\1');
}

QByteArray lengthOnly(uint64_t length, qsizetype rest)
{
    return QByteArray(reinterpret_cast<const char *>(&length), sizeof(length)) + QByteArray(rest, ' ');
}

template<typename T>
PlainTensor plain(PlainType type, std::vector<int64_t> shape, const std::vector<T> &values)
{
    PlainTensor tensor{type, std::move(shape), std::vector<std::byte>(values.size() * sizeof(T))};
    if (!values.empty())
        std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void accepted_data();
    void accepted();
    void hugeHeaderIsRefusedByItsLength();
    void hostileHeaderStaysSmall();
    void flippedBytes();
    void plainRoundTrip();
    void plainWidensI32();
    void plainFailures();
    void failedWriteKeepsTheOldFile();
    void aPipeIsWrittenInto();

private:
    std::string write(const QByteArray &bytes) { return test::writeFile(m_folder.filePath("case.safetensors"), bytes); }
    QTemporaryDir m_folder;
};

void TestSafetensors::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &bytes, const char *reason, const char *words) {
        QTest::newRow(name) << bytes << reason << words;
    };
    const auto json = [&row](const char *name, const char *header, qsizetype data, const char *reason,
                             const char *words) { row(name, withHeader(header, data), reason, words); };
    row("empty", "", "truncated", "incomplete download");
    row("7 bytes", "1234567", "truncated", "incomplete download");
    row("length 2^63", lengthOnly(uint64_t(1) << 63, 40), "header_too_long", "9223372036854775808");
    row("length of the file", lengthOnly(48, 40), "header_too_long", "incomplete download");
    row("length 100 MB + 1", lengthOnly(100'000'001, 40), "header_too_long", "100000001");
    row("web page", "<!DOCTYPE html><html><body>Not found</body></html>", "header_too_long", "web page");
    row("lfs pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "header_too_long", "LFS pointer");
    row("no header", lengthOnly(0, 0), "bad_json", "'{'");
    json("text", "hello", 0, "bad_json", "'{'");
    json("array", "[]", 0, "bad_json", "'{'");
    json("cut json", R"({"a":{"dtype":"F32")", 0, "bad_json", "not JSON");
    row("zeros behind json", withHeader(QByteArray("{}\0\0", 4), 0), "bad_json", "zero byte");
    json("not utf-8", "{\"\xff\xfe\":{}}", 0, "bad_json", "not JSON");
    json("tensor is a number", R"({"a":1})", 0, "bad_json", "number");
    json("tensor is null", R"({"a":null})", 0, "bad_json", "null");
    json("nested object", R"({"a":{"dtype":{}}})", 0, "bad_json", "object");
    json("nested array", R"({"a":{"shape":[[1]]}})", 0, "bad_json", "array");
    json("unknown field", R"({"a":{"strides":[1]}})", 0, "bad_json", "strides");
    json("no dtype", R"({"a":{"shape":[1],"data_offsets":[0,4]}})", 4, "bad_json", "missing");
    json("one offset", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4]}})", 4, "bad_json", "data_offsets");
    json("three offsets", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", 4, "bad_json", "");
    json("float shape", R"({"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})", 4, "bad_json", "64-bit");
    json("negative shape", R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4, "bad_json", "-1");
    json("metadata number", R"({"__metadata__":{"n":1}})", 0, "bad_json", "number");
    json("duplicate name",
         R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
         0, "duplicate_key", "'a'");
    json("duplicate field", R"({"a":{"dtype":"U8","dtype":"U8"}})", 0, "duplicate_key", "dtype");
    json("duplicate metadata", R"({"__metadata__":{"k":"1","k":"2"}})", 0, "duplicate_key", "'k'");
    json("dtype", R"({"a":{"dtype":"Q7","shape":[4],"data_offsets":[0,4]}})", 4, "unknown_dtype", "Q7");
    json("product wraps to 0", R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0,
         "size_overflow", "");
    json("dimension 2^63", R"({"a":{"dtype":"U8","shape":[9223372036854775808],"data_offsets":[0,0]}})", 0,
         "size_overflow", "");
    json("end before begin", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})", 8, "bad_offsets",
         "before it begins");
    json("negative offset", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}})", 4, "bad_offsets", "-4");
    json("size mismatch", R"({"a":{"dtype":"F32","shape":[3,2],"data_offsets":[0,16]}})", 16, "bad_offsets", "24");
    json("half a byte", R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", 1, "bad_offsets", "F4");
    json("overlap",
         R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})",
         6, "bad_offsets", "another tensor");
    json(
        "hole",
        R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[6,10]}})",
        10, "bad_offsets", "hole");
    json("offsets near 2^64",
         R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[18446744073709551614,18446744073709551615]}})", 1,
         "bad_offsets", "hole");
    json("last byte missing", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 7, "truncated",
         "incomplete download");
    json("one byte too many", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 9, "trailing_bytes",
         "1 bytes");
}

void TestSafetensors::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    QFETCH(QString, words);
    QElapsedTimer timer;
    timer.start();
    const auto file = SafetensorsFile::open(write(bytes));
    QVERIFY(!file);
    QCOMPARE(QString::fromStdString(file.error().reason), reason);
    QCOMPARE(file.error().code, ErrorCode::ModelInvalid);
    const QString message = QString::fromStdString(file.error().message);
    QVERIFY2(message.contains(words) && message.contains("case.safetensors"), qPrintable(message));
    QVERIFY2(timer.elapsed() < 1000, "too slow");
}

void TestSafetensors::accepted_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("tensors");
    QTest::newRow("nothing") << withHeader("{}", 0) << 0;
    QTest::newRow("spaces behind") << withHeader("{}      ", 0) << 0;
    QTest::newRow("metadata only") << withHeader(R"({"__metadata__":{"format":"pt"}})", 0) << 0;
    QTest::newRow("zero dimension") << withHeader(R"({"a":{"dtype":"F32","shape":[2,0],"data_offsets":[0,0]}})", 0)
                                    << 1;
    QTest::newRow("scalar") << withHeader(R"({"a":{"dtype":"F64","shape":[],"data_offsets":[0,8]}})", 8) << 1;
    QTest::newRow("two halves of a byte")
        << withHeader(R"({"a":{"dtype":"F4","shape":[2],"data_offsets":[0,1]}})", 1) << 1;
    QTest::newRow("order of names is not order of data") << withHeader(
        R"({"b":{"dtype":"U8","shape":[4],"data_offsets":[4,8]},"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})",
        8) << 2;
}

void TestSafetensors::accepted()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, tensors);
    const auto file = SafetensorsFile::open(write(bytes));
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QCOMPARE(int((*file)->tensors().size()), tensors);
    for (const SafetensorsTensor &tensor : (*file)->tensors()) {
        for (const std::byte byte : tensor.bytes)
            QCOMPARE(byte, std::byte(1));
    }
}

void TestSafetensors::hugeHeaderIsRefusedByItsLength()
{
    // 110 MB that exist, as a hole: the length alone decides.
    const std::string path = write(lengthOnly(110'000'000, 0));
    QVERIFY(QFile::resize(QString::fromStdString(path), 110'000'100));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(SafetensorsFile::open(path).error().reason, std::string("header_too_long"));
    QVERIFY(timer.elapsed() < 1000);
}

void TestSafetensors::hostileHeaderStaysSmall()
{
    const auto file = SafetensorsFile::open(write(withHeader("{\"a\":" + QByteArray(4'000'000, '['), 0)));
    QCOMPARE(file.error().reason, std::string("bad_json"));
}

void TestSafetensors::flippedBytes()
{
    const QByteArray good = withHeader(
        R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"b":{"dtype":"I64","shape":[1],"data_offsets":[16,24]}})",
        24);
    QVERIFY(SafetensorsFile::open(write(good)));
    QRandomGenerator random(11);
    int refusals = 0;
    for (int i = 0; i < 1500; ++i) {
        QByteArray bytes = good;
        bytes[random.bounded(bytes.size())] = char(random.bounded(256));
        const auto file = SafetensorsFile::open(write(bytes));
        refusals += !file;
        QVERIFY(file || !file.error().reason.empty());
    }
    QVERIFY(refusals > 500);
}

void TestSafetensors::plainRoundTrip()
{
    const QString folder = m_folder.filePath(QString::fromUtf8("Ausgabe 模型"));
    QVERIFY(QDir().mkpath(folder));
    const std::string path = (folder + "/out.safetensors").toStdString();
    std::map<std::string, PlainTensor> tensors;
    tensors["odd"] = plain<uint8_t>(PlainType::U8, {3}, {1, 2, 255});
    tensors["logits"] = plain<float>(PlainType::F32, {2, 2}, {1.5f, -0.0f, 3e38f, 4});
    tensors["ids \u00e9\n"] = plain<int64_t>(PlainType::I64, {1, 2}, {INT64_MIN, 7});
    tensors["none"] = plain<float>(PlainType::F32, {0, 5}, {});
    tensors["scalar"] = plain<float>(PlainType::F32, {}, {2});
    QVERIFY(writePlainTensors(path, tensors));
    const auto back = readPlainTensors(path);
    QVERIFY2(back, back ? "" : back.error().message.c_str());
    QCOMPARE(back->size(), tensors.size());
    for (const auto &[name, tensor] : tensors) {
        QCOMPARE(back->at(name).type, tensor.type);
        QCOMPARE(back->at(name).shape, tensor.shape);
        QCOMPARE(back->at(name).bytes, tensor.bytes);
    }
    const auto file = SafetensorsFile::open(path);
    for (const SafetensorsTensor &tensor : (*file)->tensors()) {
        if (tensor.dtype == "I64")
            QCOMPARE(reinterpret_cast<uintptr_t>(tensor.bytes.data()) % 8, uintptr_t(0));
    }
    QVERIFY(writePlainTensors(path, {})); // over the old file
    QVERIFY(readPlainTensors(path)->empty());
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 1);
}

void TestSafetensors::plainWidensI32()
{
    QByteArray bytes = withHeader(R"({"i":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}})", 0);
    const int32_t numbers[] = {-5, INT32_MAX};
    bytes.append(reinterpret_cast<const char *>(numbers), sizeof(numbers));
    const auto tensors = readPlainTensors(write(bytes));
    QVERIFY(tensors);
    const auto expected = plain<int64_t>(PlainType::I64, {2}, {-5, INT32_MAX});
    QCOMPARE(tensors->at("i").type, PlainType::I64);
    QCOMPARE(tensors->at("i").bytes, expected.bytes);
}

void TestSafetensors::plainFailures()
{
    const auto half =
        readPlainTensors(write(withHeader(R"({"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}})", 2)));
    QCOMPARE(half.error().code, ErrorCode::InputInvalid);
    QVERIFY(half.error().message.find("F16") != std::string::npos);
    const auto damaged = readPlainTensors(write("123"));
    QCOMPARE(damaged.error().code, ErrorCode::InputInvalid);
    QCOMPARE(damaged.error().reason, std::string("truncated"));
    QCOMPARE(readPlainTensors(m_folder.filePath("absent").toStdString()).error().code, ErrorCode::InputInvalid);
}

void TestSafetensors::failedWriteKeepsTheOldFile()
{
    const std::string path = m_folder.filePath("kept.safetensors").toStdString();
    QVERIFY(writePlainTensors(path, {{"a", plain<float>(PlainType::F32, {1}, {1})}}));
    const std::map<std::string, PlainTensor> wrongSize{{"a", plain<float>(PlainType::F32, {3}, {1})}};
    QCOMPARE(writePlainTensors(path, wrongSize).error().code, ErrorCode::InputInvalid);
    const std::map<std::string, PlainTensor> wrongName{{"\xff", plain<float>(PlainType::F32, {1}, {1})}};
    QCOMPARE(writePlainTensors(path, wrongName).error().code, ErrorCode::InputInvalid);
    QCOMPARE(readPlainTensors(path)->size(), size_t(1));
    QCOMPARE(writePlainTensors(m_folder.filePath("no/such/folder/x").toStdString(), {}).error().code, ErrorCode::Io);
    // The target is a folder: the rename fails, and no temporary file stays behind.
    QVERIFY(QDir(m_folder.path()).mkpath("target/inner"));
    QCOMPARE(writePlainTensors(m_folder.filePath("target").toStdString(), {}).error().code, ErrorCode::Io);
    QVERIFY(QDir(m_folder.path()).entryList({"*.part-*"}).isEmpty());
}

void TestSafetensors::aPipeIsWrittenInto()
{
    const std::string path = m_folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const int reader = ::open(path.c_str(), O_RDWR | O_NONBLOCK); // both ends, so that neither side waits for the other
    QVERIFY(reader >= 0);
    QVERIFY(writePlainTensors(path, {{"a", plain<float>(PlainType::F32, {2}, {1, 2})}}));
    QByteArray bytes(65536, '\0');
    bytes.resize(static_cast<int>(std::max<ssize_t>(0, ::read(reader, bytes.data(), static_cast<size_t>(bytes.size())))));
    ::close(reader);
    struct stat status = {};
    QVERIFY(::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)); // a file in its place would be a loss
    QCOMPARE(readPlainTensors(write(bytes))->size(), size_t(1));
}

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
