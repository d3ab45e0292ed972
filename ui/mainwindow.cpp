// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/base/log.h"
#include "core/io/builtinmodels.h"
#include "ui/actions.h"
#include "ui/background.h"
#include "ui/cardmappane.h"
#include "ui/clearpane.h"
#include "ui/devicemenu.h"
#include "ui/drophint.h"
#include "ui/intake.h"
#include "ui/levelpane.h"
#include "ui/logpane.h"
#include "ui/modelspane.h"
#include "ui/noticebar.h"
#include "ui/ownerspane.h"
#include "ui/promptedit.h"
#include "ui/pulse.h"
#include "ui/queuepane.h"
#include "ui/recordcontroller.h"
#include "ui/recordingpane.h"
#include "ui/replaypane.h"
#include "ui/segmentedcontrol.h"
#include "ui/statusline.h"
#include "ui/switchespane.h"
#include "ui/text.h"
#include "ui/topbar.h"
#include "ui/verdictpane.h"
#include "ui/workpane.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kPatience{2500}; ///< leaves time to close files within three seconds
constexpr double kStageScale = 1.3;

enum Tab { QueueTab, ReplayTab, VerdictTab, RecordingTab, OwnersTab, CardMapTab, LogTab };

/// `wanted`, or what fits into the screen with a title bar and a frame around it.
QSize fitting(const QSize &wanted, const QScreen &screen)
{
    return wanted.boundedTo(screen.availableGeometry().size() - QSize(16, 48));
}

/// In a low window a form scrolls instead of being squeezed.
QWidget *scrolled(QWidget *content)
{
    auto *area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace

MainWindow::MainWindow(const Workbench &bench, Language &language)
    : m_bench(bench)
    , m_language(language)
    , m_actions(new Actions(bench.theme, this))
    , m_devices(new DeviceMenu(bench, this))
    , m_top(new TopBar(bench.theme, *m_actions, *m_devices))
    , m_notice(new NoticeBar(bench.theme))
    , m_work(new WorkPane(bench))
    , m_level(new LevelPane(bench))
    , m_models(new ModelsPane(bench))
    , m_switches(new SwitchesPane(bench))
    , m_clear(new ClearPane(bench))
    , m_queue(new QueuePane(bench))
    , m_replay(new ReplayPane(bench))
    , m_verdict(new VerdictPane(bench))
    , m_recordingPane(new RecordingPane(bench))
    , m_owners(new OwnersPane(bench))
    , m_cardMap(new CardMapPane(bench, *m_devices))
    , m_log(new LogPane(bench))
    , m_tabs(new QTabWidget)
    , m_tabCard(new QFrame)
    , m_status(new StatusLine(bench))
    , m_record(new RecordController(bench, this))
    , m_intake(new Intake({*m_work, *m_models, *m_recordingPane, *m_notice}, this))
{
    build();
    connectPanes();
    connectActions();
    retranslateUi();
    const auto arrangement = static_cast<Arrangement>(bench.settings.integer(Setting::Arrangement));
    arrange(arrangement);
    if (!restoreGeometry(bench.settings.value(Setting::Geometry).toByteArray()))
        resize(fitting({1440, 900}, *screen()));
    m_work->focusPrompt();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/limnograph.svg")));
    m_actions->fill(menuBar(), m_devices);

    m_tabCard->setProperty("card", true);
    auto *tabLayout = new QVBoxLayout(m_tabCard);
    tabLayout->setContentsMargins(16, 4, 16, 12);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->addTab(m_queue, QString());
    m_tabs->addTab(scrolled(m_replay), QString());
    m_tabs->addTab(scrolled(m_verdict), QString());
    m_tabs->addTab(scrolled(m_recordingPane), QString());
    m_tabs->addTab(m_owners, QString());
    m_tabs->addTab(m_cardMap, QString());
    m_tabs->addTab(m_log, QString());
    tabLayout->addWidget(m_tabs);
    m_tabCard->setMinimumHeight(200);

    auto *centre = new QWidget;
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_top);
    layout->addWidget(m_notice);
    auto *content = new QWidget;
    auto *contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(16, 16, 16, 12);
    const Panes panes{m_models, m_work, m_level, m_tabCard, m_switches, m_clear};
    m_arranger = new Arranger(panes, m_bench.settings, content);
    contentLayout->addWidget(m_arranger->widget());
    layout->addWidget(content, 1);
    layout->addWidget(m_status);
    setCentralWidget(centre);
    setMinimumSize(1024, 560);

    m_dropHint = new DropHint(m_bench.theme, this);
    m_dropHint->hide();
}

