// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replayrun.h"
#include "ui/workbench.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace limno {

class GrowthPlot;
class VerdictModel;

/// What the last replay proved: a sentence, the curve behind it, all judged series, and the experiment that separates the
/// remaining causes, to be run or copied as a command.
class VerdictPane : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictPane(const Workbench &bench, QWidget *parent = nullptr);

    /// `command` repeats the run on the command line.
    void show(const ReplayReport &report, const QString &command);
    /// Whether an experiment can be begun now.
    void setReady(bool isReady);

    QLabel *sentence() const { return m_sentence; }
    QPushButton *experimentButton() const { return m_run; }
    QPushButton *copyButton() const { return m_copy; }
    QTableView *table() const { return m_table; }
    GrowthPlot *plot() const { return m_plot; }

Q_SIGNALS:
    /// An experiment that the window can do by itself.
    void experimentWanted(const limno::Advice &experiment);

protected:
    void changeEvent(QEvent *event) override;

private:
    std::optional<Advice> experiment() const;
    void showSeries(int row);
    void dress();
    void retranslateUi();

    Workbench m_bench;
    std::optional<MemoryRun> m_judged;
    std::optional<Verdict> m_verdict;
    QString m_command;
    bool m_isReady = false;
    QLabel *m_class;
    QLabel *m_sentence;
    QLabel *m_causes;
    QLabel *m_proposal;
    QPushButton *m_run;
    QPushButton *m_copy;
    QTableView *m_table;
    VerdictModel *m_model;
    GrowthPlot *m_plot;
};

/// Whether the window can do an experiment by itself: those that change the loop or a switch.
bool isOwnExperiment(const Advice &experiment);

} // namespace limno
