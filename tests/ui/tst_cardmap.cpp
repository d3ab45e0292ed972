// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tally.h"
#include "ui/plot/cardmap.h"

#include <QSignalSpy>
#include <QtTest>

#include <ctime>
#include <map>

using namespace limno;

namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr uintptr_t kBase = uintptr_t{1} << 40;
const QSize kSize(800, 140);

AllocationTag tagOf(Owner owner, const char *whose, const char *site = "aten::mm")
{
    return {tally().rowOf(OwnerTag::of(owner, whose), SiteTag::of(site)), 0};
}

struct Piece {
    int64_t size = 0;
    std::optional<AllocationTag> tag; ///< none: free
};

CardSegment segment(uintptr_t address, const std::vector<Piece> &pieces)
{
    CardSegment made;
    made.address = address;
    for (const Piece &piece : pieces) {
        const uintptr_t at = address + static_cast<uintptr_t>(made.size);
        made.blocks.push_back({at, piece.size, piece.tag ? piece.size - 100 : 0,
                               piece.tag ? CardBlock::State::Active : CardBlock::State::Inactive,
                               piece.tag.value_or(AllocationTag())});
        made.size += piece.size;
    }
    made.pool = made.size > 2 * kMiB ? CardPool::Large : CardPool::Small;
    return made;
}

QImage paint(CardMap &map)
{
    map.resize(kSize);
    return map.grab().toImage();
}

QRect insideOf(const CardMap &map, const CardBlock &block)
{
    return map.layoutOfMap().pieces(block.address, block.size).front().toRect().adjusted(2, 2, -3, -2);
}

/// Share of the pixels of `area` that have exactly this colour.
double shareOf(const QImage &image, const QRect &area, const QColor &color)
{
    int hits = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            hits += image.pixelColor(x, y) == color ? 1 : 0;
    }
    return static_cast<double>(hits) / (area.width() * area.height());
}

std::vector<CardSegment> manyBlocks(int segments, int blocks)
{
    const AllocationTag weights = tagOf(Owner::Weights, "m");
    const AllocationTag kv = tagOf(Owner::KvCache, "m");
    std::vector<CardSegment> all;
    for (int i = 0; i < segments; ++i) {
        std::vector<Piece> pieces;
        for (int block = 0; block < blocks; ++block)
            pieces.push_back({2 * kMiB / blocks, block % 4 == 3 ? std::optional<AllocationTag>() : block % 2 ? kv : weights});
        all.push_back(segment(kBase + static_cast<uintptr_t>(i * 4 * kMiB), pieces));
    }
    return all;
}

} // namespace

class TestCardMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layoutTilesEverySegment_data()
    {
        QTest::addColumn<int>("segments");
        QTest::addColumn<QSize>("size");
        QTest::newRow("one") << 1 << kSize;
        QTest::newRow("a few") << 7 << kSize;
        QTest::newRow("hundreds") << 300 << kSize;
        QTest::newRow("thousands") << 3000 << kSize;
        QTest::newRow("narrow") << 40 << QSize(160, 48);
    }
    void layoutTilesEverySegment()
    {
        QFETCH(int, segments);
        QFETCH(QSize, size);
        const std::vector<CardSegment> now = manyBlocks(segments, 4);
        const CardMapLayout layout(now, {}, QSizeF(size));
        QCOMPARE(layout.strips().size(), now.size());
        QRectF last;
        for (const CardSegment &segment : now) {
            double length = 0;
            for (const CardBlock &block : segment.blocks) {
                for (const QRectF &piece : layout.pieces(block.address, block.size)) {
                    length += piece.width();
                    QVERIFY2(piece.left() >= -1e-6 && piece.right() <= size.width() + 1e-6, "runs out of the row");
                    QVERIFY2(piece.bottom() <= size.height() + 1e-6, "runs out of the picture");
                    const bool follows = piece.top() > last.top() || piece.left() >= last.right() - 1e-6;
                    QVERIFY2(last.isNull() || follows, "lies over the piece before");
                    last = piece;
                }
            }
            double whole = 0;
            for (const QRectF &piece : layout.pieces(segment.address, segment.size))
                whole += piece.width();
            QVERIFY(std::abs(whole - length) < 1e-3);
        }
    }

    void longSegmentsGoOnInTheNextRow()
    {
        std::vector<CardSegment> now{segment(kBase, {{400 * kMiB, tagOf(Owner::Weights, "m")}}),
                                     segment(kBase + (uintptr_t{1} << 30), {{20 * kMiB, tagOf(Owner::KvCache, "m")}})};
        const CardMapLayout layout(now, {}, QSizeF(kSize));
        const std::vector<QRectF> rows = layout.pieces(now[0].address, now[0].size);
        QVERIFY(rows.size() >= 2);
        double large = 0;
        for (const QRectF &row : rows)
            large += row.width();
        const double small = layout.pieces(now[1].address, now[1].size).front().width();
        QVERIFY2(std::abs(large / small - 20) < 0.01, "not to one scale");
    }

    void addressAtIsTheInverse()
    {
        const std::vector<CardSegment> now = manyBlocks(20, 4);
        const CardMapLayout layout(now, {}, QSizeF(kSize));
        for (const CardSegment &segment : now) {
            for (const CardBlock &block : segment.blocks) {
                const auto address = layout.addressAt(layout.pieces(block.address, block.size).front().center());
                QVERIFY(address && *address >= block.address
                        && *address < block.address + static_cast<uintptr_t>(block.size));
            }
        }
        QVERIFY(!layout.addressAt({-1, 2}));
        QVERIFY(!layout.addressAt({2, 5000}));
        QVERIFY(!CardMapLayout({}, {}, QSizeF(kSize)).addressAt({2, 2}));
        QVERIFY(layout.pieces(1, 100).empty());
    }

    void blocksHaveTheColourOfTheirOwner_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void blocksHaveTheColourOfTheirOwner()
    {
        QFETCH(int, scheme);
        const ThemeColors &colors = themeColors(static_cast<Scheme>(scheme));
        CardMap map;
        map.setColors(colors, 12);
        const CardSegment made = segment(kBase, {{1 * kMiB, tagOf(Owner::Weights, "m")},
                                                 {512 * kKiB, tagOf(Owner::KvCache, "m")},
                                                 {256 * kKiB, std::nullopt},
                                                 {256 * kKiB, tagOf(Owner::Activations, "m")}});
        map.setSegments({made}, {});
        const QImage image = paint(map);
        QCOMPARE(shareOf(image, insideOf(map, made.blocks[0]), colors.accent), 1.0);
        // A pattern lies over these, thin enough to leave the colour the most frequent one.
        QVERIFY(shareOf(image, insideOf(map, made.blocks[1]), holderLook(Holder::KvCache, colors).color) > 0.5);
        QVERIFY(shareOf(image, insideOf(map, made.blocks[1]), holderLook(Holder::KvCache, colors).color) < 1);
        QVERIFY(shareOf(image, insideOf(map, made.blocks[2]), colors.raised) > 0.5);
        QVERIFY(shareOf(image, insideOf(map, made.blocks[2]), colors.border) > 0.05);
        QVERIFY(shareOf(image, insideOf(map, made.blocks[3]), holderLook(Holder::Activations, colors).color) > 0.5);
        QCOMPARE(map.holders(), (std::set<Holder>{Holder::Weights, Holder::KvCache, Holder::Activations, Holder::Free}));
    }

    void looksDifferByMoreThanHue()
    {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            const ThemeColors &colors = themeColors(scheme);
            std::set<std::pair<QRgb, int>> looks;
            std::map<int, int> patterns;
            for (size_t i = 0; i < kHolderCount; ++i) {
                const auto holder = static_cast<Holder>(i);
                const HolderLook look = holderLook(holder, colors);
                QVERIFY(looks.insert({look.color.rgb(), int(look.pattern)}).second);
                QVERIFY(!holderTitle(holder).isEmpty());
                if (holder <= Holder::Untagged) {
                    QVERIFY2(++patterns[int(look.pattern)] == 1, "two owners with one pattern");
                    QVERIFY(contrast(look.color, colors.panel) >= 3);
                }
            }
        }
    }

    void ghostOutlinesWhatWent()
    {
        const ThemeColors &colors = themeColors(Scheme::Dark);
        const QColor kvColor = holderLook(Holder::KvCache, colors).color;
        CardMap map;
        map.setColors(colors, 12);
        const CardSegment before = segment(kBase, {{1 * kMiB, tagOf(Owner::Weights, "m")}, {1 * kMiB, tagOf(Owner::KvCache, "m")}});
        const CardSegment gone = segment(kBase + 8 * kMiB, {{2 * kMiB, tagOf(Owner::Result, "m")}});
        const CardSegment now = segment(kBase, {{1 * kMiB, tagOf(Owner::Weights, "m")}, {1 * kMiB, std::nullopt}});
        map.setSegments({now}, {before, gone});
        QVERIFY(map.hasGhost());
        QCOMPARE(map.layoutOfMap().strips().size(), size_t(2));
        QVERIFY(map.layoutOfMap().strips()[1].isGone);
        const QImage shown = paint(map);
        const QRect went = map.layoutOfMap().pieces(now.blocks[1].address, kMiB).front().toRect();
        const QRect whole = map.layoutOfMap().pieces(gone.address, gone.size).front().toRect();
        QVERIFY2(shareOf(shown, went, kvColor) > 0.01, "no outline of the block that went");
        QVERIFY2(shareOf(shown, went, kvColor) < 0.3, "drawn as if it were there");
        QVERIFY2(shareOf(shown, whole, holderLook(Holder::Result, colors).color) > 0.01, "no outline in the segment that went");
        QCOMPARE(shareOf(shown, insideOf(map, now.blocks[0]), colors.accent), 1.0);

        map.setGhostShown(false);
        const QImage hidden = paint(map);
        QCOMPARE(map.layoutOfMap().strips().size(), size_t(1));
        QCOMPARE(shareOf(hidden, hidden.rect(), kvColor), 0.0);

        map.setSegments({before, gone}, {before, gone});
        QVERIFY2(!map.hasGhost(), "nothing went");
    }

    void hairlinesAreDrawnTogether()
    {
        const ThemeColors &colors = themeColors(Scheme::Light);
        CardMap map;
        map.setColors(colors, 12);
        std::vector<Piece> pieces;
        for (int i = 0; i < 4096; ++i)
            pieces.push_back({512, tagOf(i % 3 == 0 ? Owner::KvCache : Owner::Weights, "m")});
        map.setSegments({segment(kBase, pieces)}, {});
        const QImage image = paint(map);
        const QRect strip = map.layoutOfMap().pieces(kBase, 2 * kMiB).front().toRect().adjusted(2, 2, -2, -2);
        QVERIFY(shareOf(image, strip, colors.accent) > 0.9); // whoever has most of each pixel
    }

    /// Processor time, so that a busy machine does not matter.
    void paintsThousandsInAFrame_data()
    {
        QTest::addColumn<int>("segments");
        QTest::addColumn<int>("blocks");
        QTest::newRow("hairlines") << 500 << 20;
        QTest::newRow("wide enough for patterns") << 80 << 16;
        QTest::newRow("very many") << 4000 << 32;
    }
    void paintsThousandsInAFrame()
    {
        QFETCH(int, segments);
        QFETCH(int, blocks);
        CardMap map;
        map.setColors(themeColors(Scheme::Dark), 12);
        map.resize(1000, 220);
        const std::vector<CardSegment> now = manyBlocks(segments, blocks);
        map.setSegments(now, now);
        QPixmap target(map.size());
        map.render(&target); // fonts and such
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            map.setColors(themeColors(i % 2 ? Scheme::Dark : Scheme::Light), 12);
            const std::clock_t start = std::clock();
            map.render(&target);
            best = std::min(best, 1000.0 * double(std::clock() - start) / CLOCKS_PER_SEC);
        }
        qInfo("%d blocks painted in %.1f ms", segments * blocks, best);
