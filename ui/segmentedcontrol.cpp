// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/segmentedcontrol.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace limno {

SegmentedControl::SegmentedControl(int count, Size size, QWidget *parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (int i = 0; i < count; ++i) {
        auto *button = new QToolButton;
        button->setCheckable(true);
        button->setProperty("segment", true);
        button->setProperty("small", size == Size::Small);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setMinimumWidth(size == Size::Small ? 56 : 84);
        m_group->addButton(button, i);
        layout->addWidget(button);
    }
    connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
        setCurrent(index);
        Q_EMIT chosen(index);
    });
}

void SegmentedControl::setLabels(const QStringList &labels)
{
    for (int i = 0; i < labels.size(); ++i) {
        m_group->button(i)->setText(labels[i]);
        m_group->button(i)->setAccessibleName(labels[i]);
    }
}

void SegmentedControl::setToolTips(const QStringList &tips)
{
    for (int i = 0; i < tips.size(); ++i)
        m_group->button(i)->setToolTip(tips[i]);
}

int SegmentedControl::current() const
{
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index)
{
    m_group->setExclusive(true);
    m_group->button(index)->setChecked(true);
}

void SegmentedControl::clearCurrent()
{
    m_group->setExclusive(false);
    if (QAbstractButton *button = m_group->checkedButton())
        button->setChecked(false);
}

} // namespace limno
