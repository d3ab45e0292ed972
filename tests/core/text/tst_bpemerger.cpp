// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bpemerger.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>
#include <random>

using namespace limno;

namespace {

using Symbols = std::vector<int32_t>;
using Rules = std::map<std::pair<int32_t, int32_t>, std::pair<int32_t, int32_t>>; ///< pair: rank, joined

/// The definition, done naively.
Symbols mergedByDefinition(Symbols symbols, const Rules &rules)
{
    for (;;) {
        auto best = rules.end();
        size_t place = 0;
        for (size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto rule = rules.find({symbols[i], symbols[i + 1]});
            if (rule != rules.end() && (best == rules.end() || rule->second.first < best->second.first)) {
                best = rule;
                place = i;
            }
        }
        if (best == rules.end())
            return symbols;
        symbols[place] = best->second.second;
        symbols.erase(symbols.begin() + std::ptrdiff_t(place) + 1);
    }
}

Symbols merged(const BpeMerger &merger, Symbols symbols)
{
    BpeMerger::Scratch scratch;
    const auto result = merger.merge(symbols, scratch);
    return Symbols(result.begin(), result.end());
}

} // namespace

class TestBpeMerger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalsDefinition();
    void laterRankWins();
    void longWordIsNotQuadratic();
};

void TestBpeMerger::equalsDefinition()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        // Four letters; each rule joins two known symbols to a new one.
        Rules rules;
        int32_t known = 4;
        for (int32_t rank = 0; rank < 30; ++rank) {
            const std::pair<int32_t, int32_t> pair(int32_t(random()) & 0x7fffffff, int32_t(random()) & 0x7fffffff);
            if (rules.try_emplace({pair.first % known, pair.second % known}, std::pair(rank, known)).second)
                ++known;
        }
        BpeMerger merger(rules.size());
        for (const auto &[pair, result] : rules)
            merger.add(pair.first, pair.second, result.first, result.second);
        for (const size_t length :
             {0u, 1u, 2u, 5u, 39u, 40u, 41u, 42u, 200u}) { // both sides of the border between the two ways
            Symbols symbols(length);
            for (int32_t &symbol : symbols)
                symbol = int32_t(random() % 4);
            QCOMPARE(merged(merger, symbols), mergedByDefinition(symbols, rules));
        }
    }
}

void TestBpeMerger::laterRankWins()
{
    BpeMerger merger(3);
    merger.add(0, 1, 0, 10);
    merger.add(1, 2, 1, 11);
    QCOMPARE(merged(merger, {0, 1, 2}), (Symbols{10, 2}));
    merger.add(0, 1, 2, 10);
    QCOMPARE(merged(merger, {0, 1, 2}), (Symbols{0, 11}));
}

void TestBpeMerger::longWordIsNotQuadratic()
{
    BpeMerger merger(20);
    for (int32_t i = 0; i < 18; ++i)
        merger.add(i, i, i, i + 1);
    // 32 times the length takes some 50 times as long; a quadratic loop takes 1024 times.
    const auto time = [&](size_t length) {
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer timer;
            timer.start();
            if (merged(merger, Symbols(length, 0)).empty())
                return qint64(-1);
            best = std::min(best, timer.nsecsElapsed());
        }
        return best;
    };
    const qint64 small = time(10'000);
    const qint64 large = time(320'000);
    QVERIFY(small > 0);
    QVERIFY2(large < 300 * small, qPrintable(QString("%1 ns against %2 ns").arg(large).arg(small)));
}

QTEST_APPLESS_MAIN(TestBpeMerger)
#include "tst_bpemerger.moc"
