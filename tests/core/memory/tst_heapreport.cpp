// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapreport.h"

#include <QtTest>

#include <memory>

using namespace limno;

namespace {

const char *const report = R"(<malloc version="1">
<heap nr="0">
<sizes>
  <size from="33" to="48" total="96" count="2"/>
  <unsorted from="65" to="2097" total="6000" count="9"/>
</sizes>
<total type="fast" count="2" size="96"/>
<total type="rest" count="3" size="20000"/>
<system type="current" size="135168"/>
<system type="max" size="139264"/>
<aspace type="total" size="135168"/>
<aspace type="mprotect" size="135168"/>
</heap>
<heap nr="1">
<sizes>
</sizes>
<total type="fast" count="0" size="0"/>
<total type="rest" count="1" size="1000"/>
<system type="current" size="4096"/>
<system type="max" size="4096"/>
<aspace type="total" size="4096"/>
<aspace type="mprotect" size="4096"/>
<aspace type="subheaps" size="1"/>
</heap>
<total type="fast" count="2" size="96"/>
<total type="rest" count="4" size="21000"/>
<total type="mmap" count="5" size="9000000"/>
<system type="current" size="139264"/>
<system type="max" size="143360"/>
<aspace type="total" size="139264"/>
<aspace type="mprotect" size="139264"/>
</malloc>
)";

} // namespace

class TestHeapReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryArena();
    void whatIsNoReport_data();
    void whatIsNoReport();
    void seesTheOwnHeap();
};

void TestHeapReport::readsEveryArena()
{
    const auto heap = parseHeapReport(report);
    QVERIFY2(heap, heap ? "" : heap.error().message.c_str());
    QCOMPARE(heap->arenas.size(), size_t(2));
    QCOMPARE(heap->arenas[0].systemBytes, 135168);
    QCOMPARE(heap->arenas[0].fastFreeBytes, 96);
    QCOMPARE(heap->arenas[0].restFreeBytes, 20000);
    QCOMPARE(heap->arenas[0].inUseBytes(), 135168 - 20096);
    QCOMPARE(heap->arenas[1].number, 1);
    QCOMPARE(heap->arenas[1].freeBytes(), 1000);
    QCOMPARE(heap->mappedBytes, 9'000'000);
    QCOMPARE(heap->mappedCount, 5);
    QCOMPARE(heap->total().systemBytes, 139264);
    QCOMPARE(heap->total().freeBytes(), 21096);
}

void TestHeapReport::whatIsNoReport_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("other words") << QByteArray("heap: fine");
    QTest::newRow("other element") << QByteArray("<mallinfo><heap nr='0'/></mallinfo>");
    QTest::newRow("no arena") << QByteArray("<malloc version='1'></malloc>");
    QTest::newRow("cut") << QByteArray(report).left(400);
}

void TestHeapReport::whatIsNoReport()
{
    QFETCH(QByteArray, text);
    const auto heap = parseHeapReport(text.toStdString());
    QVERIFY(!heap);
    QCOMPARE(heap.error().code, ErrorCode::InputInvalid);
    QVERIFY(heap.error().message.starts_with("heap report: "));
}

void TestHeapReport::seesTheOwnHeap()
{
    constexpr size_t kLarge = 64 << 20; // above the largest threshold for blocks inside of an arena
    const auto before = readHeapReport();
    if (!before)
        QSKIP("the C library gives no report");
    const std::unique_ptr<char[]> block(new char[kLarge]);
    block[0] = 1;
    const auto after = readHeapReport();
    QVERIFY(after);
    if (before->arenas.front().systemBytes == 0)
        QSKIP("the heap is somebody else's");
    QVERIFY(after->arenas.front().inUseBytes() > 0);
    QVERIFY(after->mappedBytes - before->mappedBytes >= static_cast<int64_t>(kLarge));
    QVERIFY(after->mappedCount > before->mappedCount);
}

QTEST_APPLESS_MAIN(TestHeapReport)
#include "tst_heapreport.moc"
