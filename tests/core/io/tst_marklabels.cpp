// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/marklabels.h"
#include "core/io/reporttext.h"

#include <QtTest/QTest>

using namespace limno;

class TestMarkLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
    void labelsNeverTouch_data();
    void labelsNeverTouch();
    void marksAtOnePlaceAreOne();
    void withoutRoomThereAreNoWords();
};

void TestMarkLabels::words_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("load") << QByteArray("load") << QByteArray("smollm2: /models/x.gguf") << QByteArray("load smollm2");
    QTest::newRow("unload") << QByteArray("unload") << QByteArray("smollm2") << QByteArray("unload smollm2");
    QTest::newRow("clear") << QByteArray("clear") << QByteArray("1,2: 36.2 MiB") << QByteArray("clear 36.2 MiB");
    QTest::newRow("toggle") << QByteArray("toggle") << QByteArray("smollm2: KV cache off")
                            << QByteArray("KV cache off");
    QTest::newRow("phase") << QByteArray("phase") << QByteArray("rest") << QByteArray("phase: rest");
    QTest::newRow("only a kind") << QByteArray("phase") << QByteArray() << QByteArray("phase");
    QTest::newRow("long") << QByteArray("error") << QByteArray("a sentence that goes on and on")
                          << QByteArray("error: a sentence that goes\u2026");
}

void TestMarkLabels::words()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(markLabel({0, kind.toStdString(), text.toStdString()}), expected.toStdString());
}

void TestMarkLabels::labelsNeverTouch_data()
{
    QTest::addColumn<QList<double>>("positions");
    QTest::newRow("far apart") << QList<double>{10, 300, 600};
    QTest::newRow("close together") << QList<double>{100, 110, 120};
    QTest::newRow("crowd") << QList<double>{100, 104, 108, 112, 116, 120, 124, 128, 132, 136};
    QTest::newRow("at the right end") << QList<double>{680, 690, 700};
    QTest::newRow("outside") << QList<double>{-50, 300, 900};
}

void TestMarkLabels::labelsNeverTouch()
{
    QFETCH(QList<double>, positions);
    std::vector<EventRow> events;
    for (qsizetype i = 0; i < positions.size(); ++i)
        events.push_back({i, "phase", "number " + std::to_string(i)});
    const auto marks = placeMarks(events, {positions.begin(), positions.end()}, 0, 700, 750, 3);
    QCOMPARE(marks.size(), static_cast<size_t>(positions.size()));
    int labelled = 0;
    struct Box {
        double begin;
        double end;
        int row;
    };
    std::vector<Box> boxes;
    for (const PlacedMark &mark : marks) {
        QVERIFY(mark.x >= 0 && mark.x <= 700);
        if (mark.label.empty())
            continue;
        ++labelled;
        const double width = textWidth(mark.label, 11) + 6;
        const Box box = mark.endsAtLine ? Box{mark.x - width, mark.x, mark.row} : Box{mark.x, mark.x + width, mark.row};
        QVERIFY(box.end <= 750);
        for (const Box &other : boxes)
            QVERIFY(other.row != box.row || other.end <= box.begin || box.end <= other.begin);
        boxes.push_back(box);
    }
    QVERIFY(labelled >= std::min<int>(3, static_cast<int>(positions.size())));
}

void TestMarkLabels::marksAtOnePlaceAreOne()
{
    const std::vector<EventRow> events{{0, "error", "a"}, {1, "clear", "1: 2 B"}, {2, "error", "b"}, {3, "error", "c"}};
    const auto marks = placeMarks(events, {10, 10, 11, 20}, 0, 100, 500, 3);
    QCOMPARE(marks.size(), size_t(3));
    QCOMPARE(marks[0].label, std::string("error: a"));
    QCOMPARE(marks[2].label, std::string("error: c"));
}

void TestMarkLabels::withoutRoomThereAreNoWords()
{
    const auto marks = placeMarks({{0, "load", "x"}}, {10}, 0, 100, 100, 0);
    QCOMPARE(marks.size(), size_t(1));
    QVERIFY(marks.front().label.empty());
}

QTEST_GUILESS_MAIN(TestMarkLabels)
#include "tst_marklabels.moc"
