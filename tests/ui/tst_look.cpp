// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"
#include "ui/actions.h"
#include "ui/chatview.h"
#include "ui/clearpane.h"
#include "ui/modelspane.h"
#include "ui/promptedit.h"
#include "ui/replaypane.h"
#include "ui/switchespane.h"
#include "ui/workpane.h"

#include "core/base/log.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QtTest>

#include <cmath>

using namespace limno;

namespace {

/// An hour of a run that grows, squeezed into the minute before now, so that every view has something to show.
void fillSeries(SeriesStore &series)
{
    const int64_t now = Clock::steady().nowNs();
    for (int i = 600; i >= 0; --i) {
        const double t = (600 - i) / 600.0;
        Sample sample;
        sample.timeNs = now - i * (kNsPerSecond / 10);
        const auto mib = [](double value) { return static_cast<int64_t>(value * 1024 * 1024); };
        const double wave = std::sin(i * 0.9) * 4 + std::sin(i * 0.23) * 5;
        const bool busy = (i / 11) % 3 != 0;
        sample.set(Metric::RssAnon, mib(178 + 150 * std::sqrt(t) + wave + (busy ? 18 : 0)));
        sample.set(Metric::RssFile, mib(t < 0.1 ? 30 : 128));
        sample.set(Metric::RssShmem, 0);
        sample.set(Metric::HeapInUse, mib(120 + 140 * std::sqrt(t) + wave * 0.4));
        sample.set(Metric::HostTensors, mib(t < 0.1 ? 0 : 64 + 60 * t + (busy ? 12 : 0)));
        series.append(sample);
    }
}

/// Labels and buttons whose text is wider than they are, wherever the user would see it.
QStringList clippedTexts(const QWidget &window)
{
    QStringList clipped;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const auto *label = qobject_cast<QLabel *>(widget);
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        if ((!label || label->text().isEmpty()) && (!button || button->text().isEmpty()))
            continue;
        const QString text = label ? label->text() : button->text();
        if (label && label->wordWrap()) {
            if (label->heightForWidth(label->width()) > label->height() + 1)
                clipped += QStringLiteral("%1 (%2 of %3 high)")
                               .arg(text)
                               .arg(label->height())
                               .arg(label->heightForWidth(label->width()));
        } else if (widget->sizeHint().width() > widget->width() + 1
                   || widget->sizeHint().height() > widget->height() + 1) {
            clipped += QStringLiteral("%1 (%2x%3 of %4x%5)")
                           .arg(text)
                           .arg(widget->width())
                           .arg(widget->height())
                           .arg(widget->sizeHint().width())
                           .arg(widget->sizeHint().height());
        }
    }
    return clipped;
}

} // namespace

/// Renders the window as users see it and checks that no text is cut; the pictures are kept for people to judge when
/// LIMNOGRAPH_SCREENSHOTS names a folder.
class TestLook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fits_data()
    {
        QTest::addColumn<int>("arrangement");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        const QSize usual(1440, 900);
        const QSize least(1024, 560);
        QTest::newRow("try-light-en") << 0 << "en" << 1 << usual;
        QTest::newRow("try-dark-zh_CN") << 0 << "zh_CN" << 2 << usual;
        QTest::newRow("diagnose-light-en") << 1 << "en" << 1 << usual;
        QTest::newRow("diagnose-dark-en") << 1 << "en" << 2 << usual;
        QTest::newRow("diagnose-light-zh_CN") << 1 << "zh_CN" << 1 << usual;
        QTest::newRow("demo-dark-en") << 2 << "en" << 2 << usual;
        QTest::newRow("demo-light-zh_CN") << 2 << "zh_CN" << 1 << usual;
        QTest::newRow("small-try-en") << 0 << "en" << 1 << least;
        QTest::newRow("small-try-zh_CN") << 0 << "zh_CN" << 2 << least;
        QTest::newRow("small-diagnose-en") << 1 << "en" << 2 << least;
        QTest::newRow("small-diagnose-zh_CN") << 1 << "zh_CN" << 1 << least;
    }
    void fits()
    {
        QFETCH(int, arrangement);
        QFETCH(QString, language);
        QFETCH(int, theme);
        QFETCH(QSize, size);
        TestBench bench;
        fillSeries(bench.series);
        bench.settings.set(Setting::Workers, 2);
        bench.settings.set(Setting::Permits, 2);
        bench.settings.set(Setting::ReplayConcurrency, 3);
        bench.language.choose(language);
        bench.theme.setChoice(static_cast<ThemeChoice>(theme));
        logInfo("runtime", "smollm2 loaded in 0.42 s, 96.3 MiB mapped");
        MainWindow &window = bench.openWindow();
        window.resize(size);
        bench.behaviour->wordMs = 8;
        bench.behaviour->words = 6;
        QVERIFY(bench.loadFake(QStringLiteral("smollm2")));
        window.arrange(static_cast<Arrangement>(arrangement));
        window.replay()->requests()->setValue(24);
        window.replay()->start();
        QTRY_VERIFY(!window.replay()->controller()->isRunning());
        bench.behaviour->words = 60;
        window.work()->setPromptText(language == QLatin1String("en")
                                         ? QStringLiteral("Why does the level of a lake rise and fall?")
                                         : QStringLiteral("湖水的水位为什么会涨落？"));
        window.work()->send();
        QTRY_VERIFY(!window.work()->controller()->isBusy());
        window.work()->setPromptText(QStringLiteral("fail"));
        window.work()->send();
        QTRY_VERIFY(!window.work()->controller()->isBusy());
        window.clearing()->run(ClearLadder::all());
        QTRY_VERIFY(!window.clearing()->isRunning());
        window.tabs()->setCurrentIndex(1);
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 3);
        save(window);
        QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        for (const int tab : {0, 2, 3}) {
            window.tabs()->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
            if (arrangement == 1)
                save(window, QStringLiteral("-tab%1").arg(tab));
        }
    }

    void emptyStates_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        QTest::newRow("zh_CN") << "zh_CN";
    }
    void emptyStates()
    {
        QFETCH(QString, language);
        TestBench bench;
        bench.language.choose(language);
        bench.theme.setChoice(language == QLatin1String("en") ? ThemeChoice::Dark : ThemeChoice::Light);
        MainWindow &window = bench.openWindow();
        window.resize(1440, 900);
        bench.behaviour->loadSteps = 10000;
        bench.behaviour->loadStepMs = 2;
        window.models()->load(QStringLiteral("smollm2"), bench.path(QStringLiteral("smollm2.fake")));
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 3);
        save(window, QStringLiteral("-loading"));
        QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        window.resize(window.minimumSize());
        QCoreApplication::processEvents();
        save(window, QStringLiteral("-small"));
        QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        window.resize(1440, 900);
        QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        window.arrange(Arrangement::Diagnose);
        for (int tab = 0; tab < window.tabs()->count(); ++tab) {
            window.tabs()->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        }
        save(window, QStringLiteral("-diagnose"));
    }

private:
    static void save(MainWindow &window, const QString &suffix = {})
    {
        const QPixmap picture = window.grab();
        const QString folder = qEnvironmentVariable("LIMNOGRAPH_SCREENSHOTS");
        if (!folder.isEmpty() && QDir().mkpath(folder))
            picture.save(QStringLiteral("%1/%2-%3%4.png")
                             .arg(folder, QLatin1String(QTest::currentTestFunction()),
                                  QLatin1String(QTest::currentDataTag()), suffix));
    }
};

QTEST_MAIN(TestLook)
#include "tst_look.moc"
