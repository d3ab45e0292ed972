// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"
#include "ui/chatview.h"
#include "ui/clearpane.h"
#include "ui/levelpane.h"
#include "ui/modelspane.h"
#include "ui/noticebar.h"
#include "ui/plot/laneview.h"
#include "ui/plot/leveloverlay.h"
#include "ui/plot/levelplot.h"
#include "ui/promptedit.h"
#include "ui/recordcontroller.h"
#include "ui/recordingpane.h"
#include "ui/replaypane.h"
#include "ui/switchespane.h"
#include "ui/toggleswitch.h"
#include "ui/workpane.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

#include <algorithm>

using namespace limno;

namespace {

QString transcript(const TestBench &bench)
{
    return bench.window->work()->view()->toPlainText();
}

void type(TestBench &bench, const QString &text)
{
    bench.window->work()->focusPrompt();
    bench.window->work()->setPromptText(text);
}

ModelRow *rowOf(const TestBench &bench, const QString &name)
{
    for (ModelRow *row : bench.window->models()->findChildren<ModelRow *>()) {
        if (row->accessibleName().startsWith(name + QLatin1Char(',')))
            return row;
    }
    return nullptr;
}

bool isIdle(const TestBench &bench)
{
    return !bench.window->work()->controller()->isBusy();
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensAndPaints()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        const QImage image = window.grab().toImage();
        QVERIFY(image.width() >= window.minimumWidth());
        QVERIFY(image.convertToFormat(QImage::Format_Indexed8).colorCount() > 8);
        QVERIFY(window.isVisible());
    }

    void everyControlHasAName_data()
    {
        QTest::addColumn<int>("arrangement");
        QTest::newRow("try") << 0;
        QTest::newRow("diagnose") << 1;
        QTest::newRow("demo") << 2;
    }
    void everyControlHasAName()
    {
        QFETCH(int, arrangement);
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.arrange(static_cast<Arrangement>(arrangement));
        QStringList nameless;
        for (QWidget *widget : window.findChildren<QWidget *>()) {
            const bool isControl = qobject_cast<QAbstractButton *>(widget) || qobject_cast<QAbstractSpinBox *>(widget)
                || qobject_cast<QPlainTextEdit *>(widget);
            // Qt's own parts of compound widgets have private names.
            const bool isOurs = !widget->objectName().startsWith(QLatin1String("qt_")) && widget->isVisible()
                && !QByteArray(widget->parentWidget()->metaObject()->className()).startsWith("QTab")
                && !QByteArray(widget->parentWidget()->metaObject()->className()).startsWith("QTable");
            if (isControl && isOurs && widget->accessibleName().isEmpty())
                nameless += QStringLiteral("%1 in %2")
                                .arg(QLatin1String(widget->metaObject()->className()),
                                     QLatin1String(widget->parentWidget()->metaObject()->className()));
            if (isControl && isOurs && widget->isEnabled() && widget->focusPolicy() == Qt::NoFocus)
                nameless += QStringLiteral("no focus: ") + widget->accessibleName();
        }
        QCOMPARE(nameless, QStringList());
    }

    void streamsAnAnswer()
    {
        TestBench bench;
        bench.openWindow();
        bench.behaviour->words = 40;
        bench.behaviour->wordMs = 5;
        QVERIFY(bench.loadFake());
        type(bench, QStringLiteral("Tell me"));
        QTest::keyClick(bench.window->work()->prompt(), Qt::Key_Return);
        QVERIFY(!isIdle(bench));
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word3 ")));
        QVERIFY2(!transcript(bench).contains(QLatin1String("word39 ")), "the answer came in one piece");
        QTRY_VERIFY(isIdle(bench));
        QVERIFY(transcript(bench).contains(QLatin1String("word39 ")));
        QVERIFY(transcript(bench).contains(QLatin1String("40 tokens")));
        QVERIFY(transcript(bench).contains(QLatin1String("tokens/s")));
        QCOMPARE(bench.window->work()->controller()->history().size(), size_t(2));
        QCOMPARE(bench.window->work()->prompt()->toPlainText(), QString());
    }

