// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devicemenu.h"

#include "core/memory/devices.h"
#include "ui/background.h"
#include "ui/deviceterms.h"
#include "ui/pulse.h"
#include "ui/text.h"

#include <QActionGroup>
#include <QEvent>
#include <QInputDialog>

namespace limno {

namespace {

DeviceSpec emulated(int64_t gib)
{
    DeviceSpec spec;
    spec.kind = DeviceSpec::Kind::Emulated;
    spec.sizeBytes = gib << 30;
    return spec;
}

} // namespace

DeviceMenu::DeviceMenu(const Workbench &bench, QWidget *parent)
    : QMenu(parent)
    , m_bench(bench)
    , m_group(new QActionGroup(this))
    , m_shown(bench.pulse.snapshot().device)
    , m_wanted(m_shown)
{
    add({});
    addSeparator();
    for (const int64_t gib : {1, 4, 8})
        add(emulated(gib));
    m_own = new QAction(this);
    m_own->setCheckable(true);
    m_group->addAction(m_own);
    addAction(m_own);
    m_other = addAction(QString());
    connect(m_other, &QAction::triggered, this, &DeviceMenu::askForSize);
    connect(&bench.pulse, &Pulse::ticked, this, &DeviceMenu::refresh);
    runInBackground(
        this, [] { return Devices::hasCuda(0); },
        [this](bool isThere) {
            if (!isThere)
                return;
            addSeparator();
            DeviceSpec card;
            card.kind = DeviceSpec::Kind::Cuda;
            add(card);
            retranslateUi();
        });
    retranslateUi();
}

QAction *DeviceMenu::add(const DeviceSpec &device)
{
    QAction *action = addAction(QString());
    action->setCheckable(true);
    m_group->addAction(action);
    m_choices.emplace_back(action, device);
    connect(action, &QAction::triggered, this, [this, device] { choose(device); });
    return action;
}

void DeviceMenu::choose(const DeviceSpec &device)
{
    m_wanted = device;
    ++m_changes;
    m_bench.pulse.watch(m_bench.runtime.setDevice(device), this, [this](const JobResult &result) {
        --m_changes;
        m_shown = m_bench.runtime.snapshot().device;
        if (m_changes == 0)
            m_wanted = m_shown;
        if (result.outcome.kind == OutcomeKind::Failed && result.outcome.error)
            Q_EMIT failed(*result.outcome.error);
        retranslateUi();
    });
    retranslateUi();
}

void DeviceMenu::chooseEmulated(const QString &size)
{
    QString text = size;
    text.remove(QLatin1Char(' '));
    const Result<DeviceSpec> spec = parseDeviceSpec("emulated:" + toUtf8(text));
    if (spec)
        choose(*spec);
    else
        Q_EMIT failed(spec.error());
}

void DeviceMenu::askForSize()
{
    auto *dialog = new QInputDialog(parentWidget());
    dialog->setWindowTitle(tr("Emulated card"));
    dialog->setLabelText(tr("Size of the card, such as 12 GiB:"));
    dialog->setTextValue(QStringLiteral("2 GiB"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QInputDialog::textValueSelected, this, &DeviceMenu::chooseEmulated);
    dialog->open();
    retranslateUi(); // the check mark stays where it was
}

void DeviceMenu::refresh()
{
    if (isChanging() || m_shown == m_bench.pulse.snapshot().device)
        return;
    m_shown = m_bench.pulse.snapshot().device;
    m_wanted = m_shown;
    retranslateUi();
}

QString DeviceMenu::title() const
{
    return deviceText(deviceLabel(m_wanted));
}

void DeviceMenu::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QMenu::changeEvent(event);
}

void DeviceMenu::retranslateUi()
{
    setTitle(tr("&Device"));
    bool isListed = false;
    for (const auto &[action, device] : m_choices) {
        action->setText(deviceText(deviceLabel(device)));
        action->setChecked(device == m_wanted);
        isListed |= device == m_wanted;
    }
    m_own->setVisible(!isListed);
    m_own->setText(title());
    m_own->setChecked(!isListed);
    m_other->setText(tr("Emulated, another size…"));
    Q_EMIT changed();
}

} // namespace limno
