// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queuepane.h"

#include "ui/card.h"
#include "ui/models/queuemodel.h"
#include "ui/models/tonedelegate.h"
#include "ui/pulse.h"
#include "ui/tables.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace limno {

QueuePane::QueuePane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_model(new QueueModel(this))
    , m_table(makeTable())
    , m_summary(makeLabel("secondary"))
    , m_stopAll(new QPushButton)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->addWidget(m_summary, 1);
    head->addWidget(m_stopAll);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);

    m_table->setModel(m_model);
    const int widths[] = {56, 220, 140, 160, 72, 88};
    for (int column = 0; column < 6; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(QueueModel::What, QHeaderView::Stretch);
    m_table->setItemDelegateForColumn(QueueModel::State,
                                      new ToneDelegate(
                                          [this](const QModelIndex &index) {
                                              const ThemeColors &c = m_bench.theme.colors();
                                              if (index.data(QueueModel::StateRole).toInt() == int(JobState::Running))
                                                  return c.accent;
                                              if (index.data(QueueModel::StateRole).toInt() != int(JobState::Finished))
                                                  return c.question;
                                              return index.data(QueueModel::EndRole).toInt() == int(OutcomeKind::Failed)
                                                  ? c.bad
                                                  : QColor();
                                          },
                                          this));
    m_stopAll->setProperty("kind", "quiet");
    connect(m_stopAll, &QPushButton::clicked, this, [this] { m_bench.runtime.cancelAll(); });
    connect(&bench.pulse, &Pulse::ticked, this, &QueuePane::refresh);
    retranslateUi();
}

void QueuePane::refresh()
{
    if (!isVisible())
        return;
    const Runtime::Snapshot &snapshot = m_bench.pulse.snapshot();
    m_model->setJobs(snapshot.jobs, m_bench.clock.nowNs());
    const int64_t open = snapshot.submitted - snapshot.finished;
    m_stopAll->setEnabled(open > 0);
    m_summary->setText(snapshot.submitted == 0 ? tr("Nothing has run yet. Send a prompt or start a replay.")
                                               : tr("%1 open · %2 finished").arg(open).arg(snapshot.finished));
}

void QueuePane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void QueuePane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void QueuePane::retranslateUi()
{
    m_table->setAccessibleName(tr("Jobs"));
    m_stopAll->setText(tr("Stop all"));
    m_stopAll->setAccessibleName(tr("Stop all jobs"));
    m_model->retranslate();
    refresh();
}

} // namespace limno
