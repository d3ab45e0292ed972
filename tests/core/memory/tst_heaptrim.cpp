// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heaptrim.h"
#include "core/memory/memoryreader.h"

#include <QtTest>

#include <malloc.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace limno;

class TestHeapTrim : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatMallocTrimLeaves();
    void leavesLiveBlocksAlone();
};

static int64_t anonymous()
{
    return MemoryReader().read().value(Metric::RssAnon).value();
}

void TestHeapTrim::givesBackWhatMallocTrimLeaves()
{
#ifdef LIMNOGRAPH_SANITIZED
    QSKIP("sanitizers bring their own malloc");
#endif
    int64_t left = 0;
    int64_t afterwards = 0;
    int64_t atFirst = 0;
    std::thread([&] {
        void *volatile large = std::malloc(30'000'000); // volatile, or the compiler drops the pair
        std::free(large); // from now on the C library keeps that much at an arena's end
        trimThreadHeap();
        atFirst = anonymous();
        std::array<void *, 200> blocks{};
        for (void *&block : blocks) {
            block = std::malloc(100'000);
            std::memset(block, 1, 100'000);
        }
        for (void *block : blocks)
            std::free(block);
        malloc_trim(0);
        left = anonymous() - atFirst;
        trimThreadHeap();
        afterwards = anonymous() - atFirst;
    }).join();
    QVERIFY2(left > 18'000'000, qPrintable(QString::number(left))); // else there is nothing to do
    QVERIFY2(afterwards < 500'000, qPrintable(QString::number(afterwards)));
}

void TestHeapTrim::leavesLiveBlocksAlone()
{
    std::array<char *, 300> blocks{};
    for (size_t i = 0; i < blocks.size(); ++i) {
        blocks[i] = static_cast<char *>(std::malloc(50'000));
        std::memset(blocks[i], static_cast<int>(i), 50'000);
    }
    for (size_t i = 0; i < blocks.size(); i += 2)
        std::free(blocks[i]);
    trimThreadHeap();
    for (size_t i = 1; i < blocks.size(); i += 2) {
        const std::string expected(50'000, static_cast<char>(i));
        QVERIFY(std::memcmp(blocks[i], expected.data(), expected.size()) == 0);
        std::free(blocks[i]);
    }
}

QTEST_GUILESS_MAIN(TestHeapTrim)
#include "tst_heaptrim.moc"
