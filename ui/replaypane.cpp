// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replaypane.h"

#include "ui/card.h"
#include "ui/numberfield.h"
#include "ui/pulse.h"
#include "ui/recordcontroller.h"
#include "ui/text.h"
#include "ui/toggleswitch.h"

#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace limno {

namespace {

constexpr int64_t kUntilSureAtMost = 5120;

QString milliseconds(double ms)
{
    return durationText(static_cast<int64_t>(ms * kNsPerMs));
}

} // namespace

ReplayPane::ReplayPane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_replay(new ReplayController(bench, this))
    , m_promptLabel(makeLabel("secondary"))
    , m_prompt(new QPlainTextEdit)
    , m_vary(new ToggleSwitch(bench.theme))
    , m_fileLabel(makeLabel("secondary"))
    , m_file(new QLineEdit)
    , m_browse(new QPushButton)
    , m_start(new QPushButton)
    , m_stop(new QPushButton)
    , m_headline(makeLabel("headline"))
    , m_counts(makeLabel(""))
    , m_progress(new QProgressBar)
    , m_table(new QWidget)
    , m_rate(makeLabel("secondary"))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->setSpacing(24);
    auto *form = new QWidget;
    auto *grid = new QGridLayout(form);
    buildForm(grid);
    layout->addWidget(form, 5);
    layout->addWidget(buildResult(), 6);

    connect(m_start, &QPushButton::clicked, this, &ReplayPane::start);
    connect(m_stop, &QPushButton::clicked, this, &ReplayPane::stop);
    connect(m_browse, &QPushButton::clicked, this, &ReplayPane::askForFile);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &ReplayPane::refresh);
    connect(m_vary, &QAbstractButton::toggled, this,
            [this](bool on) { m_bench.settings.set(Setting::ReplayVary, on); });
    connect(m_replay, &ReplayController::failed, this, &ReplayPane::failed);
    connect(m_replay, &ReplayController::saved, this, &ReplayPane::saved);
    for (const auto signal : {&ReplayController::started, &ReplayController::ended}) {
        connect(m_replay, signal, this, [this] {
            showResult();
            refresh();
            Q_EMIT stateChanged();
        });
    }
    connect(&bench.pulse, &Pulse::ticked, this, [this] {
        if (m_replay->isRunning())
            refresh();
    });
    retranslateUi();
    m_prompt->setPlainText(tr("Name three lakes and say why their level changes."));
}

void ReplayPane::buildForm(QGridLayout *grid)
{
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    m_prompt->setProperty("field", true);
    m_prompt->setAcceptDrops(false);
    m_prompt->setTabChangesFocus(true);
    m_prompt->setFixedHeight(48);
    // On top, so that it is in sight however low the pane is.
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_promptLabel, 1);
    m_start->setProperty("kind", "primary");
    m_start->setMinimumWidth(120);
    top->addWidget(m_stop);
    top->addWidget(m_start);
    grid->addLayout(top, 0, 0, 1, 4);
    grid->addWidget(m_prompt, 1, 0, 1, 4);
    m_requests = addSpin(grid, 0, Setting::ReplayRequests);
    m_seconds = addSpin(grid, 1, Setting::ReplaySeconds);
    m_concurrency = addSpin(grid, 2, Setting::ReplayConcurrency);
    m_vary->setChecked(m_bench.settings.value(Setting::ReplayVary).toBool());
    m_labels.emplace_back(Setting::ReplayVary, makeLabel("secondary"));
    grid->addWidget(m_labels.back().second, 2, 3);
    grid->addWidget(m_vary, 3, 3, Qt::AlignLeft | Qt::AlignVCenter);

    auto *file = new QHBoxLayout;
    file->setSpacing(8);
    file->addWidget(m_file, 1);
    file->addWidget(m_browse);
    grid->addWidget(m_fileLabel, 4, 0, 1, 4);
    grid->addLayout(file, 5, 0, 1, 4);
    m_file->setAcceptDrops(false);
    m_file->setClearButtonEnabled(true);

    grid->setRowStretch(6, 1);
    for (int column = 0; column < 4; ++column)
        grid->setColumnStretch(column, 1);
}

