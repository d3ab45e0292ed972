// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modelspane.h"

#include "core/io/builtinmodels.h"
#include "ui/elidedlabel.h"
#include "ui/pulse.h"
#include "ui/text.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <set>

namespace limno {

ModelRow::ModelRow(const QString &name, QWidget *parent)
    : QFrame(parent)
    , m_name(name)
    , m_title(makeLabel("strong"))
    , m_detail(new ElidedLabel("secondary"))
    , m_figures(new ElidedLabel("secondary"))
    , m_progress(new QProgressBar)
    , m_button(new QPushButton)
{
    setProperty("modelRow", true);
    setFocusPolicy(Qt::StrongFocus);
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_title, 0, 0);
    layout->addWidget(m_button, 0, 1, Qt::AlignRight | Qt::AlignTop);
    layout->addWidget(m_detail, 1, 0, 1, 2);
    layout->addWidget(m_figures, 2, 0, 1, 2);
    layout->addWidget(m_progress, 3, 0, 1, 2);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    m_button->setProperty("kind", "quiet");
    m_title->setText(name);
    connect(m_button, &QPushButton::clicked, this, &ModelRow::buttonPressed);
}

void ModelRow::showLoaded(const Runtime::ModelView &view, const Theme &)
{
    const ModelInfo &info = view.info;
    QStringList words{fromUtf8(info.architecture), fromUtf8(info.computeType)};
    words.removeAll(QString());
    m_detail->setFullText(words.join(QStringLiteral(" · ")));
    m_detail->setVisible(!words.isEmpty());
    QStringList figures;
    if (info.weightBytes > info.mappedBytes)
        figures += tr("weights %1").arg(bytesText(info.weightBytes));
    if (info.mappedBytes > 0)
        figures += tr("mapped %1").arg(bytesText(info.mappedBytes));
    figures += tr("KV %1").arg(bytesText(view.kvBytes));
    m_figures->setFullText(figures.join(QStringLiteral(" · ")));
    m_figures->show();
    m_progress->hide();
    m_button->setText(tr("Unload"));
    m_button->setAccessibleName(tr("Unload %1").arg(m_name));
    setAccessibleName(tr("%1, loaded").arg(m_name));
    setAccessibleDescription(m_figures->text());
}

void ModelRow::showLoading(double fraction, const Theme &)
{
    m_detail->setFullText(fraction < 0 ? tr("Loading…") : tr("Loading… %1 %").arg(qRound(fraction * 100)));
    m_detail->show();
    m_figures->hide();
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(fraction < 0 ? 0 : static_cast<int>(fraction * 1000));
    m_progress->show();
    m_button->setText(tr("Stop"));
    m_button->setAccessibleName(tr("Stop loading %1").arg(m_name));
    setAccessibleName(tr("%1, loading").arg(m_name));
}

void ModelRow::showOffered(const QString &title, const Theme &)
{
    m_detail->setFullText(title);
    m_detail->setVisible(!title.isEmpty());
    m_figures->hide();
    m_progress->hide();
    m_button->setText(tr("Load"));
    m_button->setAccessibleName(tr("Load %1").arg(m_name));
    setAccessibleName(tr("%1, not loaded").arg(m_name));
}

void ModelRow::setCurrent(bool on)
{
    restyle(this, "current", on);
}

void ModelRow::mousePressEvent(QMouseEvent *)
{
    Q_EMIT chosen();
}

void ModelRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT chosen();
    else
        QFrame::keyPressEvent(event);
}

ModelsPane::ModelsPane(const Workbench &bench, QWidget *parent)
    : Card(parent)
    , m_bench(bench)
    , m_list(new QVBoxLayout)
    , m_empty(makeParagraph(2))
{
    m_list->setSpacing(4);
    body()->addLayout(m_list);
    body()->addWidget(m_empty);
    body()->addStretch(1);
    for (const BuiltinModel &model : builtinModels()) {
        m_offered[fromUtf8(model.name)] = fromUtf8(model.path);
        m_titles[fromUtf8(model.name)] = fromUtf8(model.title);
    }
    connect(&bench.pulse, &Pulse::ticked, this, &ModelsPane::refresh);
    retranslateUi();
}

