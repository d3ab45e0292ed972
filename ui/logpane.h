// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QWidget>

class QTableView;

namespace limno {

class LogModel;

/// The latest lines of the program's log. Stays at the end unless the user has scrolled up.
class LogPane : public QWidget
{
    Q_OBJECT

public:
    explicit LogPane(const Workbench &bench, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void retranslateUi();
    void refresh();

    Workbench m_bench;
    LogModel *m_model;
    QTableView *m_table;
};

} // namespace limno
