// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/switchespane.h"

#include "ui/background.h"
#include "ui/deviceterms.h"
#include "ui/elidedlabel.h"
#include "ui/numberfield.h"
#include "ui/pulse.h"
#include "ui/text.h"
#include "ui/toggleswitch.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace limno {

namespace {

constexpr int kControlWidth = 104;

int limitFor(int permits)
{
    return permits == 0 ? kUnlimitedPermits : permits;
}

} // namespace

SwitchesPane::SwitchesPane(const Workbench &bench, QWidget *parent)
    : Card(parent)
    , m_bench(bench)
    , m_grid(new QGridLayout)
    , m_kvCache(new ToggleSwitch(bench.theme))
    , m_offload(new QComboBox)
    , m_temperature(new QDoubleSpinBox)
    , m_state(new ElidedLabel("secondary"))
    , m_effective(makeLabel("question"))
    , m_wantedWorkers(bench.pulse.snapshot().workers)
{
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(0, 1);
    body()->addLayout(m_grid);
    body()->addWidget(m_effective);
    body()->addWidget(m_state);
    m_effective->setWordWrap(true);
    m_effective->hide();

    const Settings &settings = bench.settings;
    m_kvCache->setChecked(settings.value(Setting::KvCache).toBool());
    addRow(Setting::KvCache, m_kvCache);
    for (int i = 0; i < 3; ++i)
        m_offload->addItem(QString());
    m_offload->setCurrentIndex(settings.integer(Setting::Offload));
    m_offload->setFixedWidth(kControlWidth);
    addRow(Setting::Offload, m_offload);
    m_permits = addSpin(Setting::Permits);
    m_workers = addSpin(Setting::Workers);
    m_maxTokens = addSpin(Setting::MaxTokens);
    m_temperature->setRange(0, 2);
    m_temperature->setSingleStep(0.1);
    m_temperature->setDecimals(2);
    m_temperature->setValue(settings.value(Setting::Temperature).toDouble());
    addRow(Setting::Temperature, m_temperature);
    m_seed = addSpin(Setting::Seed);

    connect(m_kvCache, &QAbstractButton::toggled, this, [this](bool on) {
        m_bench.settings.set(Setting::KvCache, on);
        applyPolicy();
    });
    connect(m_offload, &QComboBox::currentIndexChanged, this, [this](int offload) {
        m_bench.settings.set(Setting::Offload, offload);
        applyPolicy();
    });
    connect(m_permits, &QSpinBox::valueChanged, this, &SwitchesPane::changePermits);
    connect(m_workers, &QSpinBox::valueChanged, this, &SwitchesPane::changeWorkers);
    connect(m_maxTokens, &QSpinBox::valueChanged, this,
            [this](int value) { m_bench.settings.set(Setting::MaxTokens, value); });
    connect(m_seed, &QSpinBox::valueChanged, this, [this](int value) { m_bench.settings.set(Setting::Seed, value); });
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { m_bench.settings.set(Setting::Temperature, value); });
    connect(&bench.pulse, &Pulse::ticked, this, &SwitchesPane::refresh);

    m_bench.runtime.setPermits(PermitClass::Text, limitFor(m_permits->value()));
    changeWorkers(m_workers->value());
    retranslateUi();
}

QSpinBox *SwitchesPane::addSpin(Setting setting)
{
    const SettingInfo &info = Settings::info(setting);
    auto *spin = new QSpinBox;
    spin->setRange(info.low.toInt(), info.high.toInt());
    spin->setValue(m_bench.settings.integer(setting));
    addRow(setting, spin);
    return spin;
}

void SwitchesPane::addRow(Setting setting, QWidget *control)
{
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(control)) {
        easeTyping(spin);
        spin->setKeyboardTracking(false);
        spin->setFixedWidth(kControlWidth);
        spin->setAlignment(Qt::AlignRight);
    }
    auto *label = makeLabel("");
    label->setBuddy(control);
    const int row = m_grid->rowCount();
    m_grid->setRowMinimumHeight(row, 28);
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(control, row, 1, Qt::AlignRight | Qt::AlignVCenter);
    m_labels.emplace_back(setting, label);
    m_controls.emplace_back(setting, control);
}

void SwitchesPane::setModel(const QString &name)
{
    if (m_model == name)
        return;
    m_model = name;
    // A model that was just loaded knows nothing of the switches yet.
    if (!m_kvCache->isChecked() || m_offload->currentIndex() != static_cast<int>(Offload::None))
        applyPolicy();
    refresh();
}

