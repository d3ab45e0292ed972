// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devicescope.h"

#include "core/memory/emulatedcard.h"

#include <QtTest>

#include <thread>

using namespace limno;

class TestDeviceScope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nests();
    void isOfOneThread();
    void takesWhatADeviceHas();
};

void TestDeviceScope::nests()
{
    const auto first = EmulatedCard::create(*parseDeviceSpec("emulated:2MiB"));
    const auto second = EmulatedCard::create(*parseDeviceSpec("emulated:2MiB"));
    QVERIFY(first && second);
    QCOMPARE(DeviceScope::current(), nullptr);
    {
        const DeviceScope outer(first->get());
        QCOMPARE(DeviceScope::current(), first->get());
        {
            const HostScope staging;
            QCOMPARE(DeviceScope::current(), nullptr);
            {
                const DeviceScope inner(second->get());
                QCOMPARE(DeviceScope::current(), second->get());
            }
            QCOMPARE(DeviceScope::current(), nullptr);
        }
        QCOMPARE(DeviceScope::current(), first->get());
    }
    QCOMPARE(DeviceScope::current(), nullptr);
}

void TestDeviceScope::isOfOneThread()
{
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:2MiB"));
    QVERIFY(card);
    const DeviceScope scope(card->get());
    EmulatedCard *seen = card->get();
    std::thread([&] { seen = DeviceScope::current(); }).join();
    QCOMPARE(seen, nullptr);
}

void TestDeviceScope::takesWhatADeviceHas()
{
    CpuDevice cpu;
    const DeviceScope scope(cpu.emulatedCard());
    QCOMPARE(DeviceScope::current(), nullptr);
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:2MiB"));
    QVERIFY(card);
    Device &device = **card;
    const DeviceScope inner(device.emulatedCard());
    QCOMPARE(DeviceScope::current(), card->get());
}

QTEST_APPLESS_MAIN(TestDeviceScope)
#include "tst_devicescope.moc"
