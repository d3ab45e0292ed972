// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replaycontroller.h"
#include "ui/workbench.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace limno {

class ToggleSwitch;

/// The same request again and again: what to send, how often, and what came of it.
class ReplayPane : public QWidget
{
    Q_OBJECT

public:
    explicit ReplayPane(const Workbench &bench, QWidget *parent = nullptr);

    void setModel(const QString &name);
    /// What is repeated.
    void setPrompt(const QString &text);
    void start();
    void stop();
    /// The last loop once more, changed as the experiment says (isOwnExperiment()).
    void runExperiment(const Advice &experiment);
    /// What repeats the last loop on the command line.
    QString command() const;
    ReplayController *controller() const { return m_replay; }
    QSpinBox *requests() const { return m_requests; }
    void focusForm();

Q_SIGNALS:
    void failed(const limno::Error &error);
    void saved(const QString &path);
    void stateChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildForm(QGridLayout *grid);
    QWidget *buildResult();
    QSpinBox *addSpin(QGridLayout *grid, int column, Setting setting);
    void retranslateUi();
    void begin(const ReplayPlan &plan, const ReplayRunOptions &options);
    QString phaseText() const;
    void refresh();
    void showResult();
    void askForFile();

    Workbench m_bench;
    ReplayController *m_replay;
    QString m_model;
    std::optional<ReplayPlan> m_plan; ///< of the last loop
    ReplayRunOptions m_options;
    QLabel *m_promptLabel;
    QPlainTextEdit *m_prompt;
    std::vector<std::pair<Setting, QLabel *>> m_labels;
    QSpinBox *m_requests;
    QSpinBox *m_seconds;
    QSpinBox *m_concurrency;
    ToggleSwitch *m_vary;
    QLabel *m_fileLabel;
    QLineEdit *m_file;
    QPushButton *m_browse;
    QPushButton *m_start;
    QPushButton *m_stop;
    QLabel *m_headline;
    QLabel *m_counts;
    QProgressBar *m_progress;
    QWidget *m_table;
    std::vector<std::vector<QLabel *>> m_cells; ///< header row, then latency and service
    QLabel *m_rate;
};

} // namespace limno
