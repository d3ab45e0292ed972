// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/smapsreport.h"

#include <QtTest>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

using namespace limno;

namespace {

/// A mapping as the kernel writes it.
QByteArray mapping(const char *range, const char *path, int rss, int pss, int dirty)
{
    return QByteArray(range) + " rw-p 00000000 00:00 0 " + (*path ? "                   " : "") + path
        + "\nSize:               1024 kB\nKernelPageSize:        4 kB\nRss:  " + QByteArray::number(rss) + " kB\nPss:  "
        + QByteArray::number(pss) + " kB\nPss_Dirty:  1 kB\nPrivate_Dirty:  " + QByteArray::number(dirty)
        + " kB\nSwap:   2 kB\nSwapPss: 1 kB\nVmFlags: rd wr mr mw me ac \n";
}

const SmapsReport::Row *find(const SmapsReport &report, MappingClass mappingClass, const std::string &name = {})
{
    const auto row = std::ranges::find_if(report.rows, [&](const SmapsReport::Row &each) {
        return each.mappingClass == mappingClass && each.name == name;
    });
    return row == report.rows.end() ? nullptr : &*row;
}

} // namespace

class TestSmapsReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sumsUpByClass();
    void emptyIsEmpty();
    void whatIsNone_data();
    void whatIsNone();
    void seesItself();
    void aFileThatIsMissing();
};

void TestSmapsReport::sumsUpByClass()
{
    const QByteArray text = mapping("555500000000-555500100000", "[heap]", 100, 100, 90)
        + mapping("7f0000000000-7f0000100000", "/usr/lib/lib a.so", 40, 10, 1)
        + mapping("7f0000100000-7f0000200000", "/usr/lib/lib a.so", 4, 1, 2)
        + mapping("7f0000200000-7f0000300000", "/usr/lib/b.so (deleted)", 7, 7, 0)
        + mapping("7f0000300000-7f0000400000", "", 5, 5, 5) + mapping("7f0000400000-7f0000500000", "[anon:glibc: malloc]", 6, 6, 6)
        + mapping("7f0000500000-7f0000600000", "/memfd:card (deleted)", 900, 900, 900)
        + mapping("7f0000600000-7f0000700000", "[anon_shmem:x]", 3, 3, 3) + mapping("7ffd00000000-7ffd00100000", "[stack]", 20, 20, 20)
        + mapping("7ffd00200000-7ffd00300000", "[vdso]", 8, 0, 0);
    const auto report = parseSmaps(text.toStdString());
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QCOMPARE(report->rows.size(), size_t(8));
    const auto *shared = find(*report, MappingClass::Shared, "/memfd:card");
    QVERIFY(shared && shared == &report->rows.front()); // the most resident one
    QCOMPARE(shared->rssBytes, 900 * 1024);
    const auto *library = find(*report, MappingClass::File, "/usr/lib/lib a.so");
    QVERIFY(library);
    QCOMPARE(library->count, 2);
    QCOMPARE(library->sizeBytes, 2 << 20);
    QCOMPARE(library->rssBytes, 44 * 1024);
    QCOMPARE(library->pssBytes, 11 * 1024);
    QCOMPARE(library->privateDirtyBytes, 3 * 1024);
    QVERIFY(find(*report, MappingClass::File, "/usr/lib/b.so"));
    const auto *anonymous = find(*report, MappingClass::Anonymous);
    QVERIFY(anonymous);
    QCOMPARE(anonymous->rssBytes, 11 * 1024);
    QCOMPARE(anonymous->swapBytes, 4 * 1024);
    QVERIFY(find(*report, MappingClass::Heap) && find(*report, MappingClass::Stack) && find(*report, MappingClass::Kernel));
    QVERIFY(find(*report, MappingClass::Shared));
    QCOMPARE(report->total().rssBytes, (100 + 44 + 7 + 11 + 900 + 3 + 20 + 8) * 1024);
    QCOMPARE(report->total().count, 10);
}

void TestSmapsReport::emptyIsEmpty()
{
    const auto report = parseSmaps("");
    QVERIFY(report && report->rows.empty());
    QCOMPARE(report->total().rssBytes, 0);
}

void TestSmapsReport::whatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("a number first") << QByteArray("Rss: 4 kB\n") << QByteArray("line 1");
    QTest::newRow("words") << mapping("1000-2000", "", 1, 1, 1) + "no such thing" << QByteArray("line 11");
    QTest::newRow("backwards") << QByteArray("2000-1000 rw-p 0 00:00 0\n") << QByteArray("line 1");
    QTest::newRow("too short") << QByteArray("1000-2000 rw-p\n") << QByteArray("line 1");
}

void TestSmapsReport::whatIsNone()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, line);
    const auto report = parseSmaps(text.toStdString());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::InputInvalid);
    QVERIFY2(report.error().message.find(line.toStdString() + ' ') != std::string::npos, report.error().message.c_str());
}

void TestSmapsReport::seesItself()
{
    constexpr size_t kBytes = 8 << 20;
    const int file = memfd_create("limno-test-card", MFD_CLOEXEC);
    QVERIFY(file >= 0 && ftruncate(file, kBytes) == 0);
    void *memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    QVERIFY(memory != MAP_FAILED);
    std::memset(memory, 1, kBytes);
    const auto report = readSmaps();
    munmap(memory, kBytes);
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    const auto *shared = find(*report, MappingClass::Shared, "/memfd:limno-test-card");
    QVERIFY(shared);
    QCOMPARE(shared->rssBytes, static_cast<int64_t>(kBytes));
    QVERIFY(find(*report, MappingClass::Stack));
    QVERIFY(find(*report, MappingClass::File, std::filesystem::read_symlink("/proc/self/exe").string()));
    QVERIFY(report->total().rssBytes > static_cast<int64_t>(kBytes));
}

void TestSmapsReport::aFileThatIsMissing()
{
    const auto report = readSmaps("/no/such/smaps");
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Io);
    QCOMPARE(report.error().message, std::string("/no/such/smaps: can't be read"));
}

QTEST_APPLESS_MAIN(TestSmapsReport)
#include "tst_smapsreport.moc"