void MainWindow::connectPanes()
{
    const auto complain = [this](const Error &error) { this->complain(error); };
    connect(m_models, &ModelsPane::failed, this, complain);
    connect(m_switches, &SwitchesPane::failed, this, complain);
    connect(m_clear, &ClearPane::failed, this, complain);
    connect(m_devices, &DeviceMenu::failed, this, complain);
    connect(m_replay, &ReplayPane::failed, this, complain);
    connect(m_record, &RecordController::failed, this, complain);
    connect(m_recordingPane, &RecordingPane::failed, this, complain);

    const auto setModel = [this] {
        m_work->setModel(m_models->current(), m_models->isLoadingFirst());
        m_switches->setModel(m_models->current());
        m_replay->setModel(m_models->current());
    };
    connect(m_replay, &ReplayPane::stateChanged, this, [this] {
        const ReplayController *replay = m_replay->controller();
        m_verdict->setReady(!replay->isRunning());
        if (replay->isRunning() || !replay->report())
            return;
        m_verdict->show(*replay->report(), m_replay->command());
        const std::optional<Verdict> &verdict = replay->report()->verdict;
        const bool grows = verdict && verdict->perRequest && (isLeak(verdict->leakClass) || verdict->leakClass == LeakClass::Growing);
        m_status->showGrowth(grows ? std::optional(std::llround(verdict->perRequest->value)) : std::nullopt);
        if (m_tabs->currentIndex() == ReplayTab && !replay->report()->result.isInterrupted)
            m_tabs->setCurrentIndex(VerdictTab);
    });
    connect(m_verdict, &VerdictPane::experimentWanted, m_replay, &ReplayPane::runExperiment);
    connect(m_models, &ModelsPane::currentChanged, this, setModel);
    connect(m_models, &ModelsPane::loaded, m_notice, &NoticeBar::settle);
    connect(m_clear, &ClearPane::finished, m_notice, &NoticeBar::settle);
    connect(m_recordingPane, &RecordingPane::opened, m_notice, &NoticeBar::settle);
    connect(m_work, &WorkPane::answered, m_notice, &NoticeBar::settle);
    connect(m_work, &WorkPane::promptsTaken, this, [this] {
        m_notice->settle();
        if (m_arranger->current() == Arrangement::Diagnose) // the only one without the prompt
            arrange(Arrangement::Try);
        m_work->focusPrompt();
    });
    connect(m_models, &ModelsPane::loadingChanged, this, setModel);
    connect(m_work, &WorkPane::reproduceLeak, this, &MainWindow::showReplay);

    const auto saved = [this](const QString &path) {
        m_notice->say(NoticeBar::Kind::Info, [path] { return tr("Recorded to %1").arg(path); });
    };
    connect(m_record, &RecordController::saved, this, saved);
    connect(m_replay, &ReplayPane::saved, this, saved);
    connect(m_record, &RecordController::stateChanged, this, [this] {
        const auto state = m_record->state();
        const bool isOn = state == RecordController::State::Recording || state == RecordController::State::Starting;
        m_top->setRecording(isOn);
        m_actions->record->setChecked(isOn);
        if (state == RecordController::State::Recording)
            m_notice->say(NoticeBar::Kind::Info, [path = m_record->path()] { return tr("Recording to %1").arg(path); });
    });
    connect(m_recordingPane, &RecordingPane::opened, this, [this] {
        arrange(Arrangement::Diagnose);
        m_tabs->setCurrentIndex(RecordingTab);
    });
}

void MainWindow::complain(const Error &error)
{
    logError("window", std::string(errorCodeName(error.code)) + ": " + error.message);
    m_notice->say(NoticeBar::Kind::Bad, [error] { return errorText(error); });
}