QSpinBox *ReplayPane::addSpin(QGridLayout *grid, int column, Setting setting)
{
    const SettingInfo &info = Settings::info(setting);
    auto *spin = new QSpinBox;
    spin->setRange(info.low.toInt(), info.high.toInt());
    spin->setValue(m_bench.settings.integer(setting));
    spin->setMinimumWidth(80);
    easeTyping(spin);
    m_labels.emplace_back(setting, makeLabel("secondary"));
    m_labels.back().second->setBuddy(spin);
    grid->addWidget(m_labels.back().second, 2, column);
    grid->addWidget(spin, 3, column);
    connect(spin, &QSpinBox::valueChanged, this, [this, setting](int value) {
        m_bench.settings.set(setting, value);
        refresh();
    });
    return spin;
}

QWidget *ReplayPane::buildResult()
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_headline->setWordWrap(true);
    m_counts->setWordWrap(true);
    m_rate->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    layout->addWidget(m_headline);
    layout->addWidget(m_counts);
    layout->addWidget(m_progress);
    auto *grid = new QGridLayout(m_table);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    for (int row = 0; row < 3; ++row) {
        std::vector<QLabel *> cells;
        for (int column = 0; column < 6; ++column) {
            QLabel *cell = makeLabel(row == 0 || column == 0 ? "secondary" : "strong");
            cell->setAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
            grid->addWidget(cell, row, column);
            cells.push_back(cell);
        }
        m_cells.push_back(cells);
    }
    grid->setColumnStretch(0, 1);
    layout->addWidget(m_table);
    layout->addWidget(m_rate);
    layout->addStretch(1);
    return box;
}

void ReplayPane::setModel(const QString &name)
{
    m_model = name;
    refresh();
}

void ReplayPane::setPrompt(const QString &text)
{
    m_prompt->setPlainText(text);
}

void ReplayPane::focusForm()
{
    m_prompt->setFocus(Qt::OtherFocusReason);
}

void ReplayPane::start()
{
    commitTyping();
    ReplayPlan plan;
    plan.request.task = Task::Chat;
    plan.request.model = toUtf8(m_model);
    plan.request.messages = {{"user", toUtf8(m_prompt->toPlainText().trimmed())}};
    plan.request.generation.maxTokens = m_bench.settings.integer(Setting::MaxTokens);
    plan.request.generation.temperature = m_bench.settings.value(Setting::Temperature).toDouble();
    plan.request.seed = static_cast<uint64_t>(m_bench.settings.integer(Setting::Seed));
    plan.requests = m_requests->value();
    plan.seconds = m_seconds->value();
    plan.concurrency = m_concurrency->value();
    plan.vary = m_vary->isChecked() ? Vary::Prompt : Vary::None;
    ReplayRunOptions options;
    options.recordingPath = toUtf8(m_file->text().trimmed());
    begin(plan, options);
}

void ReplayPane::begin(const ReplayPlan &plan, const ReplayRunOptions &options)
{
    if (m_replay->isRunning() || m_model.isEmpty() || plan.request.messages.back().content.empty())
        return;
    m_plan = plan;
    m_options = options;
    m_replay->start(plan, options);
}

void ReplayPane::runExperiment(const Advice &experiment)
{
    if (!m_plan || m_replay->isRunning())
        return;
    ReplayPlan plan = *m_plan;
    ReplayRunOptions options = m_options;
    options.recordingPath.clear(); // the first run's file stays
    if (experiment.option == "--distinct") {
        plan.vary = Vary::Prompt;
        plan.distinct = 1;
    } else if (experiment.option == "--vary") {
        plan.vary = Vary::None;
        plan.distinct = 0;
    } else if (experiment.option == "--confirm") {
        options.confirms = true;
    } else if (experiment.option == "--until-sure") {
        options.untilSureAtMost = kUntilSureAtMost;
        plan.seconds = 0;
    } else if (experiment.option == "--kv-cache") {
        for (const Runtime::ModelView &model : m_bench.runtime.snapshot().models) {
            if (model.info.name != plan.request.model)
                continue;
            ModelPolicy policy = model.policy;
            policy.kvCache = Toggle::Off;
            m_bench.runtime.setPolicy(model.info.name, policy); // takes its place in the line before the loop
        }
    } else if (experiment.option == "--workers") {
        plan.concurrency = 1;
    }
    begin(plan, options);
}

