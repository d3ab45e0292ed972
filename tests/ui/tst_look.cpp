// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"
#include "ui/actions.h"
#include "ui/cardmappane.h"
#include "ui/chatview.h"
#include "ui/clearpane.h"
#include "ui/devicemenu.h"
#include "ui/modelspane.h"
#include "ui/ownerspane.h"
#include "ui/plot/cardmap.h"
#include "ui/promptedit.h"
#include "ui/replaypane.h"
#include "ui/snapshotsview.h"
#include "ui/switchespane.h"
#include "ui/workpane.h"

#include "core/base/log.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/tally.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QtTest>

#include <cmath>

using namespace limno;

namespace {

/// An hour of a run that grows, squeezed into the minute before now, so that every view has something to show.
void fillSeries(SeriesStore &series, const Device *card = nullptr)
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
        if (card) {
            card->fill(sample);
            sample.set(Metric::DeviceAllocated, mib(180 + 60 * t + (busy ? 24 : 0)));
            sample.set(Metric::DeviceReserved, mib(t < 0.4 ? 240 : 300));
        }
        series.append(sample);
    }
}

/// A card as a model leaves it after some conversations.
class UsedCard
{
public:
    explicit UsedCard(std::shared_ptr<Device> device)
        : m_device(std::move(device))
    {
        for (int layer = 0; layer < 30; ++layer) {
            const std::string site = "layer" + std::to_string(layer);
            add(Owner::Weights, "smollm2", site, 1'769'472);
            add(Owner::Weights, "smollm2", site, 331'776);
            add(Owner::Weights, "smollm2", site, 28 << 10);
            const bool isLate = layer % 3 == 1;
            (isLate ? m_late : m_blocks).push_back(take(Owner::KvCache, "smollm2: conversation 3", "attention", 1'310'720));
        }
        add(Owner::Weights, "smollm2", "embedding", 56'623'104);
        for (int i = 0; i < 12; ++i)
            m_late.push_back(take(Owner::Activations, "smollm2", "aten::mm", (400 + 97 * i) << 10));
        add(Owner::Result, "smollm2", "aten::log_softmax", 196'608);
        add(Owner::Cache, "prompts", "", 4 << 20);
        add(Owner::Untagged, "", "", 700 << 10);
        m_late.push_back(take(Owner::Activations, "smollm2", "aten::bmm", 24 << 20));
    }
    ~UsedCard()
    {
        finish();
        for (void *block : m_blocks)
            m_device->emulatedCard()->free(block);
    }
    void finish()
    {
        for (void *block : std::exchange(m_late, {}))
            m_device->emulatedCard()->free(block);
    }
    /// Planted in the tally alone, where snapshots look.
    void grow()
    {
        for (const auto &[owner, whose, site, bytes] :
             {std::tuple(Owner::KvCache, "smollm2: conversation 3", "attention", 3 << 20),
              std::tuple(Owner::Scenario, "history-grows", "replay", 214 << 10),
              std::tuple(Owner::Activations, "smollm2", "aten::mm", 96 << 10)})
            tally().added(tally().rowOf(OwnerTag::of(owner, whose), SiteTag::of(site)), MemorySpace::Host, bytes);
    }

private:
    void *take(Owner owner, const std::string &whose, const std::string &site, int64_t bytes)
    {
        const AllocationTag tag{tally().rowOf(OwnerTag::of(owner, whose), SiteTag::of(site)), 0};
        const auto block = m_device->emulatedCard()->allocate(bytes, tag);
        return block ? *block : nullptr;
    }
    void add(Owner owner, const std::string &whose, const std::string &site, int64_t bytes)
    {
        m_blocks.push_back(take(owner, whose, site, bytes));
    }

    std::shared_ptr<Device> m_device;
    std::vector<void *> m_blocks;
    std::vector<void *> m_late; ///< given back at the end of a request
};

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
        for (const int tab : {0, 2, 3, 4, 5}) {
            window.tabs()->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
            if (arrangement == 1)
                save(window, QStringLiteral("-tab%1").arg(tab));
        }
    }

    void memoryTabs_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        QTest::newRow("dark-en") << "en" << 2 << QSize(1440, 900);
        QTest::newRow("light-zh_CN") << "zh_CN" << 1 << QSize(1440, 900);
        QTest::newRow("light-en") << "en" << 1 << QSize(1440, 900);
        QTest::newRow("small-zh_CN") << "zh_CN" << 2 << QSize(960, 560);
        QTest::newRow("small-en") << "en" << 2 << QSize(960, 560);
    }
    void memoryTabs()
    {
        QFETCH(QString, language);
        QFETCH(int, theme);
        QFETCH(QSize, size);
        TestBench bench;
        bench.language.choose(language);
        bench.theme.setChoice(static_cast<ThemeChoice>(theme));
        MainWindow &window = bench.openWindow();
        window.resize(size);
        QVERIFY(bench.loadFake(QStringLiteral("smollm2")));
        window.switches()->offload()->setCurrentIndex(int(Offload::Layer));
        window.devices()->chooseEmulated(QStringLiteral("1 GiB"));
        QTRY_VERIFY(bench.devices.current()->isEmulated());
        UsedCard card(bench.devices.current());
        fillSeries(bench.series, bench.devices.current().get());
        window.arrange(Arrangement::Diagnose);
        window.owners()->snapshots()->takeButton()->click();
        QTRY_COMPARE(bench.snapshots.takenCount(), 1);
        card.finish();
        window.tabs()->setCurrentIndex(5);
        window.clearing()->run(ClearLadder::all());
        QTRY_VERIFY(!window.clearing()->isRunning());
        for (int i = 0; i < 2; ++i) {
            QTRY_VERIFY(window.owners()->snapshots()->takeButton()->isEnabled());
            window.owners()->snapshots()->takeButton()->click();
            QTRY_COMPARE(bench.snapshots.takenCount(), 2 + i);
            card.grow();
        }
        QTRY_VERIFY(window.cardMap()->map()->hasGhost());
        QTest::keyClick(window.cardMap()->map(), Qt::Key_Right);
        for (int page = 0; page < 4; ++page) {
            window.tabs()->setCurrentIndex(page < 3 ? 4 : 5);
            if (page < 3)
                window.owners()->showPage(static_cast<OwnersPane::Page>(page));
            QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
            QTRY_VERIFY(ticks.size() >= 8);
            save(window, QStringLiteral("-%1").arg(page));
            QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
        }
        // A long job is in the way of a change.
        bench.behaviour->words = 100000;
        bench.behaviour->wordMs = 2;
        window.work()->setPromptText(QStringLiteral("for ever"));
        window.work()->send();
        window.devices()->choose({});
        window.switches()->offload()->setCurrentIndex(int(Offload::Model));
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 3);
        save(window, QStringLiteral("-waiting"));
        QCOMPARE(clippedTexts(window).join(QLatin1Char('\n')), QString());
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
