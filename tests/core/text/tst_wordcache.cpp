// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/wordcache.h"

#include <QTest>

#include <atomic>
#include <string>
#include <thread>

using namespace limno;

namespace {

std::string word(int number)
{
    return "word-" + std::to_string(number);
}

std::vector<int32_t> idsOf(int number)
{
    return {number, -number, number % 7};
}

void put(WordCache &cache, int number)
{
    cache.insert(word(number), WordCache::hash(word(number)), idsOf(number));
}

bool isRight(const WordCache &cache, int number, bool &isThere)
{
    std::vector<int64_t> ids;
    isThere = cache.find(word(number), WordCache::hash(word(number)), ids);
    const auto expected = idsOf(number);
    return !isThere || std::equal(ids.begin(), ids.end(), expected.begin(), expected.end());
}

} // namespace

class TestWordCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatWasPut();
    void isBounded();
    void clearGivesBack();
    void manyThreads();
};

void TestWordCache::findsWhatWasPut()
{
    WordCache cache(1 << 20);
    std::vector<int64_t> ids{5};
    QVERIFY(!cache.find("x", WordCache::hash("x"), ids));
    QCOMPARE(ids, (std::vector<int64_t>{5}));
    for (int i = 0; i < 3000; ++i)
        put(cache, i);
    for (int i = 0; i < 3000; ++i) {
        bool isThere = false;
        QVERIFY(isRight(cache, i, isThere));
        QVERIFY(isThere);
    }
    // Longest word, no ids, and the same hash for another word.
    const std::string longest(WordCache::kLongestWord, 'x');
    cache.insert(longest, 42, {});
    ids.clear();
    QVERIFY(cache.find(longest, 42, ids));
    QVERIFY(ids.empty());
    QVERIFY(!cache.find("other", 42, ids));
}

void TestWordCache::isBounded()
{
    constexpr size_t capacity = 256 * 1024;
    WordCache cache(capacity);
    int64_t most = 0;
    int present = 0;
    for (int i = 0; i < 200'000; ++i) {
        put(cache, i);
        bool isThere = false;
        QVERIFY(isRight(cache, i, isThere));
        QVERIFY(isThere);
        if (i % 997 == 0)
            most = std::max(most, cache.bytes());
    }
    for (int i = 0; i < 200'000; ++i) {
        bool isThere = false;
        QVERIFY(isRight(cache, i, isThere));
        present += isThere ? 1 : 0;
    }
    QVERIFY2(most <= int64_t(capacity), qPrintable(QString::number(most)));
    QVERIFY(most > int64_t(capacity) / 3);
    QVERIFY(present > 500 && present < 20'000);
}

void TestWordCache::clearGivesBack()
{
    WordCache cache(1 << 20);
    QCOMPARE(cache.bytes(), int64_t(0));
    for (int i = 0; i < 5000; ++i)
        put(cache, i);
    QVERIFY(cache.bytes() > 5000 * 20);
    cache.clear();
    QCOMPARE(cache.bytes(), int64_t(0));
    bool isThere = true;
    QVERIFY(isRight(cache, 1, isThere));
    QVERIFY(!isThere);
    put(cache, 1);
    QVERIFY(isRight(cache, 1, isThere));
    QVERIFY(isThere);
}

void TestWordCache::manyThreads()
{
    WordCache cache(128 * 1024);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&cache, &wrong, t] {
            for (int i = 0; i < 20'000; ++i) {
                bool isThere = false;
                put(cache, (i * 7 + t) % 5000);
                wrong += isRight(cache, (i * 13) % 5000, isThere) ? 0 : 1;
                if (i % 4000 == t)
                    cache.clear();
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

QTEST_APPLESS_MAIN(TestWordCache)
#include "tst_wordcache.moc"