/// Qt gives the focus of a control that is disabled or hidden to whatever comes next, which may be at the other end of
/// the window; then the prompt is the better place.
void MainWindow::keepFocusNear(const QWidget *old, const QWidget *now)
{
    if (!old || !now || m_isClosing || old->window() != this || now->window() != this)
        return;
    const bool wasTaken = !old->isEnabled() || !old->isVisible();
    const auto cardOf = [](const QWidget *widget) {
        while (widget && !widget->property("card").toBool())
            widget = widget->parentWidget();
        return widget;
    };
    if (!wasTaken || cardOf(old) == cardOf(now))
        return;
    if (m_work->isVisible())
        m_work->focusPrompt();
    else
        m_level->setFocus(Qt::OtherFocusReason);
}

void MainWindow::connectActions()
{
    connect(m_actions->open, &QAction::triggered, this, [this] { askForFiles(false); });
    connect(m_actions->openFolder, &QAction::triggered, this, [this] { askForFiles(true); });
    connect(m_actions->paste, &QAction::triggered, this, [this] {
        if (const QMimeData *copied = QApplication::clipboard()->mimeData())
            m_intake->take(Dropped::copyOf(*copied));
    });
    connect(m_actions->record, &QAction::triggered, this, &MainWindow::toggleRecording);
    connect(m_actions->recordTo, &QAction::triggered, this, &MainWindow::recordTo);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->send, &QAction::triggered, m_work, &WorkPane::send);
    connect(m_actions->stop, &QAction::triggered, m_work, &WorkPane::stop);
    connect(m_actions->newConversation, &QAction::triggered, m_work, &WorkPane::resetConversation);
    connect(m_actions->replay, &QAction::triggered, this, &MainWindow::showReplay);
    connect(m_actions->stopAll, &QAction::triggered, this, [this] {
        m_replay->stop();
        m_work->stop();
        m_bench.runtime.cancelAll();
    });
    connect(m_actions->clearAll, &QAction::triggered, this, [this] { m_clear->run(ClearLadder::all()); });
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(m_actions->clearMenu, &QMenu::aboutToShow, this, &MainWindow::fillClearMenu);
    m_actions->clearMenu->setToolTipsVisible(true);
    m_actions->clearMenu->addAction(m_actions->clearAll);
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<size_t>(i);
        connect(m_actions->arrangements[at], &QAction::triggered, this,
                [this, i] { arrange(static_cast<Arrangement>(i)); });
        connect(m_actions->themes[at], &QAction::triggered, this,
                [this, i] { chooseTheme(static_cast<ThemeChoice>(i)); });
        const QString code = i == 0 ? QString() : i == 1 ? QStringLiteral("en") : QStringLiteral("zh_CN");
        connect(m_actions->languages[at], &QAction::triggered, this, [this, code] { chooseLanguage(code); });
    }
    m_actions->themes[static_cast<size_t>(m_bench.theme.choice())]->setChecked(true);
    const QString language = m_bench.settings.value(Setting::Language).toString();
    m_actions->languages[language.isEmpty() ? 0 : language == QLatin1String("en") ? 1 : 2]->setChecked(true);
    connect(m_top->arrangements(), &SegmentedControl::chosen, this,
            [this](int index) { arrange(static_cast<Arrangement>(index)); });
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::keepFocusNear);
}

void MainWindow::fillClearMenu()
{
    for (QAction *action : std::exchange(m_clearSteps, {}))
        delete action;
    m_clearSteps.push_back(m_actions->clearMenu->addSeparator());
    for (const ClearStep step : m_bench.ladder.available()) {
        QAction *action = m_actions->clearMenu->addAction(
            QStringLiteral("%1  %2").arg(static_cast<int>(step)).arg(clearStepTitle(step)));
        action->setToolTip(clearStepWarning(step));
        connect(action, &QAction::triggered, this, [this, step] { m_clear->run({step}); });
        m_clearSteps.push_back(action);
    }
}

void MainWindow::arrange(Arrangement arrangement)
{
    m_bench.theme.setTextScale(arrangement == Arrangement::Demo ? kStageScale : 1);
    QWidget *focused = QApplication::focusWidget();
    m_arranger->arrange(arrangement);
    if (focused && focused->isVisible() && focused->window() == this)
        focused->setFocus(Qt::OtherFocusReason);
    else if (m_work->isVisible())
        m_work->focusPrompt();
    else
        m_level->setFocus(Qt::OtherFocusReason);
    m_top->setArrangement(static_cast<int>(arrangement));
    m_actions->arrangements[static_cast<size_t>(arrangement)]->setChecked(true);
    m_bench.settings.set(Setting::Arrangement, static_cast<int>(arrangement));
}