void SwitchesPane::applyPolicy()
{
    if (m_model.isEmpty())
        return;
    ModelPolicy policy;
    for (const Runtime::ModelView &view : m_bench.pulse.snapshot().models) {
        if (fromUtf8(view.info.name) == m_model)
            policy = view.policy;
    }
    policy.kvCache = m_kvCache->isChecked() ? Toggle::On : Toggle::Off;
    policy.offload = static_cast<Offload>(m_offload->currentIndex());
    const JobHandle job = m_bench.runtime.setPolicy(toUtf8(m_model), policy);
    m_bench.pulse.watch(job, this, [this](const JobResult &result) {
        if (result.outcome.error && result.outcome.kind == OutcomeKind::Failed) {
            takeBackOffload();
            Q_EMIT failed(*result.outcome.error);
        }
        refresh();
    });
    refresh();
}

/// What could not be had is no longer asked for.
void SwitchesPane::takeBackOffload()
{
    for (const Runtime::ModelView &view : m_bench.runtime.snapshot().models) {
        if (fromUtf8(view.info.name) != m_model)
            continue;
        const QSignalBlocker blocker(m_offload);
        m_offload->setCurrentIndex(static_cast<int>(view.policy.offload));
        m_bench.settings.set(Setting::Offload, m_offload->currentIndex());
    }
}

void SwitchesPane::changePermits(int permits)
{
    m_bench.settings.set(Setting::Permits, permits);
    m_bench.runtime.setPermits(PermitClass::Text, limitFor(permits));
    m_bench.runtime.mark("toggle", permits == 0 ? "permits off" : "permits " + std::to_string(permits));
}

void SwitchesPane::changeWorkers(int workers)
{
    m_bench.settings.set(Setting::Workers, workers);
    m_wantedWorkers = workers;
    if (!m_isChangingWorkers && m_wantedWorkers != m_bench.pulse.snapshot().workers)
        applyWorkers();
}

/// The change waits for running jobs, so it happens on a helper thread; the latest wish wins.
void SwitchesPane::applyWorkers()
{
    m_isChangingWorkers = true;
    const int workers = m_wantedWorkers;
    runInBackground(
        this,
        [&runtime = m_bench.runtime, workers] {
            runtime.setWorkers(workers);
            return workers;
        },
        [this](int reached) {
            m_isChangingWorkers = false;
            m_bench.runtime.mark("toggle", "workers " + std::to_string(reached));
            if (reached != m_wantedWorkers)
                applyWorkers();
        });
}

void SwitchesPane::refresh()
{
    if (!isVisible())
        return;
    const Runtime::Snapshot &snapshot = m_bench.pulse.snapshot();
    QStringList lines;
    if (m_isChangingWorkers)
        lines += tr("Workers change after the present jobs.");
    QString effective;
    for (const Runtime::ModelView &view : snapshot.models) {
        if (fromUtf8(view.info.name) != m_model)
            continue;
        lines += waitingWords(view);
        if (view.offload.offload != view.policy.offload)
            effective = tr("Offload in effect: %1, since %2.")
                            .arg(offloadTitle(view.offload.offload), offloadReasonText(view.offload.reason));
    }
    m_effective->setText(effective);
    m_effective->setVisible(!effective.isEmpty());
    if (lines.isEmpty())
        lines += tr("%n thread(s) per worker", nullptr, snapshot.intraOpThreads);
    m_state->setFullText(lines.join(QLatin1Char(' ')));
}

QStringList SwitchesPane::waitingWords(const Runtime::ModelView &view) const
{
    QStringList lines;
    if (view.policy.kvCache != (m_kvCache->isChecked() ? Toggle::On : Toggle::Off))
        lines += tr("KV cache changes after the jobs in line.");
    if (static_cast<int>(view.policy.offload) != m_offload->currentIndex())
        lines += tr("Offload changes after this job.");
    return lines;
}

QString SwitchesPane::stateText() const
{
    return (m_effective->text() + QLatin1Char(' ') + m_state->text()).trimmed();
}

void SwitchesPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    Card::changeEvent(event);
}

void SwitchesPane::retranslateUi()
{
    setTitle(tr("Switches"));
    for (const auto &[setting, label] : m_labels)
        label->setText(Settings::label(setting));
    for (const auto &[setting, control] : m_controls)
        control->setAccessibleName(Settings::label(setting));
    m_permits->setSpecialValueText(tr("off"));
    m_permits->setToolTip(tr("How many requests may compute at once; off lets everybody in"));
    m_workers->setToolTip(tr("Threads that take requests"));
    for (int i = 0; i < m_offload->count(); ++i)
        m_offload->setItemText(i, offloadTitle(static_cast<Offload>(i)));
    m_offload->setToolTip(tr("Which weights leave the card: none, all of them between runs (model), all but the layers in use (layer)"));
    m_kvCache->setToolTip(tr("Keep keys and values of earlier tokens; off computes everything again for each token"));
    m_maxTokens->setToolTip(tr("Longest answer"));
    m_temperature->setSpecialValueText(tr("greedy"));
    m_temperature->setToolTip(tr("0 always takes the likeliest token"));
    m_seed->setToolTip(tr("Same seed, same answer"));
    refresh();
}

} // namespace limno
