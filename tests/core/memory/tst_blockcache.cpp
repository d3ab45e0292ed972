// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/blockcache.h"

#include <QtTest>

#include <cstdlib>
#include <thread>
#include <vector>

using namespace limno;

class TestBlockCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesWasteAtMostAFifth();
    void keepsNothingWithoutCap();
    void givesBackWhatItKept();
    void capHolds();
    void refusesForeignSizes();
    void threadsLoseNothing();
};

void TestBlockCache::classesWasteAtMostAFifth()
{
    for (size_t bytes = 4096; bytes <= (size_t{64} << 20); bytes = bytes * 21 / 20 + 1) {
        const size_t capacity = BlockCache::classBytes(bytes);
        QVERIFY2(capacity >= bytes, qPrintable(QString::number(bytes)));
        QVERIFY2((capacity - bytes) * 5 <= capacity, qPrintable(QString::number(bytes)));
        QCOMPARE(BlockCache::classBytes(capacity), capacity);
    }
    QCOMPARE(BlockCache::classBytes(4095), size_t(4095));
    QCOMPARE(BlockCache::classBytes((size_t{64} << 20) + 1), (size_t{64} << 20) + 1);
}

void TestBlockCache::keepsNothingWithoutCap()
{
    BlockCache cache;
    void *block = std::malloc(4096);
    QVERIFY(!cache.keep(block, 4096));
    QVERIFY(!cache.take(4096));
    std::free(block);
}

void TestBlockCache::givesBackWhatItKept()
{
    BlockCache cache;
    cache.setCap(1 << 20);
    void *block = std::malloc(5120);
    QVERIFY(cache.keep(block, 5120));
    QCOMPARE(cache.bytes(), 5120);
    QVERIFY(!cache.take(4096)); // another class
    QCOMPARE(cache.take(4200), block);
    QCOMPARE(cache.bytes(), 0);
    QVERIFY(cache.keep(block, 5120));
    QCOMPARE(cache.clear(std::free), 5120);
    QCOMPARE(cache.bytes(), 0);
    QVERIFY(!cache.take(5120));
}

void TestBlockCache::capHolds()
{
    BlockCache cache;
    cache.setCap(10'000);
    void *first = std::malloc(8192);
    void *second = std::malloc(8192);
    QVERIFY(cache.keep(first, 8192));
    QVERIFY(!cache.keep(second, 8192));
    QCOMPARE(cache.bytes(), 8192);
    std::free(second);
    cache.clear(std::free);
}

void TestBlockCache::refusesForeignSizes()
{
    BlockCache cache;
    cache.setCap(1 << 30);
    void *block = std::malloc(5000);
    QVERIFY(!cache.keep(block, 5000)); // no class has this size
    std::free(block);
}

void TestBlockCache::threadsLoseNothing()
{
    BlockCache cache;
    cache.setCap(1 << 20);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&cache, t] {
            for (int i = 0; i < 20'000; ++i) {
                const size_t bytes = BlockCache::classBytes(static_cast<size_t>(4096 + (i * 37 + t * 101) % 60'000));
                void *block = cache.take(bytes);
                if (!block)
                    block = std::malloc(bytes);
                static_cast<char *>(block)[bytes - 1] = 1;
                if (!cache.keep(block, bytes))
                    std::free(block);
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    QVERIFY(cache.bytes() <= 1 << 20);
    const int64_t held = cache.bytes();
    QCOMPARE(cache.clear(std::free), held);
}

QTEST_APPLESS_MAIN(TestBlockCache)
#include "tst_blockcache.moc"
