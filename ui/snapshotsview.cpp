// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/snapshotsview.h"

#include "core/memory/snapshotstore.h"
#include "ui/background.h"
#include "ui/card.h"
#include "ui/models/growthmodel.h"
#include "ui/models/snapshotsmodel.h"
#include "ui/models/tonedelegate.h"
#include "ui/tables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace limno {

SnapshotsView::SnapshotsView(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_snapshots(new SnapshotsModel(this))
    , m_rows(new GrowthModel(this))
    , m_take(new QPushButton)
    , m_list(makeTable())
    , m_growth(makeTable())
    , m_words(makeLabel("secondary"))
    , m_all(new QPushButton)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    auto *left = new QVBoxLayout;
    left->setSpacing(4);
    left->addWidget(m_list, 1);
    left->addWidget(m_take, 0, Qt::AlignLeft);
    layout->addLayout(left, 2);
    auto *right = new QVBoxLayout;
    right->setSpacing(4);
    right->addWidget(m_growth, 1);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_words, 1);
    foot->addWidget(m_all);
    right->addLayout(foot);
    layout->addLayout(right, 5);

    m_list->setModel(m_snapshots);
    m_list->setColumnWidth(SnapshotsModel::Time, 72);
    m_list->setColumnWidth(SnapshotsModel::Reason, 112);
    m_growth->setModel(m_rows);
    const int widths[] = {96, 88, 150, 100, 60, 64, 88};
    for (int column = 0; column < GrowthModel::ColumnCount; ++column)
        m_growth->setColumnWidth(column, widths[column]);
    m_growth->horizontalHeader()->setStretchLastSection(false);
    m_growth->horizontalHeader()->setSectionResizeMode(GrowthModel::Site, QHeaderView::Stretch);
    m_growth->setItemDelegateForColumn(GrowthModel::Delta,
                                       new ToneDelegate(
                                           [this](const QModelIndex &index) {
                                               const ThemeColors &c = m_bench.theme.colors();
                                               return index.data(GrowthModel::DeltaRole).toLongLong() > 0 ? c.question : c.good;
                                           },
                                           this));
    m_take->setProperty("kind", "quiet");
    m_all->setProperty("kind", "quiet");
    connect(m_take, &QPushButton::clicked, this, &SnapshotsView::take);
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_isAllShown = !m_isAllShown;
        m_rows->setAllShown(m_isAllShown);
        retranslateUi();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SnapshotsView::compare);
    retranslateUi();
}

void SnapshotsView::take()
{
    if (m_isTaking)
        return;
    m_isTaking = true;
    retranslateUi();
    runInBackground(
        this, [&store = m_bench.snapshots] { return store.take("by hand"); },
        [this](const SnapshotStore::SnapshotPtr &) {
            m_isTaking = false;
            refresh();
            selectLastTwo();
            retranslateUi();
        });
}

void SnapshotsView::refresh()
{
    const int before = m_snapshots->rowCount();
    m_snapshots->setSnapshots(m_bench.snapshots.all(), m_bench.clock.nowNs());
    if (m_snapshots->rowCount() > before && !m_list->selectionModel()->hasSelection())
        selectLastTwo(); // taken by themselves: nothing that somebody chose is lost
    // A row that goes takes its selection along without a signal of the selection's.
    if (static_cast<int>(m_list->selectionModel()->selectedRows().size()) != m_compared)
        compare();
}

void SnapshotsView::selectLastTwo()
{
    QItemSelection rows;
    const int last = m_snapshots->rowCount() - 1;
    for (int row = std::max(last - 1, 0); row <= last; ++row)
        rows.select(m_snapshots->index(row, 0), m_snapshots->index(row, SnapshotsModel::ColumnCount - 1));
    m_list->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    m_list->scrollToBottom();
}

void SnapshotsView::compare()
{
    QModelIndexList selected = m_list->selectionModel()->selectedRows();
    m_compared = static_cast<int>(selected.size());
    std::sort(selected.begin(), selected.end());
    m_rows->setGrowth(m_compared == 2
                          ? limno::growth(*m_snapshots->at(selected[0].row()), *m_snapshots->at(selected[1].row()))
                          : std::vector<Growth>());
    retranslateUi();
}

void SnapshotsView::retranslateUi()
{
    m_take->setText(m_isTaking ? tr("Taking…") : tr("Take snapshot"));
    m_take->setAccessibleName(m_take->text());
    m_take->setEnabled(!m_isTaking);
    m_list->setAccessibleName(tr("Snapshots"));
    m_growth->setAccessibleName(tr("Growth between two snapshots"));
    m_snapshots->retranslate();
    m_rows->retranslate();
    const int total = m_rows->total();
    if (m_snapshots->rowCount() < 2)
        m_words->setText(tr("Two snapshots show what grew in between."));
    else if (m_compared != 2)
        m_words->setText(tr("Select two snapshots to compare."));
    else if (total == 0)
        m_words->setText(tr("Nothing changed between them."));
    else
        m_words->setText(tr("%1 of %2 rows that changed").arg(m_rows->rowCount()).arg(total));
    m_all->setVisible(total > GrowthModel::kFirst);
    m_all->setText(m_isAllShown ? tr("Top ten") : tr("Show all"));
    m_all->setAccessibleName(m_all->text());
}

} // namespace limno