QString ReplayPane::command() const
{
    if (!m_plan)
        return {};
    const auto quoted = [](const std::string &text) {
        QString words = fromUtf8(text);
        return QLatin1Char('\'') + words.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
    };
    QStringList words{QStringLiteral("limnograph-cli replay chat --model"), quoted(m_plan->request.model), QStringLiteral("--prompt"),
                      quoted(m_plan->request.messages.back().content)};
    const auto add = [&words](const char *option, const QString &value) { words << QLatin1String(option) << value; };
    if (m_plan->request.generation.maxTokens)
        add("--max-tokens", QString::number(*m_plan->request.generation.maxTokens));
    if (m_plan->request.generation.temperature.value_or(0) > 0)
        add("--temperature", QString::number(*m_plan->request.generation.temperature));
    add("--seed", QString::number(m_plan->request.seed));
    if (m_plan->requests > 0)
        add("--requests", QString::number(m_plan->requests));
    if (m_plan->seconds > 0)
        add("--seconds", QString::number(m_plan->seconds));
    if (m_plan->concurrency > 1)
        add("--concurrency", QString::number(m_plan->concurrency));
    if (m_plan->vary == Vary::Prompt)
        add("--vary", QStringLiteral("prompt"));
    if (m_plan->distinct > 0)
        add("--distinct", QString::number(m_plan->distinct));
    if (m_options.confirms)
        words << QStringLiteral("--confirm");
    if (m_options.untilSureAtMost)
        words << QStringLiteral("--until-sure");
    return words.join(QLatin1Char(' '));
}

void ReplayPane::stop()
{
    m_replay->stop();
}

