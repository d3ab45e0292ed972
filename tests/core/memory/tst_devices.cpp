// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devices.h"

#include "core/memory/emulatedcard.h"
#include "core/memory/memoryreader.h"

#include <QtTest>

using namespace limno;

class TestDevices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWithTheCpu();
    void selectsAnEmulatedCard();
    void aFailureChangesNothing();
    void cudaComesFromItsMaker();
};

void TestDevices::startsWithTheCpu()
{
    const Devices devices;
    QCOMPARE(devices.current()->spec(), DeviceSpec());
    QVERIFY(!devices.current()->emulatedCard());
    QVERIFY(!MemoryReader(&devices).read(ReadDepth::Counters).value(Metric::DeviceReserved));
}

void TestDevices::selectsAnEmulatedCard()
{
    Devices devices;
    QVERIFY(devices.select(*parseDeviceSpec("emulated:64MiB")));
    const std::shared_ptr<Device> card = devices.current();
    QVERIFY(card->isEmulated());
    QCOMPARE(*MemoryReader(&devices).read(ReadDepth::Counters).value(Metric::DeviceTotal), 64 << 20);
    void *block = *card->emulatedCard()->allocate(3 << 20);
    QCOMPARE(*MemoryReader(&devices).read(ReadDepth::Counters).value(Metric::DeviceReserved), 20 << 20);

    QVERIFY(devices.select(*parseDeviceSpec("emulated:64MiB"))); // the same: stays as it is
    QCOMPARE(devices.current(), card);
    QVERIFY(devices.select(DeviceSpec()));
    QVERIFY(!devices.current()->isEmulated());
    card->emulatedCard()->free(block); // who holds the old one may go on
}

void TestDevices::aFailureChangesNothing()
{
    Devices devices;
    QVERIFY(devices.select(*parseDeviceSpec("emulated:64MiB")));
    const auto tooLarge = devices.select(*parseDeviceSpec("emulated:100000GiB"));
    QVERIFY(!tooLarge);
    QCOMPARE(tooLarge.error().code, ErrorCode::OutOfMemory);
    QCOMPARE(devices.current()->spec(), *parseDeviceSpec("emulated:64MiB"));
    const auto cuda = devices.select(*parseDeviceSpec("cuda:0"));
    QCOMPARE(cuda.error().code, ErrorCode::DeviceMissing);
    QVERIFY(devices.current()->isEmulated());
}

void TestDevices::cudaComesFromItsMaker()
{
    Devices devices;
    int asked = -1;
    devices.setCudaMaker([&asked](const DeviceSpec &spec) -> Result<std::shared_ptr<Device>> {
        asked = spec.index;
        return failure(ErrorCode::DeviceMissing, "no driver");
    });
    QCOMPARE(QString::fromStdString(devices.select(*parseDeviceSpec("cuda:1")).error().message), QString("no driver"));
    QCOMPARE(asked, 1);
}

QTEST_APPLESS_MAIN(TestDevices)
#include "tst_devices.moc"