#ifdef LIMNOGRAPH_SANITIZED
        QVERIFY(best > 0);
#else
        QVERIFY2(best < 16, qPrintable(QString::number(best)));
#endif
    }

    void keysWalkBlocks()
    {
        CardMap map;
        map.resize(kSize);
        const std::vector<CardSegment> now{
            segment(kBase, {{1 * kMiB, tagOf(Owner::Weights, "smollm2")}, {1 * kMiB, std::nullopt}}),
            segment(kBase + 8 * kMiB, {{2 * kMiB, tagOf(Owner::KvCache, "smollm2: conversation 3", "attention")}})};
        map.setSegments(now, {});
        QSignalSpy changed(&map, &CardMap::currentChanged);
        QVERIFY(map.currentText().isEmpty());
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.currentAddress(), std::optional(now[0].blocks[0].address));
        QVERIFY2(map.currentText().startsWith("weights · smollm2 · aten::mm · 1.0 MiB (asked for 1023.9 KiB)"),
                 qPrintable(map.currentText()));
        QTest::keyClick(&map, Qt::Key_Right);
        QVERIFY(map.currentText().startsWith("free piece · 1.0 MiB"));
        QTest::keyClick(&map, Qt::Key_Left);
        QTest::keyClick(&map, Qt::Key_Left);
        QCOMPARE(map.currentAddress(), std::optional(now[0].blocks[0].address)); // stops at the first
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.currentAddress(), std::optional(now[1].blocks[0].address));
        QVERIFY(map.accessibleDescription().contains("conversation 3 · attention"));
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(map.currentAddress(), std::optional(now[0].blocks[1].address));
        QTest::keyClick(&map, Qt::Key_End);
        QCOMPARE(map.currentAddress(), std::optional(now[1].blocks[0].address));
        QVERIFY(changed.size() >= 5);
        map.setSegments({now[0]}, {});
        QVERIFY2(!map.currentAddress(), "still chosen though it is gone");
        map.setSegments({}, {});
        for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Home, Qt::Key_End})
            QTest::keyClick(&map, key);
        QVERIFY(!map.currentAddress());
    }
};

QTEST_MAIN(TestCardMap)
#include "tst_cardmap.moc"
