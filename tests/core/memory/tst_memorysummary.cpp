// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memorysummary.h"

#include <QtTest>

#include <array>

using namespace limno;

class TestMemorySummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void printsPyTorchsTable();
    void writesSizesAsPyTorchDoes_data();
    void writesSizesAsPyTorchDoes();
};

namespace {

/// The numbers that were given to torch.cuda.memory_summary()'s own formatting to get the table below.
DeviceStats exampleStats()
{
    DeviceStats stats;
    const auto stat = [](const std::array<int64_t, 4> &values) {
        return DeviceStat{values[0], values[1], values[2], values[3]};
    };
    int64_t i = 0;
    for (const DeviceStatFamily &family : kDeviceStatFamilies) {
        DeviceStatArray &array = stats.*family.member;
        if (family.name.find("bytes") != std::string_view::npos) {
            array.large =
                stat({15990784 * (i + 1) / 5, 805306367 * (i + 1) / 5, 123456789012 * (i + 1) / 5, 7 * (i + 1) / 5});
            array.small = stat({1048576, 786431, 5555, 0});
        } else {
            array.large = stat({17 + i, 749999, 750000 - i, 98765432 + i});
            array.small = stat({5, i, 20 * i, 1000 * i});
        }
        for (const auto member : {&DeviceStat::current, &DeviceStat::peak, &DeviceStat::allocated, &DeviceStat::freed})
            array.all.*member = array.large.*member + array.small.*member;
        ++i;
    }
    stats.oversizeAllocations = stat({1, 2, 3, 2});
    stats.oversizeSegments = stat({0, 750000, 749999, 0});
    stats.numOoms = 3;
    stats.numAllocRetries = 12;
    return stats;
}

} // namespace

void TestMemorySummary::printsPyTorchsTable()
{
    const QStringList expected = QString::fromUtf8(R"(
|===========================================================================|
|                 Limnograph memory summary, emulated 8 GiB                 |
|---------------------------------------------------------------------------|
|            CUDA OOMs: 3            |        cudaMalloc retries: 12        |
|===========================================================================|
|        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  |
|---------------------------------------------------------------------------|
| Allocated memory      |  16640 KiB |    768 MiB | 117737 MiB |      7 B   |
|       from large pool |  15616 KiB |    767 MiB | 117737 MiB |      7 B   |
|       from small pool |   1024 KiB |      0 MiB |      0 MiB |      0 B   |
|---------------------------------------------------------------------------|
| Active memory         |  22886 KiB |   1075 MiB | 164832 MiB |      9 B   |
|       from large pool |  21862 KiB |   1075 MiB | 164832 MiB |      9 B   |
|       from small pool |   1024 KiB |      0 MiB |      0 MiB |      0 B   |
|---------------------------------------------------------------------------|
| Requested memory      |  29132 KiB |   1383 MiB | 211927 MiB |     12 B   |
|       from large pool |  28108 KiB |   1382 MiB | 211927 MiB |     12 B   |
|       from small pool |   1024 KiB |      0 MiB |      0 MiB |      0 B   |
|---------------------------------------------------------------------------|
| GPU reserved memory   |  19763 KiB |    922 MiB | 141285 MiB |      8 B   |
|       from large pool |  18739 KiB |    921 MiB | 141285 MiB |      8 B   |
|       from small pool |   1024 KiB |      0 MiB |      0 MiB |      0 B   |
|---------------------------------------------------------------------------|
| Non-releasable memory |  26009 KiB |   1229 MiB | 188380 MiB |     11 B   |
|       from large pool |  24985 KiB |   1228 MiB | 188380 MiB |     11 B   |
|       from small pool |   1024 KiB |      0 MiB |      0 MiB |      0 B   |
|---------------------------------------------------------------------------|
| Allocations           |      22    |  749999    |     750 K  |   98765 K  |
|       from large pool |      17    |  749999    |     750 K  |   98765 K  |
|       from small pool |       5    |       0    |       0 K  |       0 K  |
|---------------------------------------------------------------------------|
| Active allocs         |      24    |     750 K  |     750 K  |   98767 K  |
|       from large pool |      19    |     749 K  |     749 K  |   98765 K  |
|       from small pool |       5    |       0 K  |       0 K  |       2 K  |
|---------------------------------------------------------------------------|
| GPU reserved segments |      23    |     750 K  |     750 K  |   98766 K  |
|       from large pool |      18    |     749 K  |     749 K  |   98765 K  |
|       from small pool |       5    |       0 K  |       0 K  |       1 K  |
|---------------------------------------------------------------------------|
| Non-releasable allocs |      25    |     750 K  |     750 K  |   98768 K  |
|       from large pool |      20    |     749 K  |     749 K  |   98765 K  |
|       from small pool |       5    |       0 K  |       0 K  |       3 K  |
|---------------------------------------------------------------------------|
| Oversize allocations  |       1    |       2    |       3    |       2    |
|---------------------------------------------------------------------------|
| Oversize GPU segments |       0    |     750 K  |  749999    |       0    |
|===========================================================================|
)")
                                     .split('\n')
                                     .mid(1);
    const QStringList lines = QString::fromStdString(memorySummary(exampleStats(), "emulated 8 GiB")).split('\n');
    for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

void TestMemorySummary::writesSizesAsPyTorchDoes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("0") << 0LL << QByteArray("0 bytes");
    QTest::newRow("1024") << 1024LL << QByteArray("1024 bytes");
    QTest::newRow("1025") << 1025LL << QByteArray("1.00 KiB");
    QTest::newRow("1 MiB") << 1048576LL << QByteArray("1024.00 KiB");
    QTest::newRow("20 MiB") << 20971520LL << QByteArray("20.00 MiB");
    QTest::newRow("1 GiB") << 1073741824LL << QByteArray("1024.00 MiB");
    QTest::newRow("79.2 GiB") << 85041051238LL << QByteArray("79.20 GiB");
    QTest::newRow("2 TiB") << 2199023255552LL << QByteArray("2048.00 GiB");
}

void TestMemorySummary::writesSizesAsPyTorchDoes()
{
    QFETCH(qint64, bytes);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(pytorchSize(bytes)), text);
}

QTEST_APPLESS_MAIN(TestMemorySummary)
#include "tst_memorysummary.moc"
