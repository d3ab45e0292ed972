// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/torchscript.h"
#include "core/formats/zipdirectory.h"

#include "ggufbuilder.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace limno;
using test::GgufBuilder;

namespace {

QByteArray goodArchive()
{
    QFile file(QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/formats/badfiles/good.pt"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

enum class Width { Zip32, Zip64 };

/// An archive with empty files of these names; with zip64 all positions stand in the wide records alone.
QByteArray archive(const QStringList &names, Width width = Width::Zip32)
{
    const bool wide = width == Width::Zip64;
    GgufBuilder zip;
    GgufBuilder directory;
    for (const QString &name : names) {
        const auto offset = uint64_t(zip.bytes().size());
        zip.add(uint32_t(0x04034b50)).zeros(22).add(uint16_t(name.size())).add(uint16_t(0)).raw(name.toUtf8());
        directory.add(uint32_t(0x02014b50)).zeros(16).add(wide ? UINT32_MAX : 0).add(wide ? UINT32_MAX : 0);
        directory.add(uint16_t(name.size()))
            .add(uint16_t(wide ? 28 : 0))
            .zeros(10)
            .add(wide ? UINT32_MAX : uint32_t(offset));
        directory.raw(name.toUtf8());
        if (wide)
            directory.add(uint16_t(1)).add(uint16_t(24)).zeros(16).add(offset);
    }
    const auto begin = uint64_t(zip.bytes().size());
    const auto size = uint64_t(directory.bytes().size());
    zip.raw(directory.bytes());
    if (wide) {
        const auto end64 = uint64_t(zip.bytes().size());
        zip.add(uint32_t(0x06064b50)).zeros(28).add(uint64_t(names.size())).add(size).add(begin);
        zip.add(uint32_t(0x07064b50)).zeros(4).add(end64).zeros(4);
    }
    zip.add(uint32_t(0x06054b50)).zeros(6).add(uint16_t(wide ? UINT16_MAX : names.size()));
    zip.add(wide ? UINT32_MAX : uint32_t(size)).add(wide ? UINT32_MAX : uint32_t(begin)).add(uint16_t(0));
    return zip.bytes();
}

Result<std::vector<ZipEntry>> directoryOf(const QByteArray &bytes)
{
    return readZipDirectory(std::as_bytes(std::span(bytes.constData(), size_t(bytes.size()))));
}

const QStringList kScript{"m/data.pkl", "m/code/__torch__.py", "m/constants.pkl", "m/version"};

} // namespace

class TestTorchScript : public QObject
{
    Q_OBJECT

private slots:
    void namesAndSizes();
    void wideRecords();
    void comment();
    void everyLength();
    void flippedBytes();
    void refused_data();
    void refused();
    void decidedByNames_data();
    void decidedByNames();

private:
    QTemporaryDir m_folder;
};

void TestTorchScript::namesAndSizes()
{
    const auto entries = directoryOf(goodArchive());
    QVERIFY2(entries, entries ? "" : entries.error().message.c_str());
    QCOMPARE(entries->size(), size_t(11));
    const auto weights = std::find_if(entries->begin(), entries->end(),
                                      [](const ZipEntry &entry) { return entry.name == "archive/data/0"; });
    QVERIFY(weights != entries->end());
    QCOMPARE(weights->storedBytes, uint64_t(24));
    QVERIFY(!weights->isCompressed);
}

void TestTorchScript::wideRecords()
{
    const auto entries = directoryOf(archive(kScript, Width::Zip64));
    QVERIFY2(entries, entries ? "" : entries.error().message.c_str());
    QCOMPARE(entries->size(), size_t(4));
    QCOMPARE(entries->back().storedBytes, uint64_t(0));
}

void TestTorchScript::comment()
{
    QByteArray bytes = archive(kScript);
    bytes[bytes.size() - 2] = 5;
    QVERIFY(directoryOf(bytes + "hello"));
    QCOMPARE(directoryOf(bytes + "hell").error().reason, std::string("truncated"));
}

void TestTorchScript::everyLength()
{
    const QByteArray good = goodArchive();
    QVERIFY(!good.isEmpty());
    for (qsizetype length = 0; length < good.size(); ++length)
        QCOMPARE(directoryOf(good.first(length)).error().reason, std::string("truncated"));
}

void TestTorchScript::flippedBytes()
{
    QRandomGenerator random(3);
    int refusals = 0;
    for (const QByteArray &good : {goodArchive(), archive(kScript, Width::Zip64)}) {
        for (int i = 0; i < 3000; ++i) {
            QByteArray bytes = good;
            bytes[random.bounded(bytes.size())] = char(random.bounded(256));
            const auto entries = directoryOf(bytes);
            refusals += !entries;
            QVERIFY(entries || !entries.error().reason.empty());
        }
    }
    QVERIFY(refusals > 500);
}

void TestTorchScript::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::newRow("text") << QByteArray("not a model") << "bad_magic";
    QTest::newRow("pickle") << QByteArray("\x80\x02}q\0.", 6) << "bad_magic";
    QTest::newRow("two letters") << QByteArray("PK") << "truncated";
    QTest::newRow("same name") << archive({"m/a", "m/a"}) << "duplicate_key";
    QByteArray count = archive({"m/a"});
    count[count.size() - 12] = 99;
    QTest::newRow("more entries than bytes") << count << "count_too_large";
    QByteArray offset = archive({"m/a"});
    offset[offset.size() - 22 - 3 - 4] = 99;
    QTest::newRow("entry elsewhere") << offset << "bad_offset";
    QByteArray directory = archive({"m/a"});
    directory[directory.size() - 6] = 99;
    QTest::newRow("directory elsewhere") << directory << "truncated";
}

void TestTorchScript::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const auto entries = directoryOf(bytes);
    QVERIFY(!entries);
    QCOMPARE(QString::fromStdString(entries.error().reason), reason);
}

void TestTorchScript::decidedByNames_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("words");
    QTest::newRow("script") << kScript << "";
    QTest::newRow("state dict") << QStringList{"m/data.pkl", "m/data/0", "m/version"} << "state dict";
    QTest::newRow("code removed") << QStringList{"m/data.pkl", "m/constants.pkl"} << "removed";
    QTest::newRow("code of another folder") << QStringList{"m/data.pkl", "m/constants.pkl", "n/code/x.py"} << "removed";
    QTest::newRow("any archive") << QStringList{"readme.txt"} << "not TorchScript";
    QTest::newRow("nothing") << QStringList() << "empty archive";
}

void TestTorchScript::decidedByNames()
{
    QFETCH(QStringList, names);
    QFETCH(QString, words);
    const auto checked = checkTorchScript(test::writeFile(m_folder.filePath("m.pt"), archive(names)));
    if (words.isEmpty()) {
        QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
        return;
    }
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, ErrorCode::ModelUnsupported);
    QCOMPARE(checked.error().reason, std::string("no_code"));
    QVERIFY2(QString::fromStdString(checked.error().message).contains(words), checked.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestTorchScript)
#include "tst_torchscript.moc"
