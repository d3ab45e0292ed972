// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QFrame>

class QToolButton;

namespace limno {

class Actions;
class DeviceMenu;
class SegmentedControl;

/// The row of buttons at the top: what acts on everything, and the three arrangements.
class TopBar : public QFrame
{
    Q_OBJECT

public:
    TopBar(const Theme &theme, const Actions &actions, DeviceMenu &devices, QWidget *parent = nullptr);

    void setArrangement(int index);
    void setRecording(bool on);
    SegmentedControl *arrangements() const { return m_arrangements; }
    QToolButton *recordButton() const { return m_record; }
    QToolButton *deviceButton() const { return m_device; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void dress();
    void retranslateUi();
    void showDevice();

    const Theme &m_theme;
    DeviceMenu &m_devices;
    QToolButton *m_open;
    QToolButton *m_device;
    QToolButton *m_record;
    QToolButton *m_replay;
    QToolButton *m_clear;
    SegmentedControl *m_arrangements;
    bool m_isRecording = false;
};

} // namespace limno
