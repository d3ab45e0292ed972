// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdictpane.h"

#include "ui/card.h"
#include "ui/models/tonedelegate.h"
#include "ui/models/verdictmodel.h"
#include "ui/plot/growthplot.h"
#include "ui/tables.h"
#include "ui/text.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace limno {

namespace {

const char *toneOf(LeakClass leakClass)
{
    if (isLeak(leakClass))
        return "bad";
    return leakClass == LeakClass::Growing || leakClass == LeakClass::Inconclusive || leakClass == LeakClass::TimeDriven ? "question" : "good";
}

} // namespace

bool isOwnExperiment(const Advice &experiment)
{
    constexpr std::array<std::string_view, 6> kOwn{"--distinct", "--vary", "--kv-cache", "--confirm", "--until-sure", "--workers"};
    return std::ranges::find(kOwn, experiment.option) != kOwn.end();
}

VerdictPane::VerdictPane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_class(makeLabel("title"))
    , m_sentence(makeParagraph(2))
    , m_causes(makeParagraph(1))
    , m_proposal(makeParagraph(1))
    , m_run(new QPushButton)
    , m_copy(new QPushButton)
    , m_table(makeTable())
    , m_model(new VerdictModel(this))
    , m_plot(new GrowthPlot)
{
    auto *left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(m_class);
    left->addWidget(m_sentence);
    restyle(m_causes, "tone", "secondary");
    left->addWidget(m_causes);
    left->addWidget(m_proposal);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_run->setProperty("kind", "primary");
    m_copy->setProperty("kind", "quiet");
    buttons->addWidget(m_run);
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    left->addLayout(buttons);
    left->addStretch(1);

    m_table->setModel(m_model);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(VerdictModel::Class, QHeaderView::Stretch);
    m_table->setItemDelegateForColumn(VerdictModel::Class, new ToneDelegate(
                                                               [this](const QModelIndex &index) {
                                                                   const ThemeColors &c = m_bench.theme.colors();
                                                                   const QByteArray tone = toneOf(static_cast<LeakClass>(index.data(VerdictModel::ClassRole).toInt()));
                                                                   return tone == "bad" ? c.bad : tone == "question" ? c.question : c.good;
                                                               },
                                                               this));
    auto *right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(m_plot, 3);
    right->addWidget(m_table, 2);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(24);
    layout->addLayout(left, 5);
    layout->addLayout(right, 6);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &index) { showSeries(index.row()); });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (const auto wanted = experiment())
            Q_EMIT experimentWanted(*wanted);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        const auto wanted = experiment();
        const QString option = wanted && !isOwnExperiment(*wanted) && wanted->value == "on" ? QLatin1Char(' ') + fromUtf8(wanted->option) : QString();
        QGuiApplication::clipboard()->setText(m_command + option);
    });
    connect(&bench.theme, &Theme::changed, this, &VerdictPane::dress);
    dress();
    retranslateUi();
}

std::optional<Advice> VerdictPane::experiment() const
{
    if (!m_verdict)
        return std::nullopt;
    const auto found = std::ranges::find(m_verdict->advice, Advice::Kind::Experiment, &Advice::kind);
    return found == m_verdict->advice.end() ? std::nullopt : std::optional(*found);
}

void VerdictPane::show(const ReplayReport &report, const QString &command)
{
    m_judged = report.run;
    m_verdict = report.verdict;
    m_command = command;
    m_model->setVerdict(m_verdict.value_or(Verdict()));
    if (m_model->rowCount() > 0)
        m_table->selectRow(0);
    else
        m_plot->setCurve(std::nullopt);
    retranslateUi();
}

void VerdictPane::setReady(bool isReady)
{
    m_isReady = isReady;
    const auto wanted = experiment();
    m_run->setEnabled(isReady && wanted && isOwnExperiment(*wanted));
}

void VerdictPane::showSeries(int row)
{
    if (!m_judged || !m_verdict || row < 0 || row >= m_model->rowCount())
        return;
    m_plot->setCurve(growthCurve(*m_judged, *m_verdict, m_model->seriesAt(row)));
}

void VerdictPane::dress()
{
    m_plot->setColors(m_bench.theme.colors());
}

void VerdictPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void VerdictPane::retranslateUi()
{
    m_table->setAccessibleName(tr("Judged series"));
    m_plot->setAccessibleName(tr("Growth by request"));
    m_copy->setText(tr("Copy as command"));
    m_copy->setAccessibleName(m_copy->text());
    m_run->setText(tr("Run this experiment"));
    m_run->setAccessibleName(m_run->text());
    m_model->retranslate();
    const bool has = m_verdict.has_value();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_causes, m_proposal, m_run, m_copy, m_table, m_plot})
        widget->setVisible(has);
    if (!has) {
        m_class->setText(tr("No verdict yet"));
        setTone(m_class, "title");
        m_sentence->setText(tr("A replay is judged when it ends: leak, warm-up, cache, allocator, or not enough data."));
        return;
    }
    m_class->setText(leakClassText(m_verdict->leakClass));
    setTone(m_class, toneOf(m_verdict->leakClass));
    m_sentence->setText(fromUtf8(m_verdict->text));
    QStringList causes;
    for (const Advice &each : m_verdict->advice) {
        if (each.kind == Advice::Kind::Cause)
            causes += fromUtf8(each.text);
    }
    m_causes->setText(causes.join(QLatin1Char(' ')));
    m_causes->setVisible(!causes.isEmpty());
    const auto wanted = experiment();
    m_proposal->setVisible(wanted.has_value());
    m_run->setVisible(wanted && isOwnExperiment(*wanted));
    if (wanted)
        m_proposal->setText(tr("To try: %1").arg(fromUtf8(wanted->text)));
    setReady(m_isReady);
}

} // namespace limno
