// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clearpane.h"

#include "ui/elidedlabel.h"
#include "ui/pulse.h"
#include "ui/text.h"
#include "ui/wording.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace limno {

QString clearStepTitle(ClearStep step)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::ClearStep", text); };
    switch (step) {
    case ClearStep::Results:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "results, snapshots"));
    case ClearStep::KvCaches:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "KV, conversation caches"));
    case ClearStep::TextCaches:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "tokenizer, prompts"));
    case ClearStep::PrimitiveCaches:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "primitive caches"));
    case ClearStep::Workspaces:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "workspaces"));
    case ClearStep::BlockCache:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "block cache"));
    case ClearStep::DeviceCache:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "card: empty cache"));
    case ClearStep::HeapTrim:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "heap trim"));
    case ClearStep::OffloadWeights:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "offload weights"));
    case ClearStep::UnloadModel:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "unload model"));
    }
    return {};
}

QString clearStepWarning(ClearStep step)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::ClearStep", text); };
    switch (step) {
    case ClearStep::Results:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "Kept results and snapshots go."));
    case ClearStep::KvCaches:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "Conversations stay, their next answer starts slower."));
    default:
        return words(QT_TRANSLATE_NOOP("limno::ClearStep", "Nothing is lost, only speed for a moment."));
    }
}

ClearPane::ClearPane(const Workbench &bench, QWidget *parent)
    : Card(parent)
    , m_bench(bench)
    , m_grid(new QGridLayout)
    , m_all(new QPushButton)
    , m_summary(makeParagraph(2))
    , m_note(new ElidedLabel("secondary"))
{
    m_all->setProperty("kind", "quiet");
    corner()->addWidget(m_all);
    corner()->setContentsMargins(0, 0, -8, 0); // its text, not its frame, stands in line with the figures
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(0, 1);
    body()->addLayout(m_grid);
    body()->addWidget(m_summary);
    body()->addWidget(m_note);
    body()->addStretch(1);
    connect(m_all, &QPushButton::clicked, this, [this] { run(ClearLadder::all()); });
    buildRows();
    retranslateUi();
}

void ClearPane::buildRows()
{
    for (const ClearStep step : ClearLadder::all()) {
        const int top = m_grid->rowCount();
        Row row{makeLabel(""), makeLabel("secondary"), new QProgressBar};
        row.bar->setTextVisible(false);
        row.bar->setRange(0, 1000);
        row.bar->setProperty("tone", "good");
        row.bar->setFixedHeight(3);
        m_grid->addWidget(row.name, top, 0);
        m_grid->addWidget(row.value, top, 1, Qt::AlignRight);
        m_grid->addWidget(row.bar, top + 1, 0, 1, 2);
        m_grid->setRowMinimumHeight(top, 18);
        m_grid->setRowMinimumHeight(top + 2, 4);
        m_rows.emplace(step, row);
    }
}

void ClearPane::run(const std::vector<ClearStep> &steps)
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    retranslateUi();
    m_bench.pulse.watch(m_bench.runtime.clear(steps), this, [this](const JobResult &result) {
        m_isRunning = false;
        if (result.outcome.error && result.outcome.kind == OutcomeKind::Failed)
            Q_EMIT failed(*result.outcome.error);
        showResults(result.clearSteps);
    });
}

int64_t ClearPane::bytesOf(ClearStep step) const
{
    const auto found = m_last.find(step);
    return found == m_last.end() ? -1 : found->second.bytes;
}

void ClearPane::showResults(const std::vector<ClearStepResult> &results)
{
    m_last.clear();
    int64_t total = 0;
    for (const ClearStepResult &result : results) {
        m_last[result.step] = result;
        total += result.bytes;
    }
    m_hasRun = !results.empty();
    retranslateUi();
    if (m_hasRun)
        Q_EMIT finished(total);
}

QStringList ClearPane::notes() const
{
    QStringList notes;
    const std::vector<ClearStep> available = m_bench.ladder.available();
    for (const auto &[step, result] : m_last) {
        const QString note = clearNoteText(result.note);
        const bool exists = std::find(available.begin(), available.end(), step) != available.end();
        if (exists && !note.isEmpty() && !notes.contains(note))
            notes += note;
    }
    return notes;
}

void ClearPane::showSummary()
{
    int64_t total = 0;
    for (const auto &[step, result] : m_last)
        total += result.bytes;
    // Of a step that gave nothing back while others did, its own row tells.
    const QStringList words = m_isRunning || !m_hasRun || total > 0 ? QStringList() : notes();
    m_note->setVisible(!words.isEmpty());
    m_note->setFullText(words.isEmpty() ? QString() : words.back());
    m_note->setToolTip(words.join(QLatin1Char('\n')));
    m_note->setAccessibleName(words.join(QLatin1Char(' ')));
    if (m_isRunning)
        m_summary->setText(tr("Clearing, after the jobs that are in line…"));
    else if (m_hasRun)
        m_summary->setText(tr("Gave back %1 in all.").arg(bytesText(total)));
    else
        m_summary->setText(tr("Conversations stay; kept results and caches go. Runs between jobs."));
    m_summary->setMinimumHeight(m_summary->fontMetrics().lineSpacing() * (m_hasRun ? 1 : 2));
}

void ClearPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    Card::changeEvent(event);
}

void ClearPane::retranslateUi()
{
    setTitle(tr("Clear caches"));
    m_all->setText(tr("Clear all"));
    m_all->setAccessibleName(tr("Clear all caches"));

    int64_t most = 1;
    for (const auto &[step, result] : m_last)
        most = std::max(most, result.bytes);
    const std::vector<ClearStep> available = m_bench.ladder.available();
    for (const auto &[step, row] : m_rows) {
        const bool exists = std::find(available.begin(), available.end(), step) != available.end();
        const auto found = m_last.find(step);
        const int64_t bytes = found == m_last.end() ? 0 : found->second.bytes;
        row.name->setText(QStringLiteral("%1  %2").arg(static_cast<int>(step)).arg(clearStepTitle(step)));
        row.name->setEnabled(exists);
        const QString note = found == m_last.end() ? QString() : clearNoteText(found->second.note);
        row.name->setToolTip(!exists              ? tr("Nothing here uses this cache.")
                                 : note.isEmpty() ? clearStepWarning(step)
                                                  : note);
        row.value->setText(found == m_last.end() || !exists ? QStringLiteral("–") : bytesText(bytes));
        setTone(row.value, bytes > 0 ? "good" : "secondary");
        row.bar->setValue(static_cast<int>(bytes * 1000 / most));
        row.bar->setAccessibleName(clearStepTitle(step));
    }
    showSummary();
}

} // namespace limno
