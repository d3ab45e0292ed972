// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QMenu>

class QActionGroup;

namespace limno {

/// Chooses what the process computes for: the cpu, an emulated card of some size, the NVIDIA card that the driver shows.
/// The change is an exclusive job, so it comes after the present ones.
class DeviceMenu : public QMenu
{
    Q_OBJECT

public:
    explicit DeviceMenu(const Workbench &bench, QWidget *parent);

    void choose(const DeviceSpec &device);
    /// "12GiB", "12GiB,context=300MiB": what follows "emulated:" on the command line.
    void chooseEmulated(const QString &size);
    bool isChanging() const { return m_changes > 0; }
    /// The device in use, or the one that a change in line will bring, in the user's language.
    QString title() const;

Q_SIGNALS:
    void changed();
    void failed(const limno::Error &error);

protected:
    void changeEvent(QEvent *event) override;

private:
    QAction *add(const DeviceSpec &device);
    void askForSize();
    void refresh();
    void retranslateUi();

    Workbench m_bench;
    QActionGroup *m_group;
    std::vector<std::pair<QAction *, DeviceSpec>> m_choices;
    QAction *m_own; ///< an emulated card of another size, while there is one
    QAction *m_other;
    DeviceSpec m_shown;
    DeviceSpec m_wanted;
    int m_changes = 0; ///< that have not ended
};

} // namespace limno
