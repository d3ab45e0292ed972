// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/card.h"
#include "ui/workbench.h"

#include <map>

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace limno {

class ElidedLabel;

/// The user's words for a step of the ladder, and for what it destroys (empty: only speed).
QString clearStepTitle(ClearStep step);
QString clearStepWarning(ClearStep step);

/// The ladder: what each step gave back last time, as figure and bar; under them the sum, or who still
/// holds what did not come back when nothing did.
class ClearPane : public Card
{
    Q_OBJECT

public:
    explicit ClearPane(const Workbench &bench, QWidget *parent = nullptr);

    /// Starts the steps; the result appears here. Ignored while a run is going on.
    void run(const std::vector<ClearStep> &steps);
    bool isRunning() const { return m_isRunning; }
    /// Bytes that the last run gave back in a step; -1 when it was not part of it.
    int64_t bytesOf(ClearStep step) const;

Q_SIGNALS:
    void finished(qint64 bytes);
    void failed(const limno::Error &error);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row {
        QLabel *name;
        QLabel *value;
        QProgressBar *bar;
    };
    void buildRows();
    void retranslateUi();
    QStringList notes() const;
    void showSummary();
    void showResults(const std::vector<ClearStepResult> &results);

    Workbench m_bench;
    QGridLayout *m_grid;
    std::map<ClearStep, Row> m_rows;
    std::map<ClearStep, ClearStepResult> m_last;
    QPushButton *m_all;
    QLabel *m_summary;
    ElidedLabel *m_note;
    bool m_isRunning = false;
    bool m_hasRun = false;
};

} // namespace limno