QString ModelsPane::nameFor(const QString &path)
{
    return QFileInfo(path).completeBaseName();
}

void ModelsPane::load(const QString &name, const QString &path)
{
    const JobHandle job = m_bench.runtime.load({.name = toUtf8(name), .path = toUtf8(path)});
    m_loading[name] = {job, -1};
    m_bench.pulse.watch(
        job, this,
        [this, name, id = job.id()](const JobResult &result) {
            const auto found = m_loading.find(name);
            if (found != m_loading.end() && found->second.job.id() == id)
                m_loading.erase(found);
            if (result.outcome.kind == OutcomeKind::Failed && result.outcome.error)
                Q_EMIT failed(*result.outcome.error);
            if (result.outcome.kind == OutcomeKind::Ok) {
                setCurrent(name);
                Q_EMIT loaded(name);
            }
            refresh();
            Q_EMIT loadingChanged();
        },
        [this, name](double fraction) {
            const auto found = m_loading.find(name);
            if (found != m_loading.end())
                found->second.fraction = fraction;
        });
    refresh();
    Q_EMIT loadingChanged();
}

bool ModelsPane::isLoadingFirst() const
{
    return m_current.isEmpty() && !m_loading.empty();
}

void ModelsPane::unload(const QString &name)
{
    m_bench.pulse.watch(m_bench.runtime.unload(toUtf8(name)), this, [this](const JobResult &result) {
        if (result.outcome.kind == OutcomeKind::Failed && result.outcome.error)
            Q_EMIT failed(*result.outcome.error);
        refresh();
    });
}

void ModelsPane::pressButton(const QString &name)
{
    if (const auto loading = m_loading.find(name); loading != m_loading.end())
        return loading->second.job.cancel();
    for (const Runtime::ModelView &view : m_bench.pulse.snapshot().models) {
        if (fromUtf8(view.info.name) == name)
            return unload(name);
    }
    if (const auto offered = m_offered.find(name); offered != m_offered.end())
        load(name, offered->second);
}

ModelRow *ModelsPane::row(const QString &name)
{
    ModelRow *&row = m_rows[name];
    if (!row) {
        row = new ModelRow(name);
        m_list->addWidget(row);
        connect(row, &ModelRow::buttonPressed, this, [this, name] { pressButton(name); });
        connect(row, &ModelRow::chosen, this, [this, name] {
            for (const Runtime::ModelView &view : m_bench.pulse.snapshot().models) {
                if (fromUtf8(view.info.name) == name)
                    setCurrent(name);
            }
        });
    }
    return row;
}

void ModelsPane::setCurrent(const QString &name)
{
    if (m_current == name)
        return;
    m_current = name;
    for (const auto &[rowName, row] : m_rows)
        row->setCurrent(rowName == name);
    Q_EMIT currentChanged(name);
}

void ModelsPane::refresh()
{
    std::set<QString> present;
    QString anyLoaded;
    bool isCurrentLoaded = false;
    for (const Runtime::ModelView &view : m_bench.pulse.snapshot().models) {
        const QString name = fromUtf8(view.info.name);
        present.insert(name);
        anyLoaded = name;
        isCurrentLoaded |= name == m_current;
        if (!m_loading.contains(name))
            row(name)->showLoaded(view, m_bench.theme);
    }
    for (const auto &[name, loading] : m_loading) {
        present.insert(name);
        row(name)->showLoading(loading.fraction, m_bench.theme);
    }
    for (const auto &[name, path] : m_offered) {
        if (present.insert(name).second)
            row(name)->showOffered(m_titles[name], m_bench.theme);
    }
    for (auto entry = m_rows.begin(); entry != m_rows.end();) {
        if (present.contains(entry->first)) {
            entry->second->setCurrent(entry->first == m_current);
            ++entry;
        } else {
            entry->second->deleteLater();
            entry = m_rows.erase(entry);
        }
    }
    m_empty->setVisible(m_rows.empty());
    if (!isCurrentLoaded)
        setCurrent(anyLoaded);
}

void ModelsPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    Card::changeEvent(event);
}

void ModelsPane::retranslateUi()
{
    setTitle(tr("Models"));
    m_empty->setText(tr("No model yet. Drop a .gguf file anywhere in this window."));
    refresh();
}

} // namespace limno
