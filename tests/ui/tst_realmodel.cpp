// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"
#include "core/io/builtinmodels.h"
#include "ui/chatview.h"
#include "ui/cardmappane.h"
#include "ui/clearpane.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/modelspane.h"
#include "ui/ownerspane.h"
#include "ui/promptedit.h"
#include "ui/pulse.h"
#include "ui/replaypane.h"
#include "ui/switchespane.h"
#include "ui/toggleswitch.h"
#include "ui/workpane.h"

#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableView>
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

    void cardWithTheRealModel_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<ThemeChoice>("look");
        QTest::newRow("en-light") << QStringLiteral("en") << ThemeChoice::Light;
        QTest::newRow("zh-dark") << QStringLiteral("zh_CN") << ThemeChoice::Dark;
    }

    /// Weights, keys and values and activations lie on the card, and the panes show it.
    void cardWithTheRealModel()
    {
        QFETCH(QString, language);
        QFETCH(ThemeChoice, look);
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("s.ini")));
        settings.set(Setting::MaxTokens, 32);
        Language spoken;
        spoken.choose(language);
        Theme theme;
        theme.setChoice(look);
        Services services({});
        services.sampler.start();
        Pulse pulse(services.runtime);
        MainWindow window(
            {services.runtime, services.series, services.sampler, services.ladder, services.devices,
             services.snapshots, settings, theme, pulse}, spoken);
        window.resize(1440, 900);
        window.show();
        QVERIFY(!services.runtime.setDevice(*parseDeviceSpec("emulated:256MiB,context=16MiB")).wait().outcome.error);
        window.loadModel(QStringLiteral("smollm2"));
        QTRY_COMPARE_WITH_TIMEOUT(window.models()->current(), QStringLiteral("smollm2"), 60000);
        services.snapshots.take("before the chat");
        ask(window, QStringLiteral("What is the capital of France?"));
        services.snapshots.take("after the chat");

        window.arrange(Arrangement::Diagnose);
        const auto owners = static_cast<int>(window.tabs()->indexOf(window.owners()));
        window.tabs()->setCurrentIndex(owners);
        const auto holders = [&] {
            QStringList texts;
            const QAbstractItemModel *table = window.owners()->table()->model();
            for (int row = 0; row < table->rowCount(); ++row)
                texts << table->index(row, 1).data().toString();
            return texts.join(QLatin1Char('\n'));
        };
        QTRY_VERIFY2(holders().count(QLatin1String("smollm2")) >= 2, qPrintable(holders()));
        save(window, "owners");
        window.owners()->showPage(OwnersPane::Snapshots);
        save(window, "snapshots");
        window.owners()->showPage(OwnersPane::Summary);
        QTRY_VERIFY(window.owners()->summaryText()->toPlainText().contains(QLatin1String("Allocated memory")));
        save(window, "summary");
        window.tabs()->setCurrentIndex(window.tabs()->indexOf(window.cardMap()));
        QTRY_VERIFY(window.cardMap()->summary().contains(QLatin1String("MiB")));
        save(window, "card");
        window.clearing()->run(ClearLadder::all());
        QTRY_VERIFY_WITH_TIMEOUT(!window.clearing()->isRunning(), 30000);
        save(window, "cleared");
        window.tabs()->setCurrentIndex(1);
        save(window, "replay");
        window.arrange(Arrangement::Try);
        save(window, "try");
    }

private:
    static void save(MainWindow &window, const char *name)
    {
        const QString pictures = qEnvironmentVariable("LIMNOGRAPH_SCREENSHOTS");
        if (pictures.isEmpty())
            return;
        QTest::qWait(700); // so that what is looked at twice a second is there
        window.grab().save(QStringLiteral("%1/real-%2-%3.png").arg(pictures, QLatin1String(QTest::currentDataTag()), QLatin1String(name)));
    }
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
