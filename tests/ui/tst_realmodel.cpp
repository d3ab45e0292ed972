// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"
#include "core/io/builtinmodels.h"
#include "ui/chatview.h"
#include "ui/clearpane.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/modelspane.h"
#include "ui/promptedit.h"
#include "ui/pulse.h"
#include "ui/replaypane.h"
#include "ui/switchespane.h"
#include "ui/toggleswitch.h"
#include "ui/workpane.h"

#include <QElapsedTimer>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace limno;

/// The main job on the real model: load, ask, flip a switch, replay, clear.
class TestRealModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = builtinModels();
        if (std::none_of(models.begin(), models.end(),
                         [](const BuiltinModel &model) { return model.name == "smollm2"; }))
            QSKIP("the built-in language model is not installed");
    }

    void mainJob()
    {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("s.ini")));
        settings.set(Setting::MaxTokens, 24);
        Language language;
        language.choose(QStringLiteral("en"));
        Theme theme;
        theme.setChoice(ThemeChoice::Light);
        Services services({});
        services.sampler.start();
        Pulse pulse(services.runtime);
        MainWindow window(
            {services.runtime, services.series, services.sampler, services.ladder, services.devices,
             services.snapshots, settings, theme, pulse}, language);
        QElapsedTimer clock;
        clock.start();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const qint64 paintedMs = clock.elapsed();
        window.loadModel(QStringLiteral("smollm2"));
        QTRY_COMPARE_WITH_TIMEOUT(window.models()->current(), QStringLiteral("smollm2"), 60000);
        qInfo("window painted after %lld ms, model ready after %lld ms", paintedMs, clock.elapsed());

        ask(window, QStringLiteral("What is the capital of France?"));
        const QString withCache = lastAnswer(window);
        QVERIFY2(withCache.contains(QLatin1String("Paris")), qPrintable(withCache));
        QVERIFY(window.work()->view()->toPlainText().contains(QLatin1String("tokens/s")));

        window.switches()->kvCache()->click();
        QTRY_COMPARE(services.runtime.snapshot().models.front().policy.kvCache, Toggle::Off);
        window.work()->resetConversation();
        ask(window, QStringLiteral("What is the capital of France?"));
        QCOMPARE(lastAnswer(window), withCache);
        window.switches()->kvCache()->click();

        window.arrange(Arrangement::Diagnose);
        window.tabs()->setCurrentIndex(1);
        window.replay()->requests()->setValue(3);
        window.replay()->start();
        QTRY_VERIFY_WITH_TIMEOUT(!window.replay()->controller()->isRunning(), 120000);
        QCOMPARE(window.replay()->controller()->result()->counts.ok, int64_t(3));

        window.clearing()->run(ClearLadder::all());
        QTRY_VERIFY_WITH_TIMEOUT(!window.clearing()->isRunning(), 30000);
        QTRY_VERIFY(services.series.latest().value(Metric::HostTensors).has_value());
        if (const QString pictures = qEnvironmentVariable("LIMNOGRAPH_SCREENSHOTS"); !pictures.isEmpty()) {
            window.resize(1440, 900);
            QTest::qWait(300);
            window.grab().save(pictures + QStringLiteral("/real-diagnose.png"));
            window.arrange(Arrangement::Try);
            QTest::qWait(300);
            window.grab().save(pictures + QStringLiteral("/real-try.png"));
        }
    }

private:
    static void ask(MainWindow &window, const QString &text)
    {
        window.work()->setPromptText(text);
        window.work()->send();
        QTRY_VERIFY_WITH_TIMEOUT(!window.work()->controller()->isBusy(), 120000);
    }
    static QString lastAnswer(const MainWindow &window)
    {
        const auto &history = window.work()->controller()->history();
        return history.empty() ? QString() : QString::fromStdString(history.back().content);
    }
};

QTEST_MAIN(TestRealModel)
#include "tst_realmodel.moc"
