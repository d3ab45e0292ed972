// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topbar.h"

#include "ui/actions.h"
#include "ui/card.h"
#include "ui/devicemenu.h"
#include "ui/icons.h"
#include "ui/segmentedcontrol.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace limno {

namespace {

QToolButton *makeButton()
{
    auto *button = new QToolButton;
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(16, 16));
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton *makeMenuButton(QMenu *menu)
{
    QToolButton *button = makeButton();
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

/// The style puts text close to its icon.
QString besideIcon(const QString &text)
{
    return QLatin1Char(' ') + text;
}

} // namespace

TopBar::TopBar(const Theme &theme, const Actions &actions, DeviceMenu &devices, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_devices(devices)
    , m_open(makeMenuButton(actions.openMenu))
    , m_device(makeMenuButton(&devices))
    , m_record(makeButton())
    , m_replay(makeButton())
    , m_clear(makeMenuButton(actions.clearMenu))
    , m_arrangements(new SegmentedControl(3))
{
    setObjectName(QStringLiteral("topBar"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(m_open);
    layout->addWidget(m_device);
    layout->addWidget(m_record);
    layout->addWidget(m_replay);
    layout->addWidget(m_clear);
    layout->addStretch(1);
    layout->addWidget(m_arrangements);
    connect(m_record, &QToolButton::clicked, actions.record, &QAction::trigger);
    connect(m_replay, &QToolButton::clicked, actions.replay, &QAction::trigger);
    connect(&devices, &DeviceMenu::changed, this, &TopBar::showDevice);
    connect(&theme, &Theme::changed, this, &TopBar::dress);
    dress();
    retranslateUi();
}

void TopBar::setArrangement(int index)
{
    m_arrangements->setCurrent(index);
}

void TopBar::setRecording(bool on)
{
    m_isRecording = on;
    restyle(m_record, "recording", on);
    dress();
    retranslateUi();
}

void TopBar::dress()
{
    const ThemeColors &c = m_theme.colors();
    m_open->setIcon(themedIcon(QStringLiteral("open"), c.text));
    m_record->setIcon(themedIcon(m_isRecording ? QStringLiteral("stop") : QStringLiteral("record"), c.bad));
    m_replay->setIcon(themedIcon(QStringLiteral("replay"), c.text));
    m_clear->setIcon(themedIcon(QStringLiteral("clear"), c.text));
    m_device->setIcon(themedIcon(QStringLiteral("chip"), c.text));
}

void TopBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QFrame::changeEvent(event);
}

void TopBar::retranslateUi()
{
    m_open->setText(besideIcon(tr("Open")));
    m_record->setText(besideIcon(m_isRecording ? tr("Stop recording") : tr("Record")));
    m_record->setToolTip(tr("Record everything that happens into a file in your documents (Ctrl+R)"));
    m_replay->setText(besideIcon(tr("Replay")));
    m_replay->setToolTip(tr("Repeat a request in a loop (F5)"));
    m_clear->setText(besideIcon(tr("Clear caches")));
    showDevice();
    for (QToolButton *button : {m_open, m_record, m_replay, m_clear})
        button->setAccessibleName(button->text().trimmed());
    m_arrangements->setLabels({tr("Try"), tr("Diagnose"), tr("Demo")});
    m_arrangements->setToolTips({tr("Work large, level small (F2)"), tr("Level, lanes and tables (F3)"),
                                 tr("Large type for an audience (F4)")});
}

void TopBar::showDevice()
{
    const QString device = m_devices.title();
    m_device->setText(besideIcon(m_devices.isChanging() ? tr("%1 after this job").arg(device) : device));
    m_device->setAccessibleName(tr("Device: %1").arg(m_device->text().trimmed()));
    m_device->setToolTip(tr("What models compute for. An emulated card is host memory under the rules of a card's allocator. "
                            "A change loads the models again."));
}

} // namespace limno
