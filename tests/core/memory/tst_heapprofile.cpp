// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapcounters.h"
#include "core/memory/heapprofile.h"
#include "core/memory/snapshot.h"

#include <QtTest>

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace limno;

class TestHeapProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void isOffUntilStarted();
    void namesWhoHoldsTheHeap();
    void estimatesManySmallBlocks();
    void followsReallocAndOtherThreads();
    void leavesTensorsOut();
    void forgetsWhenStopped();
    void growsInSnapshots();
    void threadsKnowTheirOwnShare();

private:
    std::vector<void *> hold(size_t count, size_t size, const char *how = "malloc");
    void release(std::vector<void *> &blocks);

    void *(*m_allocate)(const char *, size_t) = nullptr;
    void (*m_release)(void *) = nullptr;
};

/// What the module's function holds; the module knows nothing of the profile.
static HeapSite siteOfModule()
{
    for (const HeapSite &site : HeapProfile::sites()) {
        if (site.function == "allocate")
            return site;
    }
    return {};
}

std::vector<void *> TestHeapProfile::hold(size_t count, size_t size, const char *how)
{
    std::vector<void *> blocks(count);
    for (void *&block : blocks)
        block = m_allocate(how, size);
    return blocks;
}

void TestHeapProfile::release(std::vector<void *> &blocks)
{
    for (void *block : blocks)
        m_release(block);
    blocks.clear();
}

void TestHeapProfile::initTestCase()
{
#ifdef LIMNOGRAPH_SANITIZED
    QVERIFY(!HeapProfile::start());
    QVERIFY(!threadHeapBytes());
    QSKIP("sanitizers bring their own malloc");
#endif
    void *module = dlopen(LIMNOGRAPH_ALLOCATING_MODULE, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(module != nullptr, dlerror());
    m_allocate = reinterpret_cast<decltype(m_allocate)>(dlsym(module, "allocate"));
    m_release = reinterpret_cast<decltype(m_release)>(dlsym(module, "release"));
    QVERIFY(m_allocate && m_release);
}

void TestHeapProfile::cleanup()
{
    HeapProfile::stop();
}

void TestHeapProfile::isOffUntilStarted()
{
    std::vector<void *> blocks = hold(4, 8'000'000);
    QVERIFY(!HeapProfile::isOn());
    QCOMPARE(HeapProfile::sites().size(), size_t(0));
    QVERIFY(HeapProfile::start());
    QVERIFY(HeapProfile::isOn());
    QCOMPARE(siteOfModule().bytes, int64_t(0)); // made before
    release(blocks);
}

void TestHeapProfile::namesWhoHoldsTheHeap()
{
    QVERIFY(HeapProfile::start());
    for (const char *how : {"malloc", "calloc", "posix_memalign", "operator new", "strdup"}) {
        std::vector<void *> blocks = hold(20, 6'000'000, how); // so large that each is seen
        const HeapSite site = siteOfModule();
        QVERIFY2(std::abs(double(site.bytes) - 120e6) < 0.03 * 120e6, qPrintable(QString("%1: %2").arg(how).arg(site.bytes)));
        QCOMPARE(site.count, int64_t(20));
        QVERIFY(site.stack.size() > 1);
        QCOMPARE(site.stack.front(), site.function);
        QVERIFY(std::any_of(site.stack.begin(), site.stack.end(), [](const std::string &frame) { return frame.find("TestHeapProfile") != std::string::npos || frame.find("tst_heapprofile") != std::string::npos; }));
        release(blocks);
        QCOMPARE(siteOfModule().bytes, int64_t(0));
    }
}

void TestHeapProfile::estimatesManySmallBlocks()
{
    QVERIFY(HeapProfile::start());
    std::vector<void *> blocks = hold(200'000, 1000);
    const HeapSite site = siteOfModule();
    // Some 390 samples, standard deviation 5 %: six of them.
    QVERIFY2(std::abs(double(site.bytes) - 201.6e6) < 0.3 * 201.6e6, qPrintable(QString::number(site.bytes)));
    QVERIFY(std::abs(double(site.count) - 200e3) < 0.3 * 200e3);
    release(blocks);
    QCOMPARE(siteOfModule().bytes, int64_t(0));
}

void TestHeapProfile::followsReallocAndOtherThreads()
{
    QVERIFY(HeapProfile::start());
    std::vector<void *> blocks;
    std::thread([&] { blocks = hold(10, 8'000'000, "realloc"); }).join();
    QVERIFY(std::abs(double(siteOfModule().bytes) - 80e6) < 1e6);
    std::thread([&] { release(blocks); }).join();
    QCOMPARE(siteOfModule().bytes, int64_t(0));
}

void TestHeapProfile::leavesTensorsOut()
{
    QVERIFY(HeapProfile::start());
    std::vector<void *> blocks;
    {
        const HeapProfile::TensorScope tensors;
        blocks = hold(10, 8'000'000);
    }
    QCOMPARE(siteOfModule().bytes, int64_t(0));
    release(blocks);
}

void TestHeapProfile::forgetsWhenStopped()
{
    QVERIFY(HeapProfile::start());
    std::vector<void *> blocks = hold(10, 8'000'000);
    HeapProfile::stop();
    QCOMPARE(HeapProfile::sites().size(), size_t(0));
    release(blocks);
    QVERIFY(HeapProfile::start());
    QCOMPARE(siteOfModule().bytes, int64_t(0));
}

void TestHeapProfile::growsInSnapshots()
{
    QVERIFY(HeapProfile::start());
    const Devices devices;
    std::vector<void *> first = hold(1, 8'000'000);
    const MemorySnapshot earlier = takeSnapshot(devices, "before");
    std::vector<void *> second = hold(5, 8'000'000);
    const MemorySnapshot later = takeSnapshot(devices, "after");
    release(first);
    release(second);
    const std::vector<Growth> rows = growth(earlier, later);
    const auto row = std::find_if(rows.begin(), rows.end(), [](const Growth &each) { return each.site == "allocate"; });
    QVERIFY(row != rows.end());
    QCOMPARE(row->name, std::string("heap"));
    QVERIFY(std::abs(double(row->deltaBytes) - 40e6) < 0.5e6);
    QCOMPARE(row->count, int64_t(6));
    QCOMPARE(row->deltaCount, int64_t(5));
}

void TestHeapProfile::threadsKnowTheirOwnShare()
{
    std::vector<void *> blocks;
    int64_t made = 0;
    std::thread([&] {
        blocks.reserve(3);
        const int64_t before = *threadHeapBytes();
        blocks = hold(3, 1'000'000);
        made = *threadHeapBytes() - before;
    }).join();
    const int64_t before = *threadHeapBytes();
    for (void *block : blocks)
        m_release(block);
    const int64_t freed = *threadHeapBytes() - before;
    QVERIFY(made >= 3'000'000 && made < 3'100'000);
    QVERIFY(freed <= -3'000'000 && freed > -3'100'000); // the blocks of another thread count where they are freed
}

QTEST_GUILESS_MAIN(TestHeapProfile)
#include "tst_heapprofile.moc"
