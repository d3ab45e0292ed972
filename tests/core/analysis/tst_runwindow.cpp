// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/runwindow.h"
#include "curves.h"

#include <QtTest>

using namespace limno;
using namespace limno::test;

class TestRunWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsALongRun_data();
    void splitsALongRun();
    void keepsPhases();
    void threadsAllowAShorterSplit();
    void marksCut_data();
    void marksCut();
    void frequentErrorsDoNotCut();
    void leavesOutAbsentValues();
    void usesTheRequestIndex();
    void emptyRun();
};

static MemoryRun flatRun(size_t count)
{
    return runOf(count, [](double) { return 1e6; });
}

void TestRunWindow::splitsALongRun_data()
{
    QTest::addColumn<size_t>("rows");
    QTest::addColumn<size_t>("mainRows");
    QTest::newRow("too short to split") << size_t{159} << size_t{159};
    QTest::newRow("100 + 60") << size_t{160} << size_t{100};
    QTest::newRow("400 + 240") << size_t{640} << size_t{400};
}

void TestRunWindow::splitsALongRun()
{
    QFETCH(size_t, rows);
    QFETCH(size_t, mainRows);
    const RunWindow window = chooseWindow(flatRun(rows));
    QCOMPARE(window.rows.size(), rows);
    QCOMPARE(window.mainRows, mainRows);
    QVERIFY(!window.isCut);
}

void TestRunWindow::keepsPhases()
{
    MemoryRun run = flatRun(300);
    for (size_t i = 0; i < run.rows.size(); ++i)
        run.rows[i].phase = i < 180 ? RunPhase::Main : i < 280 ? RunPhase::Confirm : RunPhase::Rest;
    const RunWindow window = chooseWindow(run);
    QCOMPARE(window.rows.size(), size_t{280});
    QCOMPARE(window.mainRows, size_t{180});
}

void TestRunWindow::threadsAllowAShorterSplit()
{
    MemoryRun run = flatRun(120);
    for (RunRow &row : run.rows)
        row.threads = 4;
    QCOMPARE(chooseWindow(run).mainRows, size_t{120});
    for (RunRow &row : run.rows)
        row.threads = 4 + row.request;
    QCOMPARE(chooseWindow(run).mainRows, size_t{75});
}

void TestRunWindow::marksCut_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<size_t>("rows");
    QTest::newRow("load") << int(MarkKind::Load) << size_t{200};
    QTest::newRow("toggle") << int(MarkKind::Toggle) << size_t{200};
    QTest::newRow("clear") << int(MarkKind::Clear) << size_t{200};
    QTest::newRow("error") << int(MarkKind::Error) << size_t{200};
    QTest::newRow("phase") << int(MarkKind::Phase) << size_t{300};
}

void TestRunWindow::marksCut()
{
    QFETCH(int, kind);
    QFETCH(size_t, rows);
    MemoryRun run = flatRun(300);
    run.marks.push_back({100, static_cast<MarkKind>(kind), 0, {}});
    const RunWindow window = chooseWindow(run);
    QCOMPARE(window.rows.size(), rows);
    QCOMPARE(window.rows.back(), size_t{299});
    QCOMPARE(window.isCut, rows < 300);
}

void TestRunWindow::frequentErrorsDoNotCut()
{
    MemoryRun run = flatRun(300);
    for (size_t row = 10; row < 300; row += 10)
        run.marks.push_back({row, MarkKind::Error, 0, {}});
    QCOMPARE(chooseWindow(run).rows.size(), size_t{300});
    for (RunMark &mark : run.marks)
        mark.kind = MarkKind::Load;
    QCOMPARE(chooseWindow(run).rows.size(), size_t{300});
    for (RunMark &mark : run.marks)
        mark.kind = MarkKind::Toggle;
    QCOMPARE(chooseWindow(run).rows.size(), size_t{10});
}

void TestRunWindow::leavesOutAbsentValues()
{
    MemoryRun run = flatRun(200);
    run.series.front().values[3] = RunSeries::kAbsent;
    run.series.front().values.resize(190);
    size_t mainRows = 0;
    const Points curve = curveOf(run, chooseWindow(run), run.series.front().values, mainRows);
    QCOMPARE(curve.size(), size_t{189});
    QCOMPARE(mainRows, size_t{124});
    QCOMPARE(curve.x[3], 4.0);
}

void TestRunWindow::usesTheRequestIndex()
{
    MemoryRun run = flatRun(100);
    for (RunRow &row : run.rows)
        row.request *= 10; // one row in ten was written down
    size_t mainRows = 0;
    QCOMPARE(curveOf(run, chooseWindow(run), run.series.front().values, mainRows).x.back(), 990.0);
    run.rows[5].request = 3;
    QCOMPARE(curveOf(run, chooseWindow(run), run.series.front().values, mainRows).x.back(), 99.0);
}

void TestRunWindow::emptyRun()
{
    const RunWindow window = chooseWindow({});
    QVERIFY(window.rows.empty());
    QCOMPARE(window.mainRows, size_t{0});
}

QTEST_APPLESS_MAIN(TestRunWindow)
#include "tst_runwindow.moc"
