// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapcounters.h"
#include "core/memory/blockcache.h"
#include "core/memory/hostcounters.h"
#include "core/memory/ledger.h"
#include "core/memory/memoryreader.h"

#include <QtTest>

#include <dlfcn.h>
#include <malloc.h>

#include <barrier>
#include <cerrno>
#include <thread>

using namespace limno;

class TestMallocInterposer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsEveryWayIn_data();
    void countsEveryWayIn();
    void followsRealloc();
    void refusesAsTheStandardSays();
    void countsInsideCore();
    void balancesAcrossThreads();
    void manyThreadsSumUp();
    void readerKnowsTheHeap();

private:
    void *(*m_allocate)(const char *, size_t) = nullptr;
    void (*m_release)(void *) = nullptr;
};

static int64_t inUse()
{
    return heapInUseBytes().value_or(-1);
}

static int64_t usable(void *block)
{
    return int64_t(malloc_usable_size(block));
}

void TestMallocInterposer::initTestCase()
{
#ifdef LIMNOGRAPH_SANITIZED
    QVERIFY(!heapInUseBytes());
    QVERIFY(!MemoryReader().read(ReadDepth::Counters).value(Metric::HeapInUse));
    QSKIP("sanitizers bring their own malloc");
#endif
    QVERIFY(heapInUseBytes());
    void *module = dlopen(LIMNOGRAPH_ALLOCATING_MODULE, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(module != nullptr, dlerror());
    m_allocate = reinterpret_cast<decltype(m_allocate)>(dlsym(module, "allocate"));
    m_release = reinterpret_cast<decltype(m_release)>(dlsym(module, "release"));
    QVERIFY(m_allocate && m_release);
}

void TestMallocInterposer::countsEveryWayIn_data()
{
    QTest::addColumn<QByteArray>("how");
    for (const char *how : {"malloc", "calloc", "realloc", "realloc of null", "reallocarray", "memalign", "aligned_alloc", "posix_memalign",
                            "valloc", "pvalloc", "operator new", "aligned operator new", "strdup", "getline"})
        QTest::newRow(how) << QByteArray(how);
}

void TestMallocInterposer::countsEveryWayIn()
{
    QFETCH(QByteArray, how);
    for (const size_t size : {1000, 5'000'000}) { // from the heap, and mapped
        m_release(m_allocate(how, size)); // what is allocated once and kept (buffers of stdio)
        const int64_t before = inUse();
        void *block = m_allocate(how, size);
        const int64_t between = inUse();
        QVERIFY(block != nullptr);
        QVERIFY(usable(block) >= int64_t(size));
        QCOMPARE(between - before, usable(block));
        m_release(block);
        QCOMPARE(inUse(), before);
    }
}

void TestMallocInterposer::followsRealloc()
{
    void *(*volatile resize)(void *, size_t) = realloc; // the compiler is not to reason about failures
    const int64_t before = inUse();
    void *block = malloc(100);
    for (const size_t size : {200, 100'000, 10'000'000, 50, 3'000'000, 10}) {
        block = resize(block, size);
        QVERIFY(block);
        QCOMPARE(inUse() - before, usable(block));
    }
    QVERIFY(resize(block, size_t(PTRDIFF_MAX) - 4096) == nullptr);
    QCOMPARE(inUse() - before, usable(block)); // a failure leaves the block
    QVERIFY(resize(block, 0) == nullptr); // frees
    QCOMPARE(inUse(), before);
    free(nullptr);
    QCOMPARE(inUse(), before);
}

void TestMallocInterposer::refusesAsTheStandardSays()
{
    const int64_t before = inUse();
    void *block = this;
    volatile size_t alignment = 48; // no power of two
    volatile size_t tooMuch = size_t(PTRDIFF_MAX) - 4096;
    QCOMPARE(posix_memalign(&block, alignment, 100), EINVAL);
    alignment = 4; // less than a pointer
    QCOMPARE(posix_memalign(&block, alignment, 100), EINVAL);
    alignment = 0;
    QCOMPARE(posix_memalign(&block, alignment, 100), EINVAL);
    errno = 0;
    QCOMPARE(posix_memalign(&block, 64, tooMuch), ENOMEM);
    QCOMPARE(errno, 0);
    QVERIFY(block == this); // untouched
    alignment = 48;
    QVERIFY(aligned_alloc(alignment, 96) == nullptr);
    QCOMPARE(errno, EINVAL);
    QVERIFY(malloc(tooMuch) == nullptr);
    QCOMPARE(errno, ENOMEM);
    QVERIFY(calloc(tooMuch, 16) == nullptr);
    QCOMPARE(inUse(), before);
    errno = 7;
    free(malloc(1));
    QCOMPARE(errno, 7);
}

void TestMallocInterposer::countsInsideCore()
{
    Ledger ledger;
    const int64_t before = inUse();
    {
        const auto entry = ledger.add(Ledger::Kind::Cache, std::string(100'000, 'x'), [] { return int64_t(0); });
        QVERIFY(inUse() - before >= 100'000);
    }
    QCOMPARE(inUse(), before);
}

void TestMallocInterposer::balancesAcrossThreads()
{
    constexpr int count = 1000;
    std::array<void *, count> blocks{};
    std::barrier turn(2);
    std::thread giver([&] {
        turn.arrive_and_wait(); // 1: both threads exist
        for (int i = 0; i < count; ++i)
            blocks[size_t(i)] = malloc(size_t(i) * 37);
        turn.arrive_and_wait(); // 2: allocated there
        turn.arrive_and_wait(); // 3: freed here
    });
    const int64_t before = inUse();
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    int64_t sum = 0;
    for (void *block : blocks)
        sum += usable(block);
    const int64_t between = inUse();
    for (void *block : blocks)
        free(block);
    const int64_t after = inUse();
    turn.arrive_and_wait();
    giver.join();
    QCOMPARE(between - before, sum);
    QCOMPARE(after, before);
}

void TestMallocInterposer::manyThreadsSumUp()
{
    constexpr int threadCount = 100; // more than there are shards
    std::barrier turn(threadCount + 1);
    std::vector<std::thread> threads;
    threads.reserve(threadCount);
    for (int t = 0; t < threadCount; ++t) {
        threads.emplace_back([&turn] {
            free(malloc(1)); // what the C library sets up per thread
            turn.arrive_and_wait();
            turn.arrive_and_wait();
            std::array<void *, 500> kept{};
            for (size_t i = 0; i < kept.size(); ++i) {
                free(malloc(i));
                kept[i] = malloc(i);
            }
            for (void *block : kept)
                free(block);
            turn.arrive_and_wait();
            turn.arrive_and_wait();
        });
    }
    turn.arrive_and_wait();
    const int64_t before = inUse();
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    const int64_t after = inUse();
    turn.arrive_and_wait();
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(after, before);
}

void TestMallocInterposer::readerKnowsTheHeap()
{
    const Sample sample = MemoryReader().read(ReadDepth::Counters);
    QVERIFY(*sample.value(Metric::HeapInUse) > 10'000);
    QVERIFY(!sample.value(Metric::HeapOther));
    hostCounters().allocated({}, 1000);
    hostBlockCache().setCap(4096);
    QVERIFY(hostBlockCache().keep(std::malloc(4096), 4096));
    hostCounters().installed = true;
    const Sample withTensors = MemoryReader().read(ReadDepth::Counters);
    hostCounters().installed = false;
    hostBlockCache().clear(std::free);
    hostCounters().freed({}, 1000);
    QCOMPARE(*withTensors.value(Metric::HeapOther), *withTensors.value(Metric::HeapInUse) - 1000 - 4096);
}

QTEST_APPLESS_MAIN(TestMallocInterposer)
#include "tst_mallocinterposer.moc"
