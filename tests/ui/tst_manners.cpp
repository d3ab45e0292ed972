// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"
#include "ui/chatview.h"
#include "ui/clearpane.h"
#include "ui/levelpane.h"
#include "ui/modelspane.h"
#include "ui/noticebar.h"
#include "ui/numberfield.h"
#include "ui/promptedit.h"
#include "ui/replaypane.h"
#include "ui/statusline.h"
#include "ui/switchespane.h"
#include "ui/wording.h"
#include "ui/workpane.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

using namespace limno;

namespace {

QString transcript(const TestBench &bench)
{
    return bench.window->work()->view()->toPlainText();
}

QPushButton *button(const QWidget &pane, const QString &name)
{
    for (QPushButton *each : pane.findChildren<QPushButton *>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

QString statusText(const MainWindow &window)
{
    return window.findChild<StatusLine *>()->findChild<QLabel *>()->text();
}

} // namespace

/// How the window behaves around its work: what stays on the screen, where the focus goes, what typing does.
class TestManners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void openedTextsAreSeen()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.arrange(Arrangement::Diagnose);
        QVERIFY(!window.work()->isVisible());
        window.openPaths({bench.writeFile(QStringLiteral("a.txt"), "What is a lake?")});
        QTRY_COMPARE(window.work()->prompt()->toPlainText(), QStringLiteral("What is a lake?"));
        QVERIFY(window.work()->isVisible());
        QVERIFY(window.work()->prompt()->hasFocus());
    }

