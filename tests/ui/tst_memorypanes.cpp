// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"
#include "core/memory/tally.h"
#include "tests/ui/testbench.h"
#include "ui/cardmappane.h"
#include "ui/chatcontroller.h"
#include "ui/clearpane.h"
#include "ui/devicemenu.h"
#include "ui/levelpane.h"
#include "ui/noticebar.h"
#include "ui/ownerspane.h"
#include "ui/plot/cardmap.h"
#include "ui/plot/legendview.h"
#include "ui/plot/leveloverlay.h"
#include "ui/plot/levelplot.h"
#include "ui/plot/stackview.h"
#include "ui/snapshotsview.h"
#include "ui/statusline.h"
#include "ui/switchespane.h"
#include "ui/topbar.h"
#include "ui/workpane.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace limno;

namespace {

enum Tab { OwnersTab = 4, CardMapTab = 5 };
constexpr int64_t kMiB = 1 << 20;

DeviceSpec emulated(int64_t bytes)
{
    DeviceSpec spec;
    spec.kind = DeviceSpec::Kind::Emulated;
    spec.sizeBytes = bytes;
    return spec;
}

QString deviceWords(const TestBench &bench)
{
    return bench.window->findChild<TopBar *>()->deviceButton()->text().trimmed();
}

QString statusWords(const TestBench &bench)
{
    QStringList words;
    for (const QLabel *label : bench.window->findChild<StatusLine *>()->findChildren<QLabel *>())
        words += label->text();
    return words.join(QLatin1Char(' '));
}

bool hasDevice(const TestBench &bench, const DeviceSpec &spec)
{
    return bench.devices.current()->spec() == spec && !bench.window->devices()->isChanging();
}

void showTab(TestBench &bench, Tab tab)
{
    bench.window->arrange(Arrangement::Diagnose);
    bench.window->tabs()->setCurrentIndex(tab);
}

/// Generates until it is told to end.
void keepBusy(TestBench &bench)
{
    bench.behaviour->words = 1000000;
    bench.behaviour->wordMs = 2;
    bench.window->work()->setPromptText(QStringLiteral("for ever"));
    bench.window->work()->send();
}

ModelPolicy policyOf(const TestBench &bench)
{
    return bench.runtime.snapshot().models.at(0).policy;
}

QStringList cells(const QTableView &table, int row)
{
    QStringList list;
    for (int column = 0; column < table.model()->columnCount(); ++column)
        list += table.model()->index(row, column).data().toString();
    return list;
}

/// Blocks on the card in use that go at the end.
class Planted
{
public:
    Planted(const TestBench &bench, Owner owner, const char *whose, int64_t bytes)
        : m_device(bench.devices.current())
    {
        const AllocationTag tag{tally().rowOf(OwnerTag::of(owner, whose), SiteTag::of("aten::mm")), 0};
        const auto block = m_device->emulatedCard()->allocate(bytes, tag);
        m_block = block ? *block : nullptr;
    }
    ~Planted() { free(); }
    void free()
    {
        if (m_block)
            m_device->emulatedCard()->free(std::exchange(m_block, nullptr));
    }
    bool isThere() const { return m_block != nullptr; }

private:
    std::shared_ptr<Device> m_device;
    void *m_block = nullptr;
};

} // namespace

class TestMemoryPanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void menuChangesTheDevice()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        QCOMPARE(deviceWords(bench), QStringLiteral("cpu"));
        bench.window->devices()->chooseEmulated(QStringLiteral("64 MiB"));
        QTRY_VERIFY(hasDevice(bench, emulated(64 * kMiB)));
        QCOMPARE(deviceWords(bench), QStringLiteral("emulated 64 MiB"));
        QTRY_VERIFY(statusWords(bench).startsWith(QLatin1String("emulated 64 MiB")));
        QCOMPARE(bench.runtime.snapshot().models.size(), size_t(1)); // loaded again
        QVERIFY2(std::ranges::any_of(bench.window->devices()->actions(),
                                     [](const QAction *action) {
                                         return action->isVisible() && action->isChecked()
                                             && action->text() == QLatin1String("emulated 64 MiB");
                                     }),
                 "a size that is not in the list is shown in it while it is in use");
        bench.language.choose(QStringLiteral("zh_CN"));
        QTRY_VERIFY2(!deviceWords(bench).contains(QLatin1String("emulated")), qPrintable(deviceWords(bench)));
        bench.window->devices()->actions().front()->trigger();
        QTRY_VERIFY(hasDevice(bench, {}));
        QCOMPARE(deviceWords(bench), QStringLiteral("cpu"));
    }

    void aDeviceThatCannotBeHadChangesNothing_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("words");
        QTest::newRow("no size") << "plenty" << "plenty";
        QTest::newRow("larger than the machine") << "900TiB" << "emulated";
        QTest::newRow("context takes all") << "64MiB,context=64MiB" << "context";
    }
    void aDeviceThatCannotBeHadChangesNothing()
    {
        QFETCH(QString, size);
        QFETCH(QString, words);
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        bench.window->devices()->chooseEmulated(size);
        QTRY_VERIFY2(bench.window->notice()->text().contains(words), qPrintable(bench.window->notice()->text()));
        QVERIFY(hasDevice(bench, {}));
        QCOMPARE(deviceWords(bench), QStringLiteral("cpu"));
        QVERIFY(bench.window->devices()->actions().front()->isChecked());
        QCOMPARE(bench.runtime.snapshot().models.size(), size_t(1));
    }

    void changesWaitForTheJobAndSaySo()
    {
        TestBench bench;
        bench.openWindow();
        bench.behaviour->hasCard = true;
        QVERIFY(bench.loadFake());
        keepBusy(bench);
        QTRY_VERIFY(bench.behaviour->runs > 0);
        bench.window->switches()->offload()->setCurrentIndex(int(Offload::Layer));
        bench.window->devices()->choose(emulated(64 * kMiB));
        QTRY_COMPARE(deviceWords(bench), QStringLiteral("emulated 64 MiB after this job"));
        QTRY_VERIFY(bench.window->switches()->stateText().contains(QLatin1String("after this job")));
        QCOMPARE(policyOf(bench).offload, Offload::None);
        bench.window->work()->stop();
        QTRY_VERIFY(hasDevice(bench, emulated(64 * kMiB)));
        QTRY_COMPARE(policyOf(bench).offload, Offload::Layer); // kept by the model that was loaded again
        QTRY_VERIFY(!bench.window->switches()->stateText().contains(QLatin1String("after this job")));
        QCOMPARE(bench.window->switches()->stateText().contains(QLatin1String("in effect")), false);
    }

    void offloadSaysWhatIsInEffect()
    {
        TestBench bench;
        bench.openWindow();
        QVERIFY(bench.loadFake());
        QComboBox *offload = bench.window->switches()->offload();
        offload->setCurrentIndex(int(Offload::Model));
        QTRY_COMPARE(policyOf(bench).offload, Offload::Model);
        QTRY_VERIFY(bench.window->switches()->stateText().contains(
            QLatin1String("Offload in effect: none, since weights are in host memory already on cpu.")));
        QCOMPARE(bench.settings.integer(Setting::Offload), int(Offload::Model));

        bench.behaviour->refusesOffload = true;
        offload->setCurrentIndex(int(Offload::Layer));
        QTRY_VERIFY(bench.window->notice()->text().contains(QLatin1String("96 MiB do not fit")));
        QCOMPARE(offload->currentIndex(), int(Offload::Model)); // what is in force
        QCOMPARE(policyOf(bench).kvCache, Toggle::On);
    }

    void levelShowsTheCard()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        const auto legend = [&] { return window.level()->findChild<LegendView *>()->accessibleDescription(); };
        Sample sample;
        sample.set(Metric::RssAnon, 100 * kMiB);
        sample.timeNs = Clock::steady().nowNs();
        bench.series.append(sample);
        QTRY_VERIFY(legend().contains(QLatin1String("RSS anonymous 100.0 MiB")));
        QVERIFY2(!legend().contains(QLatin1String("card")), "a legend without a curve");
        sample.set(Metric::DeviceAllocated, 20 * kMiB);
        sample.set(Metric::DeviceReserved, 40 * kMiB);
        sample.set(Metric::DeviceTotal, 64 * kMiB);
        sample.timeNs = Clock::steady().nowNs();
        bench.series.append(sample);
        QTRY_VERIFY(legend().contains(QLatin1String("card allocated 20.0 MiB, card reserved 40.0 MiB")));
        QVERIFY2(!legend().contains(QLatin1String("card used")), "the driver told nothing");
        QTRY_VERIFY(statusWords(bench).contains(QLatin1String("VRAM 20.0 MiB allocated, 40.0 MiB reserved of 64.0 MiB")));
    }

    void outOfMemoryIsMarkedAsBad()
    {
        LevelOverlay overlay(nullptr);
        const ThemeColors &colors = themeColors(Scheme::Light);
        overlay.resize(400, 100);
        overlay.setColors(colors, 11);
        overlay.setView({0, 10, 0, 400}, QRect(0, 0, 400, 90));
        overlay.addMarks({{5'000'000'000, "oom", "chat: tried to allocate 20.00 MiB"}}, 0);
        QImage image(overlay.size(), QImage::Format_RGB32);
        image.fill(colors.panel);
        overlay.render(&image, {}, {}, QWidget::DrawChildren);
        QCOMPARE(image.pixelColor(200, 2), colors.bad);
    }

    void ownersTableShowsPlantedBytes()
    {
        TestBench bench;
        bench.openWindow();
        const uint32_t row = tally().rowOf(OwnerTag::of(Owner::Scenario, "planted"), SiteTag::of("tst::site"));
        tally().added(row, MemorySpace::Host, 7000 * kMiB);
        showTab(bench, OwnersTab);
        const QTableView *table = bench.window->owners()->table();
        QTRY_COMPARE(cells(*table, 0), QStringList({"scenario", "planted", "tst::site", "host", "6.8 GiB", "1"}));
        QVERIFY(bench.window->owners()->bars()->accessibleDescription().contains(QLatin1String("scenario 6.8 GiB")));
        tally().removed(row, MemorySpace::Host, 7000 * kMiB);
        QTRY_VERIFY(table->model()->rowCount() == 0 || cells(*table, 0).at(1) != QLatin1String("planted"));
    }

    void hiddenOwnersDoNotLook()
    {
        TestBench bench;
        bench.openWindow();
        showTab(bench, OwnersTab);
        QTRY_VERIFY(bench.window->owners()->refreshCount() > 0);
        bench.window->tabs()->setCurrentIndex(0);
        const int64_t seen = bench.window->owners()->refreshCount();
        QSignalSpy ticks(&bench.pulse, &Pulse::ticked);
        QTRY_VERIFY(ticks.size() >= 8);
        QCOMPARE(bench.window->owners()->refreshCount(), seen);
        // At most twice a second while seen: eight beats are less than a second and a half.
        bench.window->tabs()->setCurrentIndex(OwnersTab);
        ticks.clear();
        const int64_t startNs = Clock::steady().nowNs();
        QTRY_VERIFY(ticks.size() >= 8);
        const int64_t halves = (Clock::steady().nowNs() - startNs) * 2 / kNsPerSecond;
        QVERIFY(bench.window->owners()->refreshCount() - seen <= halves + 2);
    }

    void twoSnapshotsShowWhatGrew()
    {
        TestBench bench;
        bench.openWindow();
        showTab(bench, OwnersTab);
        bench.window->owners()->showPage(OwnersPane::Snapshots);
        SnapshotsView *view = bench.window->owners()->snapshots();
        view->takeButton()->click();
        QTRY_COMPARE(view->list()->model()->rowCount(), 1);
        const uint32_t row = tally().rowOf(OwnerTag::of(Owner::KvCache, "planted: conversation 1"), SiteTag::of("attention"));
        tally().added(row, MemorySpace::Device, 5000 * kMiB);
        QTRY_VERIFY(view->takeButton()->isEnabled());
        view->takeButton()->click();
        QTRY_COMPARE(view->list()->model()->rowCount(), 2);
        tally().removed(row, MemorySpace::Device, 5000 * kMiB);
        // The last two are selected by themselves.
        QTRY_VERIFY(view->growth()->model()->rowCount() > 0);
        const QStringList first = cells(*view->growth(), 0);
        QCOMPARE(first.mid(0, 6), QStringList({"+4.9 GiB", "KV cache", "planted: conversation 1", "attention", "device", "+1"}));
        view->list()->clearSelection();
        QCOMPARE(view->growth()->model()->rowCount(), 0);
        bench.snapshots.clear();
        QTRY_COMPARE(view->list()->model()->rowCount(), 0);
        // Those that are taken without the button are compared too.
        bench.snapshots.take("device above 90 %");
        tally().added(row, MemorySpace::Device, 3000 * kMiB);
        bench.snapshots.take("device above 90 %");
        tally().removed(row, MemorySpace::Device, 3000 * kMiB);
        QTRY_COMPARE(view->list()->selectionModel()->selectedRows().size(), 2);
        QVERIFY(view->growth()->model()->rowCount() > 0);
        QCOMPARE(cells(*view->growth(), 0).at(0), QStringLiteral("+2.9 GiB"));
    }

    void memorySummaryCanBeCopied()
    {
        TestBench bench;
        bench.openWindow();
        showTab(bench, OwnersTab);
        bench.window->owners()->showPage(OwnersPane::Summary);
        QPlainTextEdit *text = bench.window->owners()->summaryText();
        QTRY_VERIFY(text->toPlainText().contains(QLatin1String("No card is in use")));
        bench.window->devices()->choose(emulated(64 * kMiB));
        QTRY_VERIFY(text->toPlainText().contains(QLatin1String("Limnograph memory summary, emulated 64 MiB")));
        QVERIFY(text->toPlainText().contains(QLatin1String("| Allocated memory ")));
        for (QPushButton *button : bench.window->owners()->findChildren<QPushButton *>()) {
            if (button->isVisible() && button->text() == QLatin1String("Copy"))
                button->click();
        }
        QVERIFY(QApplication::clipboard()->text().contains(QLatin1String("cudaMalloc retries")));
    }

    void cardMapFollowsTheCard()
    {
        TestBench bench;
        bench.openWindow();
        showTab(bench, CardMapTab);
        CardMapPane *pane = bench.window->cardMap();
        QTRY_VERIFY(pane->chooseButton()->isVisible());
        QCOMPARE(pane->chooseButton()->menu(), bench.window->devices());
        bench.window->devices()->choose(emulated(256 * kMiB));
        QTRY_VERIFY(hasDevice(bench, emulated(256 * kMiB)));
        QTRY_VERIFY(pane->map()->isVisible());
        Planted weights(bench, Owner::Weights, "m", 30 * kMiB);
        Planted kv(bench, Owner::KvCache, "m: conversation 1", 4 * kMiB);
        QVERIFY(weights.isThere() && kv.isThere());
        QTRY_COMPARE(pane->map()->holders(), (std::set<Holder>{Holder::Weights, Holder::KvCache, Holder::Free}));
        QTRY_VERIFY2(pane->summary().startsWith(QStringLiteral("allocated 34.0 MiB · reserved 50.0 MiB · inactive split 16.0 MiB")),
                     qPrintable(pane->summary()));
        QVERIFY(pane->summary().contains(QLatin1String("fragmentation 0 %")));
        QVERIFY(!pane->map()->hasGhost());

        kv.free();
        QTRY_VERIFY(!pane->map()->holders().contains(Holder::KvCache));
        bench.window->clearing()->run({ClearStep::DeviceCache});
        QTRY_VERIFY(!bench.window->clearing()->isRunning());
        QTRY_VERIFY(pane->map()->hasGhost()); // the segment that went back
        QTRY_VERIFY(pane->ghostButton()->isEnabled());
        QTRY_COMPARE(pane->map()->layoutOfMap().strips().size(), size_t(2));
        pane->ghostButton()->click();
        QCOMPARE(pane->map()->layoutOfMap().strips().size(), size_t(1));

        bench.window->devices()->choose({});
        QTRY_VERIFY(pane->chooseButton()->isVisible());
        QVERIFY(!pane->map()->hasGhost());
    }
};

QTEST_MAIN(TestMemoryPanes)
#include "tst_memorypanes.moc"
