// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulatedruns.h"
#include "tests/ui/testbench.h"
#include "ui/models/verdictmodel.h"
#include "ui/plot/growthplot.h"
#include "ui/replaypane.h"
#include "ui/statusline.h"
#include "ui/verdictpane.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

#include <algorithm>

using namespace limno;

namespace {

ReplayReport reportOf(std::string_view family, size_t confirmRows = 240)
{
    const auto families = simulatedFamilies();
    SimulatedShape shape;
    shape.confirmRows = confirmRows;
    ReplayReport report;
    report.run = simulate(*std::ranges::find(families, family, &SimulatedFamily::name), shape, 5).run;
    report.verdict = judgeRun(*report.run);
    return report;
}

} // namespace

class TestVerdictPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beginsWithoutAVerdict()
    {
        TestBench bench;
        VerdictPane pane(bench.bench);
        QVERIFY(pane.sentence()->text().contains(QLatin1String("judged when it ends")));
        QVERIFY(!pane.table()->isVisibleTo(&pane));
        QVERIFY(!pane.experimentButton()->isVisibleTo(&pane));
    }

    void aLeakIsASentenceACurveAndAnExperiment()
    {
        TestBench bench;
        VerdictPane pane(bench.bench);
        const QAbstractItemModelTester tester(pane.table()->model());
        const ReplayReport report = reportOf("leak");
        pane.show(report, QStringLiteral("limnograph-cli replay chat"));
        QCOMPARE(pane.sentence()->text(), QString::fromStdString(report.verdict->text));
        QVERIFY(pane.sentence()->text().startsWith(QLatin1String("Leak in heap")));
        QVERIFY(pane.plot()->hasCurve());
        QCOMPARE(pane.table()->model()->rowCount(), 1);
        QCOMPARE(pane.table()->model()->index(0, VerdictModel::Class).data().toString(), QStringLiteral("leak"));
        QVERIFY(pane.table()->model()->index(0, VerdictModel::Slope).data().toString().startsWith(QLatin1String("+2")));
        pane.copyButton()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("limnograph-cli replay chat"));
        bench.language.choose(QStringLiteral("zh_CN"));
        QCOMPARE(pane.table()->model()->index(0, VerdictModel::Class).data().toString(), QStringLiteral("泄漏"));
    }

    void experimentsRunOnlyWhenReady()
    {
        TestBench bench;
        VerdictPane pane(bench.bench);
        ReplayReport report = reportOf("leak");
        report.verdict->advice = {{Advice::Kind::Experiment, "Go on.", "--confirm", "on"}};
        pane.show(report, QStringLiteral("cli"));
        QVERIFY(pane.experimentButton()->isVisibleTo(&pane));
        QVERIFY(!pane.experimentButton()->isEnabled());
        pane.setReady(true);
        QSignalSpy wanted(&pane, &VerdictPane::experimentWanted);
        pane.experimentButton()->click();
        QCOMPARE(wanted.size(), 1);
        // What only the command line can do is offered as a command.
        report.verdict->advice = {{Advice::Kind::Experiment, "Quiet.", "--quiet-allocator", "on"}};
        pane.show(report, QStringLiteral("cli"));
        QVERIFY(!pane.experimentButton()->isVisibleTo(&pane));
        pane.copyButton()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("cli --quiet-allocator"));
    }

    void theReplayEndsInAVerdictAndItsExperimentRuns()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 1;
        window.arrange(Arrangement::Diagnose);
        window.tabs()->setCurrentIndex(1);
        window.replay()->setPrompt(QStringLiteral("it's again"));
        window.replay()->requests()->setValue(30);
        window.replay()->start();
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        QCOMPARE(window.tabs()->currentIndex(), 2);
        QVERIFY(window.verdict()->sentence()->text().startsWith(QLatin1String("Not enough data")));
        QVERIFY(window.replay()->command().contains(QLatin1String("--prompt 'it'\\''s again'")));
        QVERIFY(window.replay()->command().contains(QLatin1String("--requests 30")));
        // "Run longer" is the experiment: until sure.
        QVERIFY(window.verdict()->experimentButton()->isEnabled());
        window.verdict()->experimentButton()->click();
        QVERIFY(window.replay()->controller()->isRunning());
        QTRY_VERIFY(window.replay()->controller()->progress().ok >= 5);
        window.replay()->stop();
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        QVERIFY(window.replay()->command().contains(QLatin1String("--until-sure")));
    }

    void theStatusLineHasANumberOnlyWithAVerdict()
    {
        TestBench bench;
        StatusLine line(bench.bench);
        const auto text = [&line] { return line.findChildren<QLabel *>().last()->text(); };
        QCOMPARE(text(), QStringLiteral("growth –"));
        line.showGrowth(65536);
        QCOMPARE(text(), QStringLiteral("growth 64.0 KiB a request"));
        line.showGrowth(std::nullopt);
        QCOMPARE(text(), QStringLiteral("growth –"));
    }
};

QTEST_MAIN(TestVerdictPane)
#include "tst_verdictpane.moc"