    void complaintsAreAllListedUntilSomethingGoesWell()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.openPaths({bench.path(QStringLiteral("missing.bin"))});
        const auto names = [&](const char *name) { return window.notice()->text().contains(QLatin1String(name)); };
        QTRY_VERIFY(names("missing.bin"));
        QSignalSpy ended(window.models(), &ModelsPane::failed);
        for (const char *name : {"broken one", "broken two", "broken one"})
            window.models()->load(QLatin1String(name), bench.path(QLatin1String(name) + QStringLiteral(".fake")));
        QTRY_COMPARE(ended.size(), 3);
        QVERIFY(names("broken one.fake") && names("broken two.fake"));
        QVERIFY(names("missing.bin"));
        QCOMPARE(window.notice()->text().count(QLatin1Char('\n')), 2); // each is said once
        QVERIFY(bench.loadFake());
        QCOMPARE(window.notice()->text(), QString());
    }

    void newsStaysWhenThingsGoWell()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        window.notice()->say(NoticeBar::Kind::Info, [] { return QStringLiteral("news"); });
        QVERIFY(bench.loadFake());
        QCOMPARE(window.notice()->text(), QStringLiteral("news"));
    }

    void whatStaysFollowsTheLanguage()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        window.work()->setPromptText(QStringLiteral("hello"));
        window.work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("8 tokens")));
        window.work()->setPromptText(QStringLiteral("fail"));
        window.work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("The input cannot be used.")));
        window.loadModel(QStringLiteral("/nowhere.gguf"));
        QVERIFY(window.notice()->text().startsWith(QLatin1String("The model was not found.")));
        const QString answer = transcript(bench).section(QLatin1Char('\n'), 4, 4);

        window.chooseLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY(transcript(bench).startsWith(QStringLiteral("你\nhello\n")));
        for (const char *english : {"You", "8 tokens", "first token", "cannot be used"})
            QVERIFY2(!transcript(bench).contains(QLatin1String(english)), qPrintable(transcript(bench)));
        QCOMPARE(transcript(bench).section(QLatin1Char('\n'), 4, 4), answer);
        QVERIFY(window.notice()->text().startsWith(QStringLiteral("找不到模型")));
        QVERIFY(window.notice()->text().contains(QLatin1String("/nowhere.gguf")));
        window.chooseLanguage(QStringLiteral("en"));
        QTRY_VERIFY(transcript(bench).startsWith(QStringLiteral("You\nhello\n")));
    }

    void coreWordsAreTranslated()
    {
        Language language;
        const std::string note = "nothing came back: 1.0 MiB went to the heap's free blocks; still held: smollm2: KV cache 12.0 MiB, smollm2: "
                                 "weights tensors 3.0 GiB, block cache 5 B, something new 1.0 KiB";
        language.choose(QStringLiteral("en"));
        QCOMPARE(clearNoteText(note).toStdString(), note);
        QCOMPARE(toggleText(QStringLiteral("KV cache off")), QStringLiteral("KV cache off"));
        language.choose(QStringLiteral("zh_CN"));
        const QString chinese = clearNoteText(note);
        for (const char *kept : {"smollm2: ", "12.0 MiB", "3.0 GiB", "something new 1.0 KiB"})
            QVERIFY2(chinese.contains(QLatin1String(kept)), qPrintable(chinese));
        for (const char *english : {"nothing", "heap", "held", "tensors", "block"})
            QVERIFY2(!chinese.contains(QLatin1String(english)), qPrintable(chinese));
        for (const char *text : {"KV cache on", "KV cache off", "permits off", "permits 3", "workers 2"})
            QVERIFY2(toggleText(QLatin1String(text)) != QLatin1String(text), text);
        QVERIFY(toggleText(QStringLiteral("permits 3")).contains(QLatin1Char('3')));
        QCOMPARE(toggleText(QStringLiteral("something new")), QStringLiteral("something new"));
        language.choose(QStringLiteral("en"));
    }

    void aStepsNoteIsNotTheWholeRuns()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        std::vector<char *> blocks;
        const auto kept = bench.ladder.add(ClearStep::Results, [] {});
        const auto given = bench.ladder.add(ClearStep::KvCaches, [&blocks] {
            for (char *block : blocks)
                ::free(block);
            blocks.clear();
        });
        constexpr size_t kBytes = 32 << 20; // above malloc's threshold: goes back to the system when it is freed
        blocks.push_back(static_cast<char *>(::malloc(kBytes)));
        memset(blocks.front(), 1, kBytes);
        const auto shown = [&](const char *words) {
            for (const QLabel *label : window.clearing()->findChildren<QLabel *>()) {
                if (label->isVisible() && label->text().contains(QLatin1String(words)))
                    return true;
            }
            return false;
        };
        QSignalSpy finished(window.clearing(), &ClearPane::finished);
        window.clearing()->run({ClearStep::Results, ClearStep::KvCaches});
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(finished.front().front().toLongLong() > qint64(kBytes) / 2);
        QVERIFY(shown("Gave back") && !shown("nothing came back"));
        window.clearing()->run({ClearStep::Results});
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(shown("nothing came back"), finished.back().front().toLongLong() == 0);
    }

    void theFocusStaysNear()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        QPushButton *clear = button(*window.clearing(), QStringLiteral("Clear all caches"));
        clear->setFocus();
        QSignalSpy finished(window.clearing(), &ClearPane::finished);
        QTest::keyClick(clear, Qt::Key_Space);
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(clear->hasFocus());

        window.work()->setPromptText(QStringLiteral("hello"));
        QPushButton *send = button(*window.work(), QStringLiteral("Send the prompt"));
        QVERIFY(send->isEnabled());
        send->setFocus();
        QTest::keyClick(send, Qt::Key_Space);
        QTRY_VERIFY(!window.work()->controller()->isBusy());
        QVERIFY(window.work()->isAncestorOf(QApplication::focusWidget()));
    }

    void aClickIntoANumberSelectsIt()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QSpinBox *permits = window.switches()->permits();
        permits->setValue(0);
        QCOMPARE(permits->text(), QStringLiteral("off"));
        window.work()->focusPrompt();
        auto *line = permits->findChild<QLineEdit *>();
        QTest::mouseClick(line, Qt::LeftButton, {}, line->rect().center());
        QTRY_COMPARE(line->selectedText(), QStringLiteral("off"));
        QTest::keyClicks(line, QStringLiteral("3"));
        QCOMPARE(permits->text(), QStringLiteral("3"));
        commitTyping(); // as a shortcut that sends does
        QCOMPARE(bench.settings.integer(Setting::Permits), 3);
    }

    void replayStartsWithWhatIsTyped()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        window.arrange(Arrangement::Diagnose);
        window.tabs()->setCurrentIndex(1);
        window.replay()->setPrompt(QStringLiteral("again"));
        QSpinBox *requests = window.replay()->requests();
        requests->setFocus();
        requests->selectAll();
        QTest::keyClicks(requests, QStringLiteral("0"));
        QVERIFY(!button(*window.replay(), QStringLiteral("Start replay"))->isEnabled()); // neither requests nor seconds
        requests->selectAll();
        QTest::keyClicks(requests, QStringLiteral("3"));
        window.replay()->start();
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        QCOMPARE(window.replay()->controller()->result()->counts.ok, int64_t(3));
    }

    void theTranscriptHasNoSidewaysBar()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        window.work()->setPromptText(QString(4000, QLatin1Char('w')) + QStringLiteral(" end"));
        window.work()->send();
        QTRY_VERIFY(!window.work()->controller()->isBusy());
        QVERIFY(!window.work()->view()->horizontalScrollBar()->isVisible());
    }

    void onlyRequestsCountAsWaiting()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.behaviour->words = 1000000;
        bench.behaviour->wordMs = 2;
        window.work()->setPromptText(QStringLiteral("for ever"));
        window.work()->send();
        QTRY_VERIFY(transcript(bench).contains(QLatin1String("word2 ")));
        window.clearing()->run({ClearStep::HeapTrim}); // has to wait until the answer has ended
        QTRY_VERIFY(std::ranges::any_of(bench.pulse.snapshot().jobs, [](const Runtime::JobView &job) {
            return job.kind != JobKind::Request && job.state == JobState::Waiting;
        }));
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 2);
        QVERIFY2(statusText(window).contains(QLatin1String("waiting 0")), qPrintable(statusText(window)));
        window.work()->stop();
        QTRY_VERIFY(!window.clearing()->isRunning());
    }
};

QTEST_MAIN(TestManners)
#include "tst_manners.moc"
