// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace limno {

class QueueModel;

/// Everything that waits, runs or has run.
class QueuePane : public QWidget
{
    Q_OBJECT

public:
    explicit QueuePane(const Workbench &bench, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void retranslateUi();
    void refresh();

    Workbench m_bench;
    QueueModel *m_model;
    QTableView *m_table;
    QLabel *m_summary;
    QPushButton *m_stopAll;
};

} // namespace limno
