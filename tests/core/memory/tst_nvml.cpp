// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/nvml.h"

#include <QtTest>

using namespace limno;

namespace {

const std::string kLibrary = LIMNOGRAPH_FAKE_NVML;

} // namespace

class TestNvml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { qunsetenv("CUDA_VISIBLE_DEVICES"); }
    void readsACard();
    void aDriverMayKeepTheProcessToItself();
    void countsVisibleCards_data();
    void countsVisibleCards();
    void missingCard();
    void missingLibrary();
    void foreignLibrary();
};

void TestNvml::readsACard()
{
    const auto nvml = Nvml::open(0, kLibrary);
    QVERIFY(nvml);
    QCOMPARE(QString::fromStdString((*nvml)->name()), QString("Card Zero"));
    const auto memory = (*nvml)->memory();
    QVERIFY(memory);
    QCOMPARE(memory->totalBytes, 8000);
    QCOMPARE(memory->usedBytes, 3000);
    QCOMPARE(*memory->processBytes, 900);
}

void TestNvml::aDriverMayKeepTheProcessToItself()
{
    const auto nvml = Nvml::open(1, kLibrary);
    QVERIFY(!(*nvml)->memory()->processBytes); // absent, not 0
    QCOMPARE((*nvml)->memory()->usedBytes, 5000);
}

void TestNvml::countsVisibleCards_data()
{
    QTest::addColumn<QByteArray>("visible");
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("name"); // empty: none
    QTest::newRow("swapped, first") << QByteArray("1,0") << 0 << "Card One";
    QTest::newRow("swapped, second") << QByteArray("1,0") << 1 << "Card Zero";
    QTest::newRow("by UUID") << QByteArray("GPU-one") << 0 << "Card One";
    QTest::newRow("hidden") << QByteArray("1") << 1 << "";
    QTest::newRow("all hidden") << QByteArray("") << 0 << "";
    QTest::newRow("unknown UUID") << QByteArray("GPU-two") << 0 << "";
    QTest::newRow("number with a tail") << QByteArray("1x") << 0 << "";
}

void TestNvml::countsVisibleCards()
{
    QFETCH(QByteArray, visible);
    QFETCH(int, index);
    QFETCH(QString, name);
    qputenv("CUDA_VISIBLE_DEVICES", visible);
    const auto nvml = Nvml::open(index, kLibrary);
    QCOMPARE(bool(nvml), !name.isEmpty());
    if (nvml)
        QCOMPARE(QString::fromStdString((*nvml)->name()), name);
    else
        QCOMPARE(nvml.error().code, ErrorCode::DeviceMissing);
}

void TestNvml::missingCard()
{
    const auto nvml = Nvml::open(2, kLibrary);
    QCOMPARE(nvml.error().code, ErrorCode::DeviceMissing);
    QVERIFY(QString::fromStdString(nvml.error().message).contains("cuda:2"));
}

void TestNvml::missingLibrary()
{
    const auto nvml = Nvml::open(0, "libno-such-driver.so.1");
    QCOMPARE(nvml.error().code, ErrorCode::DeviceMissing);
    QVERIFY(QString::fromStdString(nvml.error().message).contains("libno-such-driver.so.1"));
}

void TestNvml::foreignLibrary()
{
    const auto nvml = Nvml::open(0, "libc.so.6");
    QCOMPARE(nvml.error().code, ErrorCode::DeviceMissing);
}

QTEST_APPLESS_MAIN(TestNvml)
#include "tst_nvml.moc"