void ReplayPane::askForFile()
{
    auto *dialog = new QFileDialog(this, tr("Record the replay to"), RecordController::suggestedPath(),
                                   tr("Recordings (*.limno)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("limno"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

void ReplayPane::refresh()
{
    const bool isRunning = m_replay->isRunning();
    const ReplayProgress progress = m_replay->progress();
    m_start->setEnabled(!isRunning && !m_model.isEmpty() && !m_prompt->toPlainText().trimmed().isEmpty()
                        && (m_requests->value() > 0 || m_seconds->value() > 0));
    m_stop->setEnabled(isRunning);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_prompt, m_requests, m_seconds, m_concurrency, m_vary, m_file, m_browse})
        field->setEnabled(!isRunning);

    const bool hasAny = isRunning || m_replay->result();
    m_counts->setVisible(hasAny);
    m_progress->setVisible(isRunning);
    if (isRunning) {
        m_headline->setText(phaseText());
        const int64_t done = progress.ok + progress.failed;
        const int64_t wanted = m_requests->value();
        const double byTime = m_seconds->value() > 0 ? progress.elapsedSeconds / m_seconds->value() : 0;
        const double byCount = wanted > 0 ? static_cast<double>(done) / static_cast<double>(wanted) : 0;
        m_progress->setRange(0, 1000);
        m_progress->setValue(static_cast<int>(std::min(1.0, std::max(byTime, byCount)) * 1000));
    } else if (!hasAny) {
        m_headline->setText(m_model.isEmpty() ? tr("No model loaded") : tr("Ready to replay"));
        m_rate->setText(tr("The same request is sent again and again, each after the last one has ended. The level "
                           "shows what stays."));
        m_rate->show();
    }
    if (hasAny) {
        QStringList words{tr("%1 sent").arg(progress.sent), tr("%1 ok").arg(progress.ok)};
        if (progress.failed > 0)
            words += tr("%1 failed").arg(progress.failed);
        if (progress.cut > 0)
            words += tr("%1 cut").arg(progress.cut);
        words += durationText(static_cast<int64_t>(progress.elapsedSeconds * 1e9));
        if (isRunning && progress.secondsLeft)
            words += tr("about %1 left").arg(durationText(static_cast<int64_t>(*progress.secondsLeft * 1e9)));
        m_counts->setText(words.join(QStringLiteral(" · ")));
    }
}

QString ReplayPane::phaseText() const
{
    switch (m_replay->phase()) {
    case ReplayRun::Phase::Confirm:
        return tr("Confirming");
    case ReplayRun::Phase::Rest:
        return tr("Resting");
    case ReplayRun::Phase::Judging:
        return tr("Judging");
    case ReplayRun::Phase::Main:
        break;
    }
    return tr("Replaying");
}

void ReplayPane::showResult()
{
    const std::optional<ReplayResult> &result = m_replay->result();
    m_table->setVisible(result.has_value());
    m_rate->setVisible(result.has_value());
    if (!result)
        return;
    m_headline->setText(result->isInterrupted ? tr("Replay stopped") : tr("Replay finished"));
    const QStringList header{
        QString(), tr("median"), QStringLiteral("p90"), QStringLiteral("p95"), QStringLiteral("p99"), tr("longest")};
    for (int column = 0; column < 6; ++column)
        m_cells[0][static_cast<size_t>(column)]->setText(header[column]);
    const auto fill = [this](size_t row, const QString &name, const std::map<OutcomeKind, Percentiles> &values) {
        m_cells[row][0]->setText(name);
        const auto found = values.find(OutcomeKind::Ok);
        const bool has = found != values.end();
        const Percentiles p = has ? found->second : Percentiles();
        const double figures[] = {p.p50, p.p90, p.p95, p.p99, p.max};
        for (size_t i = 0; i < 5; ++i)
            m_cells[row][i + 1]->setText(has ? milliseconds(figures[i]) : QStringLiteral("–"));
    };
    fill(1, tr("latency"), result->latencyMs);
    fill(2, tr("service"), result->serviceMs);
    QStringList words{tr("%1 requests/s").arg(result->requestsPerSecond, 0, 'f', 2),
                      tr("%1 tokens in").arg(result->tokensIn), tr("%1 tokens out").arg(result->tokensOut),
                      tr("%n different input(s)", nullptr, static_cast<int>(result->distinct))};
    if (result->firstError)
        words += tr("first error: %1").arg(errorText(*result->firstError));
    m_rate->setText(words.join(QStringLiteral(" · ")));
}

void ReplayPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void ReplayPane::retranslateUi()
{
    m_promptLabel->setText(tr("Prompt to repeat"));
    m_prompt->setAccessibleName(tr("Prompt to repeat"));
    for (const auto &[setting, label] : m_labels)
        label->setText(Settings::label(setting));
    m_requests->setAccessibleName(Settings::label(Setting::ReplayRequests));
    m_requests->setSpecialValueText(tr("no limit"));
    m_seconds->setAccessibleName(Settings::label(Setting::ReplaySeconds));
    m_seconds->setSpecialValueText(tr("no limit"));
    m_concurrency->setAccessibleName(Settings::label(Setting::ReplayConcurrency));
    m_concurrency->setToolTip(tr("Requests in flight at the same time"));
    m_vary->setAccessibleName(Settings::label(Setting::ReplayVary));
    m_vary->setToolTip(tr("Put a counter into the prompt, so that no two requests are the same"));
    m_fileLabel->setText(tr("Record to"));
    m_file->setAccessibleName(tr("Record to"));
    m_file->setPlaceholderText(tr("not recorded"));
    m_browse->setText(tr("Choose…"));
    m_browse->setAccessibleName(tr("Choose the file to record to"));
    m_start->setText(tr("Start replay"));
    m_start->setAccessibleName(tr("Start replay"));
    m_stop->setText(tr("Stop"));
    m_stop->setAccessibleName(tr("Stop replay"));
    showResult();
    refresh();
}

} // namespace limno