void MainWindow::chooseTheme(ThemeChoice choice)
{
    m_bench.theme.setChoice(choice);
    m_actions->themes[static_cast<size_t>(choice)]->setChecked(true);
    m_bench.settings.set(Setting::ThemeChoice, static_cast<int>(choice));
}

void MainWindow::chooseLanguage(const QString &code)
{
    m_bench.settings.set(Setting::Language, code);
    m_language.choose(code);
}

void MainWindow::loadModel(const QString &nameOrPath)
{
    const auto path = resolveModel(toUtf8(nameOrPath));
    if (!path)
        return complain(path.error());
    const bool isBuiltin = fromUtf8(*path) != nameOrPath;
    m_models->load(isBuiltin ? nameOrPath : ModelsPane::nameFor(nameOrPath), fromUtf8(*path));
}

void MainWindow::openPaths(const QStringList &paths)
{
    m_intake->takePaths(paths);
}

void MainWindow::askForFiles(bool folder)
{
    auto *dialog = new QFileDialog(this, folder ? tr("Open folder") : tr("Open files"));
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    if (!folder)
        dialog->setNameFilters({tr("Models, recordings, texts (*.gguf *.limno *.txt *.md)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openPaths);
    dialog->open();
}

void MainWindow::toggleRecording()
{
    if (m_record->state() == RecordController::State::Recording)
        m_record->stop();
    else
        m_record->start(RecordController::suggestedPath());
    // The box follows what happened, not the click.
    m_actions->record->setChecked(m_record->state() == RecordController::State::Starting);
}

void MainWindow::recordTo()
{
    auto *dialog =
        new QFileDialog(this, tr("Record to"), RecordController::suggestedPath(), tr("Recordings (*.limno)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("limno"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_record, &RecordController::start);
    dialog->open();
}

void MainWindow::showReplay()
{
    if (m_arranger->current() != Arrangement::Diagnose)
        arrange(Arrangement::Diagnose);
    m_tabs->setCurrentIndex(ReplayTab);
    m_replay->focusForm();
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Limnograph"),
        tr("Limnograph %1\n\nRuns models on this machine and shows what they do to its memory.\n\nGPL-3.0-or-later")
            .arg(QApplication::applicationVersion()),
        QMessageBox::Close, this);
    box->setIconPixmap(windowIcon().pixmap(48));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::setDropHint(bool on)
{
    if (on)
        m_dropHint->setGeometry(rect());
    m_dropHint->setVisible(on);
    m_dropHint->raise();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QMimeData *dragged = event->mimeData();
    if (!dragged->hasUrls() && !dragged->hasText() && !dragged->hasImage())
        return;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    setDropHint(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *)
{
    setDropHint(false);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const Dropped dropped = Dropped::copyOf(*event->mimeData());
    event->setDropAction(Qt::CopyAction);
    event->accept();
    setDropHint(false);
    m_intake->take(dropped);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_dropHint->setGeometry(rect());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->ignore();
    if (m_isClosing)
        return;
    m_isClosing = true;
    m_bench.settings.set(Setting::Geometry, saveGeometry());
    m_arranger->save();
    m_bench.settings.sync();
    hide();
    m_replay->stop();
    m_bench.pulse.stop();
    runInBackground(
        this,
        [&runtime = m_bench.runtime, recorder = m_record->release()] {
            const bool isClean = runtime.shutdown(kPatience);
            if (recorder) {
                const Result<void> saved = recorder->stop();
                if (!saved)
                    logError("window", saved.error().message);
            }
            return isClean;
        },
        [this](bool isClean) { Q_EMIT closed(isClean); });
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslateUi()
{
    setWindowTitle(QStringLiteral("Limnograph"));
    m_actions->retranslateUi();
    m_tabs->setTabText(QueueTab, tr("Queue"));
    m_tabs->setTabText(ReplayTab, tr("Replay"));
    m_tabs->setTabText(VerdictTab, tr("Verdict"));
    m_tabs->setTabText(RecordingTab, tr("Recording"));
    m_tabs->setTabText(OwnersTab, tr("Owners"));
    m_tabs->setTabText(CardMapTab, tr("Card map"));
    m_tabs->setTabText(LogTab, tr("Log"));
    m_tabs->setAccessibleName(tr("Tables"));
}

} // namespace limno
