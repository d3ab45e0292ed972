// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace limno {

class GrowthModel;
class SnapshotsModel;

/// The snapshots that are kept, and what grew between the two that are selected.
class SnapshotsView : public QWidget
{
    Q_OBJECT

public:
    explicit SnapshotsView(const Workbench &bench, QWidget *parent = nullptr);

    /// On a helper thread; the new one and the one before it are selected then.
    void take();
    /// Looks at the store; cheap when nothing is new.
    void refresh();
    void retranslateUi();

    QPushButton *takeButton() const { return m_take; }
    QTableView *list() const { return m_list; }
    QTableView *growth() const { return m_growth; }

private:
    void compare();
    void selectLastTwo();

    Workbench m_bench;
    SnapshotsModel *m_snapshots;
    GrowthModel *m_rows;
    QPushButton *m_take;
    QTableView *m_list;
    QTableView *m_growth;
    QLabel *m_words;
    QPushButton *m_all;
    bool m_isTaking = false;
    bool m_isAllShown = false;
    int m_compared = 0; ///< selected snapshots: a table is shown at 2
};

} // namespace limno
