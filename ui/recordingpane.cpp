// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recordingpane.h"

#include "ui/background.h"
#include "ui/card.h"
#include "ui/text.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace limno {

RecordingPane::RecordingPane(const Workbench &, QWidget *parent)
    : QWidget(parent)
    , m_headline(makeLabel("headline"))
    , m_note(makeLabel("secondary"))
    , m_facts(new QWidget)
    , m_grid(new QGridLayout(m_facts))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_headline);
    layout->addWidget(m_note);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    m_note->setWordWrap(true);
    m_grid->setContentsMargins(0, 4, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnMinimumWidth(0, 144);
    m_grid->setColumnStretch(1, 1);
    retranslateUi();
}

void RecordingPane::open(const QString &path)
{
    m_wanted = path;
    m_headline->setText(tr("Reading %1…").arg(QFileInfo(path).fileName()));
    using Opened = std::pair<std::optional<Summary>, std::optional<Error>>;
    runInBackground(
        this,
        [path]() -> Opened {
            const auto recording = Recording::open(toUtf8(path));
            if (!recording)
                return {std::nullopt, recording.error()};
            return {summarize(path, *recording), std::nullopt};
        },
        [this, path](Opened opened) {
            if (path != m_wanted)
                return;
            if (opened.first)
                m_summary = std::move(opened.first);
            retranslateUi();
            if (opened.second)
                Q_EMIT failed(*opened.second);
            else
                Q_EMIT this->opened();
        });
}

RecordingPane::Summary RecordingPane::summarize(const QString &path, const Recording &recording)
{
    Summary summary;
    summary.path = path;
    summary.meta = recording.meta;
    for (const ModelInfo &model : recording.models)
        summary.models.push_back(model.name);
    summary.samples = recording.samples.size();
    summary.events = recording.events.size();
    summary.isInterrupted = recording.isInterrupted;
    for (const RequestRow &row : recording.requests) {
        summary.ok += row.outcome.kind == OutcomeKind::Ok;
        summary.failed += row.outcome.kind == OutcomeKind::Failed;
        summary.cancelled += row.outcome.kind == OutcomeKind::Cancelled;
    }
    if (!recording.samples.empty())
        summary.lengthNs = recording.samples.back().timeNs - recording.samples.front().timeNs;
    for (const Sample &sample : recording.samples) {
        const auto value = sample.value(Metric::RssAnon);
        if (!value)
            continue;
        if (!summary.firstAnon)
            summary.firstAnon = value;
        summary.lastAnon = value;
        summary.peakAnon = std::max(summary.peakAnon.value_or(*value), *value);
    }
    return summary;
}

void RecordingPane::addRow(const QString &name, const QString &value)
{
    const int row = m_grid->rowCount();
    QLabel *left = makeLabel("secondary");
    left->setText(name);
    QLabel *right = makeLabel("");
    right->setText(value);
    right->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    right->setAccessibleName(name);
    m_grid->addWidget(left, row, 0);
    m_grid->addWidget(right, row, 1);
}

void RecordingPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void RecordingPane::retranslateUi()
{
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (!m_summary) {
        m_headline->setText(tr("No recording opened"));
        m_note->setText(tr("Drop a .limno file anywhere in this window, or press Record to make one."));
        return;
    }
    const Summary &s = *m_summary;
    m_headline->setText(QFileInfo(s.path).fileName());
    m_note->setText(s.isInterrupted ? tr("This recording was cut off; everything up to its last second is here.")
                                    : s.path);
    QStringList models;
    for (const std::string &name : s.models)
        models += fromUtf8(name);
    if (!models.isEmpty())
        addRow(tr("Models"), models.join(QStringLiteral(", ")));
    addRow(tr("Length"), durationText(s.lengthNs));
    addRow(tr("Samples"), QString::number(s.samples));
    addRow(tr("Requests"), tr("%1 ok · %2 failed · %3 stopped").arg(s.ok).arg(s.failed).arg(s.cancelled));
    addRow(tr("Marks"), QString::number(s.events));
    if (s.firstAnon)
        addRow(tr("RSS anonymous"),
               tr("%1 at first · %2 at last · %3 at most")
                   .arg(bytesText(*s.firstAnon), bytesText(*s.lastAnon), bytesText(*s.peakAnon)));
    for (const char *key : {"machine", "version"}) {
        if (const auto found = s.meta.find(key); found != s.meta.end())
            addRow(key == std::string("machine") ? tr("Machine") : tr("Program version"), fromUtf8(found->second));
    }
}

} // namespace limno