    void aFailedTurnIsShownAndForgotten()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        type(bench, QStringLiteral("please fail"));
        bench.window->work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("9000 tokens")));
        QTRY_VERIFY(isIdle(bench));
        QCOMPARE(bench.window->work()->controller()->history().size(), size_t(0));
        type(bench, QStringLiteral("again"));
        bench.window->work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word7 ")));
    }

    void aResetForgetsEverything()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 100000;
        bench.behaviour->wordMs = 5;
        type(bench, QStringLiteral("go on"));
        bench.window->work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word1 ")));
        bench.window->work()->resetConversation();
        QTRY_VERIFY(isIdle(bench));
        QCOMPARE(transcript(bench), QString());
        QCOMPARE(bench.window->work()->controller()->history().size(), size_t(0));
    }

    void stopsWithinASecond()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 1000000;
        bench.behaviour->wordMs = 2;
        type(bench, QStringLiteral("for ever"));
        bench.window->work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word2 ")));
        QElapsedTimer clock;
        clock.start();
        bench.window->work()->stop();
        QTRY_VERIFY(isIdle(bench));
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(transcript(bench).contains(QLatin1String("stopped")));
    }

    void loadingCanBeStopped()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        bench.behaviour->loadSteps = 100000;
        bench.behaviour->loadStepMs = 2;
        window.models()->load(QStringLiteral("slow"), bench.path(QStringLiteral("slow.fake")));
        QVERIFY(window.models()->isLoadingFirst());
        QTRY_VERIFY(rowOf(bench, QStringLiteral("slow"))->accessibleName().contains(QLatin1String("loading")));
        Q_EMIT rowOf(bench, QStringLiteral("slow"))->buttonPressed();
        QTRY_VERIFY(!window.models()->isLoadingFirst());
        QCOMPARE(window.models()->current(), QString());
    }

    void aBrokenModelIsNamed()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.models()->load(QStringLiteral("broken"), bench.path(QStringLiteral("broken.fake")));
        QTRY_VERIFY(window.notice()->text().contains(QLatin1String("expected GGUF")));
        QVERIFY(bench.loadFake());
    }

    void unloadFreesTheChoice()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        QTRY_VERIFY(!bench.pulse.snapshot().models.empty());
        QTRY_VERIFY(rowOf(bench, QStringLiteral("fake"))->accessibleName().contains(QLatin1String("loaded")));
        Q_EMIT rowOf(bench, QStringLiteral("fake"))->buttonPressed();
        QTRY_COMPARE(window.models()->current(), QString());
        QVERIFY(window.work()->controller()->model().isEmpty());
    }

    // Return that confirms an input method's text must not send (field case E6).
    void returnWhileComposingNeverSends()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        PromptEdit *prompt = bench.window->work()->prompt();
        bench.window->work()->focusPrompt();
        QInputMethodEvent composing(QStringLiteral("nihao"), {});
        QApplication::sendEvent(prompt, &composing);
        QVERIFY(prompt->isComposing());
        QTest::keyClick(prompt, Qt::Key_Return);
        QVERIFY(isIdle(bench));
        QCOMPARE(bench.behaviour->runs.load(), 0);

        QInputMethodEvent committed;
        committed.setCommitString(QStringLiteral("你好"));
        QApplication::sendEvent(prompt, &committed);
        QVERIFY(!prompt->isComposing());
        QCOMPARE(prompt->toPlainText(), QStringLiteral("你好"));
        QTest::keyClick(prompt, Qt::Key_Return);
        QTRY_COMPARE(bench.behaviour->runs.load(), 1);
        QVERIFY(transcript(bench).contains(QStringLiteral("你好")));
    }

    void shiftReturnStartsALine()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        type(bench, QStringLiteral("one"));
        QTest::keyClick(bench.window->work()->prompt(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(bench.window->work()->prompt()->toPlainText(), QStringLiteral("one\n"));
        QVERIFY(isIdle(bench));
    }

    void themeChangesCurvesAtOnce()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        for (const Metric metric : {Metric::RssAnon, Metric::RssFile, Metric::HeapInUse, Metric::HostTensors}) {
            window.chooseTheme(ThemeChoice::Light);
            const QColor light = window.level()->plot()->curveColor(metric);
            window.chooseTheme(ThemeChoice::Dark);
            const QColor dark = window.level()->plot()->curveColor(metric);
            QVERIFY(light != dark);
            QCOMPARE(dark, themeColors(Scheme::Dark).curve(metric).color);
        }
        QCOMPARE(window.palette().color(QPalette::Window), themeColors(Scheme::Dark).background);
    }

    void languageChangesAtOnce()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        const auto shows = [&](const QString &word) {
            for (const QLabel *label : window.findChildren<QLabel *>()) {
                if (label->isVisible() && label->text() == word)
                    return true;
            }
            return false;
        };
        QVERIFY(shows(QStringLiteral("Switches")));
        window.chooseLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY(shows(QStringLiteral("开关")));
        QVERIFY(!shows(QStringLiteral("Switches")));
        window.chooseLanguage(QStringLiteral("en"));
        QTRY_VERIFY(shows(QStringLiteral("Switches")));
    }

    void switchesActOnTheRuntime()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        window.switches()->permits()->setValue(0);
        QTRY_COMPARE(bench.runtime.snapshot().gate.limits[PermitClass::Text], kUnlimitedPermits);
        window.switches()->workers()->setValue(3);
        QTRY_COMPARE(bench.runtime.snapshot().workers, 3);
        QTRY_COMPARE(bench.pulse.snapshot().models.size(), size_t(1));
        window.switches()->kvCache()->click();
        QTRY_COMPARE(bench.runtime.snapshot().models.front().policy.kvCache, Toggle::Off);
        QTRY_VERIFY(window.level()->overlay()->markCount() >= 3);
    }

    void clearingReportsPerStep()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QSignalSpy finished(window.clearing(), &ClearPane::finished);
        window.clearing()->run(ClearLadder::all());
        QVERIFY(window.clearing()->isRunning());
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(window.clearing()->bytesOf(ClearStep::HeapTrim) >= 0);
        QVERIFY(!window.clearing()->isRunning());
    }

    void replaysAndCounts()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 2;
        window.arrange(Arrangement::Diagnose);
        window.replay()->setPrompt(QStringLiteral("again"));
        window.replay()->requests()->setValue(20);
        window.replay()->start();
        QVERIFY(window.replay()->controller()->isRunning());
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        QVERIFY(window.replay()->controller()->result());
        QCOMPARE(window.replay()->controller()->result()->counts.ok, int64_t(20));
        QTRY_COMPARE(window.level()->lanes()->spanCount(), size_t(20));
    }

    void stoppedReplayKeepsWhatItHas()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 3;
        bench.behaviour->wordMs = 5;
        window.replay()->requests()->setValue(100000);
        window.replay()->start();
        QTRY_VERIFY(window.replay()->controller()->progress().ok >= 2);
        QElapsedTimer clock;
        clock.start();
        window.replay()->stop();
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        QVERIFY(clock.elapsed() < 1000);
        QVERIFY(window.replay()->controller()->result()->isInterrupted);
    }

    void recordsAndOpensWhatWasRecorded()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        bench.sampler.start();
        QVERIFY(bench.loadFake());
        const QString path = bench.path(QStringLiteral("run.limno"));
        window.recording()->start(path);
        QTRY_COMPARE(window.recording()->state(), RecordController::State::Recording);
        type(bench, QStringLiteral("hello"));
        window.work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word7 ")));
        QTRY_VERIFY(isIdle(bench));
        window.recording()->stop();
        QTRY_COMPARE(window.recording()->state(), RecordController::State::Idle);
        QVERIFY(window.notice()->text().contains(path));
        window.openPaths({path});
        QTRY_VERIFY(window.openedRecording()->hasRecording());
        QTRY_VERIFY(window.openedRecording()->isVisible());
        const auto labels = window.openedRecording()->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->text() == QStringLiteral("1 ok · 0 failed · 0 stopped");
        }));
    }

    void aBrokenRecordingIsNamed()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.openPaths({bench.writeFile(QStringLiteral("bad.limno"), "no recording at all")});
        QTRY_VERIFY(window.notice()->text().contains(QLatin1String("bad.limno")));
        QVERIFY(!window.openedRecording()->hasRecording());
    }

    void recordingThatCannotStartSaysWhy()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.recording()->start(QStringLiteral("/proc/nowhere/run.limno"));
        QTRY_VERIFY(window.notice()->text().contains(QLatin1String("/proc/nowhere")));
        QCOMPARE(window.recording()->state(), RecordController::State::Idle);
    }

    void hiddenLevelDoesNotDraw()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        bench.sampler.start();
        LevelPlot *plot = window.level()->plot();
        QTRY_VERIFY(plot->replotCount() > 3);
        window.level()->hide();
        QCoreApplication::processEvents();
        const int64_t drawn = plot->replotCount();
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 5);
        QCOMPARE(plot->replotCount(), drawn);
    }

    void movingTheViewEndsFollowing()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(window.level()->isFollowing());
        window.level()->setFocus();
        QTest::keyClick(window.level(), Qt::Key_Left);
        QVERIFY(!window.level()->isFollowing());
        QTest::keyClick(window.level(), Qt::Key_End);
        QVERIFY(window.level()->isFollowing());
    }

    void closesDuringGeneration_data()
    {
        QTest::addColumn<bool>("isDeaf");
        QTest::newRow("that listens") << false;
        QTest::newRow("that does not listen") << true;
    }
    void closesDuringGeneration()
    {
        QFETCH(bool, isDeaf);
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->isDeaf = isDeaf;
        bench.behaviour->words = 1000000;
        bench.behaviour->wordMs = 2;
        type(bench, QStringLiteral("for ever"));
        window.work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word2 ")));
        QSignalSpy closed(&window, &MainWindow::closed);
        QElapsedTimer clock;
        clock.start();
        window.close();
        QVERIFY(clock.elapsed() < 500);
        QTRY_COMPARE(closed.size(), 1);
        QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(closed.front().front().toBool(), !isDeaf);
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
