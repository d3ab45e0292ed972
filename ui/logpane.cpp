// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logpane.h"

#include "ui/models/logmodel.h"
#include "ui/models/tonedelegate.h"
#include "ui/pulse.h"
#include "ui/tables.h"

#include <QEvent>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

namespace limno {

LogPane::LogPane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_model(new LogModel(this))
    , m_table(makeTable())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_table);
    m_table->setModel(m_model);
    const int widths[] = {104, 80, 96};
    for (int column = 0; column < 3; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->setItemDelegate(new ToneDelegate(
        [this](const QModelIndex &index) {
            const ThemeColors &c = m_bench.theme.colors();
            const auto level = static_cast<LogLevel>(index.data(LogModel::LevelRole).toInt());
            if (level == LogLevel::Error)
                return c.bad;
            if (level == LogLevel::Warning)
                return c.question;
            return index.column() == LogModel::Text ? QColor() : c.secondary;
        },
        this));
    connect(&bench.pulse, &Pulse::ticked, this, &LogPane::refresh);
    retranslateUi();
}

void LogPane::refresh()
{
    if (!isVisible())
        return;
    std::vector<LogLine> lines = logSince(m_model->lastIndex());
    if (lines.empty())
        return;
    const QScrollBar *bar = m_table->verticalScrollBar();
    const bool wasAtEnd = bar->value() >= bar->maximum() - 4;
    m_model->append(std::move(lines));
    if (wasAtEnd)
        m_table->scrollToBottom();
}

void LogPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void LogPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void LogPane::retranslateUi()
{
    m_table->setAccessibleName(tr("Log"));
    m_model->retranslate();
}

} // namespace limno
