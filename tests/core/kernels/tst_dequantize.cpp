// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/quantmatrix.h"

#include "tests/core/kernels/blocks.h"
#include "tests/core/kernels/levels.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>
#include <QtTest>

#include <cmath>
#include <cstring>

using namespace limno;
using namespace limno::kernels;
using namespace limno::kernels::test;

/// Conversion of blocks to fp32, which has to be what the format says, bit for bit.
class TestDequantize : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void handMadeBlocks();
    void goldenBlocks_data();
    void goldenBlocks();
    void levelsDequantizeAlike_data();
    void levelsDequantizeAlike();

private:
    QByteArray golden(const QString &name) const;
    const CpuLevel m_best = cpuLevel();
    QByteArray m_data;
    QJsonObject m_index;
};

/// The golden file: safetensors, an index in JSON and the bytes.
void TestDequantize::initTestCase()
{
    QFile file(LIMNOGRAPH_SOURCE_DIR "/tests/data/kernels/gguf-blocks.safetensors");
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const auto length = qFromLittleEndian<qint64>(file.read(8).constData());
    m_index = QJsonDocument::fromJson(file.read(length)).object();
    m_data = file.readAll();
    QVERIFY(m_index.size() > 20);
}

QByteArray TestDequantize::golden(const QString &name) const
{
    const QJsonArray offsets = m_index[name].toObject()["data_offsets"].toArray();
    return m_data.mid(offsets[0].toInt(), offsets[1].toInt() - offsets[0].toInt());
}

void TestDequantize::cleanup()
{
    QVERIFY(setCpuLevel(m_best));
}

void TestDequantize::handMadeBlocks()
{
    // Q4_1: scale 0.5 (0x3800), minimum −1 (0xbc00); byte i holds code i % 16 below and 15 − i % 16 above.
    std::vector<uint8_t> block = {0x00, 0x38, 0x00, 0xbc};
    for (int i = 0; i < 16; ++i)
        block.push_back(uint8_t(i | (15 - i) << 4));
    std::vector<float> out(32);
    dequantizeRow(GgmlType::Q4_1, reinterpret_cast<const std::byte *>(block.data()), 32, out.data());
    for (int i = 0; i < 16; ++i) {
        QCOMPARE(out[i], 0.5f * i - 1);
        QCOMPARE(out[i + 16], 0.5f * (15 - i) - 1);
    }
    // Q4_0: the same without the minimum and with codes from −8.
    block.erase(block.begin() + 2, block.begin() + 4);
    dequantizeRow(GgmlType::Q4_0, reinterpret_cast<const std::byte *>(block.data()), 32, out.data());
    for (int i = 0; i < 16; ++i)
        QCOMPARE(out[i], 0.5f * (i - 8));
    // Q8_0: scale −2 (0xc000), values −128 … 120.
    block = {0x00, 0xc0};
    for (int i = 0; i < 32; ++i)
        block.push_back(uint8_t(8 * i - 128));
    dequantizeRow(GgmlType::Q8_0, reinterpret_cast<const std::byte *>(block.data()), 32, out.data());
    for (int i = 0; i < 32; ++i)
        QCOMPARE(out[i], -2.0f * (8 * i - 128));
    // Q5_1: scale 1, minimum 0.25 (0x3400), fifth bits of elements 0 and 31.
    block = {0x00, 0x3c, 0x00, 0x34, 0x01, 0x00, 0x00, 0x80};
    block.resize(24, 0x21);
    dequantizeRow(GgmlType::Q5_1, reinterpret_cast<const std::byte *>(block.data()), 32, out.data());
    QCOMPARE(out[0], 17.25f);
    QCOMPARE(out[1], 1.25f);
    QCOMPARE(out[30], 2.25f);
    QCOMPARE(out[31], 18.25f);
    // Three BF16 values, three F16 values.
    const uint8_t brain[] = {0x80, 0x3f, 0x40, 0xc0, 0x00, 0x00};
    dequantizeRow(GgmlType::BF16, reinterpret_cast<const std::byte *>(brain), 3, out.data());
    QCOMPARE(std::vector<float>(out.begin(), out.begin() + 3), (std::vector<float>{1, -3, 0}));
    const uint8_t halves[] = {0x00, 0x3c, 0x00, 0xc2, 0x01, 0x00};
    dequantizeRow(GgmlType::F16, reinterpret_cast<const std::byte *>(halves), 3, out.data());
    QCOMPARE(std::vector<float>(out.begin(), out.begin() + 3), (std::vector<float>{1, -3, 0x1p-24f}));
}

void TestDequantize::goldenBlocks_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<uint>("type");
    for (const CpuLevel level : levels()) {
        for (const GgmlType type : quantizedTypes)
            QTest::addRow("%s %s", cpuLevelName(level).data(), ggmlTypeInfo(type)->name.data())
                << static_cast<int>(level) << static_cast<uint>(type);
        QTest::addRow("%s BF16", cpuLevelName(level).data())
            << static_cast<int>(level) << static_cast<uint>(GgmlType::BF16);
    }
}

void TestDequantize::goldenBlocks()
{
    QFETCH(int, level);
    QFETCH(uint, type);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    const auto t = static_cast<GgmlType>(type);
    const QString name = QString::fromLatin1(ggmlTypeInfo(t)->name.data());
    const QByteArray blocks = golden(name + ".bytes"), values = golden(name + ".values");
    QVERIFY(!blocks.isEmpty() && !values.isEmpty());
    std::vector<float> wanted(static_cast<size_t>(values.size()) / sizeof(float)), got(wanted.size(), NAN);
    std::memcpy(wanted.data(), values.constData(), static_cast<size_t>(values.size()));
    QCOMPARE(int64_t(wanted.size()), blocks.size() / ggmlTypeInfo(t)->blockBytes * ggmlTypeInfo(t)->blockElements);
    dequantizeRow(t, reinterpret_cast<const std::byte *>(blocks.constData()), int64_t(wanted.size()), got.data());
    for (size_t i = 0; i < got.size(); ++i)
        QVERIFY2(got[i] == wanted[i] || (std::isnan(got[i]) && std::isnan(wanted[i])),
                 qPrintable(QString("at %1: %2, not %3").arg(i).arg(got[i], 0, 'g', 9).arg(wanted[i], 0, 'g', 9)));
}

void TestDequantize::levelsDequantizeAlike_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<uint>("type");
    for (const CpuLevel level : levels()) {
        for (const GgmlType type : allTypes())
            QTest::addRow("%s %s", cpuLevelName(level).data(), ggmlTypeInfo(type)->name.data())
                << static_cast<int>(level) << static_cast<uint>(type);
    }
}

void TestDequantize::levelsDequantizeAlike()
{
    QFETCH(int, level);
    QFETCH(uint, type);
    const auto t = static_cast<GgmlType>(type);
    for (const int64_t columns : {32, 96, 1024}) {
        const auto bytes = randomBlocks(t, columns, 20);
        std::vector<float> got(static_cast<size_t>(columns)), wanted(got);
        QVERIFY(setCpuLevel(CpuLevel::Scalar));
        dequantizeRow(t, bytes.data(), columns, wanted.data());
        QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
        dequantizeRow(t, bytes.data(), columns, got.data());
        QVERIFY(std::memcmp(got.data(), wanted.data(), got.size() * sizeof(float)) == 0);
    }
}

QTEST_APPLESS_MAIN(TestDequantize)
#include "tst_dequantize.moc"
