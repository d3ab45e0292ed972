// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace limno {

class Actions;
class SegmentedControl;

/// The row of buttons at the top: what acts on everything, and the three arrangements.
class TopBar : public QFrame
{
    Q_OBJECT

public:
    TopBar(const Theme &theme, const Actions &actions, QWidget *parent = nullptr);

    void setArrangement(int index);
    void setRecording(bool on);
    SegmentedControl *arrangements() const { return m_arrangements; }
    QToolButton *recordButton() const { return m_record; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void dress();
    void retranslateUi();

    const Theme &m_theme;
    QToolButton *m_open;
    QLabel *m_device;
    QLabel *m_deviceIcon;
    QToolButton *m_record;
    QToolButton *m_replay;
    QToolButton *m_clear;
    SegmentedControl *m_arrangements;
    bool m_isRecording = false;
};

} // namespace limno
