// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/arrangement.h"
#include "ui/language.h"
#include "ui/workbench.h"

#include <QMainWindow>

class QTabWidget;

namespace limno {

class Actions;
class CardMapPane;
class ClearPane;
class DeviceMenu;
class Intake;
class LevelPane;
class LogPane;
class ModelsPane;
class NoticeBar;
class OwnersPane;
class QueuePane;
class RecordController;
class RecordingPane;
class ReplayPane;
class StatusLine;
class SwitchesPane;
class VerdictPane;
class TopBar;
class WorkPane;

/// The one window. Takes drops for every pane, places the panes, connects actions.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(const Workbench &bench, Language &language);
    ~MainWindow() override;

    /// Files and folders as if they had been dropped.
    void openPaths(const QStringList &paths);
    /// A built-in name, or a file.
    void loadModel(const QString &nameOrPath);
    void arrange(Arrangement arrangement);
    void chooseTheme(ThemeChoice choice);
    void chooseLanguage(const QString &code);

    WorkPane *work() const { return m_work; }
    LevelPane *level() const { return m_level; }
    ModelsPane *models() const { return m_models; }
    SwitchesPane *switches() const { return m_switches; }
    OwnersPane *owners() const { return m_owners; }
    CardMapPane *cardMap() const { return m_cardMap; }
    DeviceMenu *devices() const { return m_devices; }
    ClearPane *clearing() const { return m_clear; }
    ReplayPane *replay() const { return m_replay; }
    VerdictPane *verdict() const { return m_verdict; }
    QTabWidget *tabs() const { return m_tabs; }
    NoticeBar *notice() const { return m_notice; }
    RecordController *recording() const { return m_record; }
    RecordingPane *openedRecording() const { return m_recordingPane; }

Q_SIGNALS:
    /// Everything has been told to end; `isClean` is false when a computation still runs after the patience, and the
    /// process should then leave without destroying anything.
    void closed(bool isClean);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void connectPanes();
    void complain(const Error &error);
    void keepFocusNear(const QWidget *old, const QWidget *now);
    void connectActions();
    void fillClearMenu();
    void retranslateUi();
    void askForFiles(bool folder);
    void toggleRecording();
    void recordTo();
    void showReplay();
    void showAbout();
    void setDropHint(bool on);

    Workbench m_bench;
    Language &m_language;
    Actions *m_actions;
    DeviceMenu *m_devices;
    TopBar *m_top;
    NoticeBar *m_notice;
    WorkPane *m_work;
    LevelPane *m_level;
    ModelsPane *m_models;
    SwitchesPane *m_switches;
    ClearPane *m_clear;
    QueuePane *m_queue;
    ReplayPane *m_replay;
    VerdictPane *m_verdict;
    RecordingPane *m_recordingPane;
    OwnersPane *m_owners;
    CardMapPane *m_cardMap;
    LogPane *m_log;
    QTabWidget *m_tabs;
    QWidget *m_tabCard;
    StatusLine *m_status;
    RecordController *m_record;
    Intake *m_intake;
    Arranger *m_arranger;
    QWidget *m_dropHint = nullptr;
    std::vector<QAction *> m_clearSteps;
    bool m_isClosing = false;
};

} // namespace limno
