// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devicespec.h"

#include <QtTest>

using namespace limno;

class TestDeviceSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void readsEveryPart();
};

void TestDeviceSpec::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("printed");
    QTest::addColumn<QByteArray>("label");
    QTest::newRow("cpu") << QByteArray("cpu") << QByteArray("cpu") << QByteArray("cpu");
    QTest::newRow("cuda") << QByteArray("cuda:1") << QByteArray("cuda:1") << QByteArray("cuda:1");
    QTest::newRow("size") << QByteArray("emulated:8GiB") << QByteArray("emulated:8GiB") << QByteArray("emulated 8 GiB");
    QTest::newRow("same size") << QByteArray("emulated:1024 MiB") << QByteArray("emulated:1GiB")
                               << QByteArray("emulated 1 GiB");
    QTest::newRow("fraction") << QByteArray("emulated:1.5GiB") << QByteArray("emulated:1536MiB")
                              << QByteArray("emulated 1.5 GiB");
    QTest::newRow("decimal") << QByteArray("emulated:2GB") << QByteArray("emulated:2GB")
                             << QByteArray("emulated 1.9 GiB");
    QTest::newRow("odd") << QByteArray("emulated:1000000001") << QByteArray("emulated:1000000001")
                         << QByteArray("emulated 953.7 MiB");
    QTest::newRow("all keys, any order") << QByteArray("emulated:1GiB,slots=2,copy=12GB/s,context=256MiB")
                                         << QByteArray("emulated:1GiB,context=256MiB,slots=2,copy=12GB/s")
                                         << QByteArray("emulated 1 GiB");
    QTest::newRow("context 0") << QByteArray("emulated:1GiB,context=0") << QByteArray("emulated:1GiB")
                               << QByteArray("emulated 1 GiB");
}

void TestDeviceSpec::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, printed);
    QFETCH(QByteArray, label);
    const auto spec = parseDeviceSpec(text.toStdString());
    QVERIFY2(spec.has_value(), spec ? "" : spec.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(deviceSpecText(*spec)), printed);
    QCOMPARE(QByteArray::fromStdString(deviceLabel(*spec)), label);
    const auto again = parseDeviceSpec(printed.toStdString());
    QVERIFY(again && *again == *spec);
}

void TestDeviceSpec::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("names"); // words of the message
    QTest::newRow("empty") << QByteArray("") << QByteArray("emulated:SIZE");
    QTest::newRow("unknown") << QByteArray("gpu") << QByteArray("gpu");
    QTest::newRow("no index") << QByteArray("cuda:") << QByteArray("cuda");
    QTest::newRow("negative index") << QByteArray("cuda:-1") << QByteArray("-1");
    QTest::newRow("rest after index") << QByteArray("cuda:0,context=1MiB") << QByteArray("0,context=1MiB");
    QTest::newRow("no size") << QByteArray("emulated:") << QByteArray("emulated");
    QTest::newRow("size 0") << QByteArray("emulated:0") << QByteArray("0 bytes");
    QTest::newRow("bad size") << QByteArray("emulated:8Gib") << QByteArray("8Gib");
    QTest::newRow("negative size") << QByteArray("emulated:-1GiB") << QByteArray("-1GiB");
    QTest::newRow("unknown key") << QByteArray("emulated:1GiB,cores=2") << QByteArray("cores|2");
    QTest::newRow("no value") << QByteArray("emulated:1GiB,slots") << QByteArray("slots");
    QTest::newRow("slots 0") << QByteArray("emulated:1GiB,slots=0") << QByteArray("slots|\"0\"");
    QTest::newRow("slots in words") << QByteArray("emulated:1GiB,slots=two") << QByteArray("slots|two");
    QTest::newRow("bad context") << QByteArray("emulated:1GiB,context=x") << QByteArray("context|x");
    QTest::newRow("context too large") << QByteArray("emulated:1MiB,context=1MiB") << QByteArray("context|1048576");
    QTest::newRow("copy without a time") << QByteArray("emulated:1GiB,copy=12GB") << QByteArray("copy|12GB");
    QTest::newRow("copy of nothing") << QByteArray("emulated:1GiB,copy=0/s") << QByteArray("copy|0/s");
    QTest::newRow("key twice") << QByteArray("emulated:1GiB,slots=1,slots=2") << QByteArray("slots|again");
    QTest::newRow("comma at the end") << QByteArray("emulated:1GiB,") << QByteArray("key=value");
}

void TestDeviceSpec::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, names);
    const auto spec = parseDeviceSpec(text.toStdString());
    QVERIFY(!spec);
    QCOMPARE(spec.error().code, ErrorCode::InputInvalid);
    for (const QByteArray &word : names.split('|'))
        QVERIFY2(spec.error().message.find(word.toStdString()) != std::string::npos, spec.error().message.c_str());
}

void TestDeviceSpec::readsEveryPart()
{
    const auto spec = parseDeviceSpec("emulated:2GiB,context=300MiB,slots=3,copy=1.5GB/s");
    QVERIFY(spec.has_value());
    QCOMPARE(spec->kind, DeviceSpec::Kind::Emulated);
    QCOMPARE(spec->sizeBytes, int64_t(2) << 30);
    QCOMPARE(spec->contextBytes, int64_t(300) << 20);
    QCOMPARE(spec->computeSlots, 3);
    QCOMPARE(spec->copyBytesPerSecond, int64_t(1'500'000'000));
}

QTEST_APPLESS_MAIN(TestDeviceSpec)
#include "tst_devicespec.moc"
