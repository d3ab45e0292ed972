// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QAction>
#include <QMenu>
#include <QObject>

#include <array>
#include <vector>

class QMenuBar;

namespace limno {

/// Every action of the window with its words, its shortcut and its place in the menus; what they do is connected by
/// the window.
class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(const Theme &theme, QWidget *window);

    /// `devices` has its place in one of them.
    void fill(QMenuBar *bar, QMenu *devices);
    void retranslateUi();

    QAction *open;
    QAction *openFolder;
    QAction *record;
    QAction *recordTo;
    QAction *quit;
    QAction *send;
    QAction *stop;
    QAction *newConversation;
    QAction *paste;
    QAction *replay;
    QAction *stopAll;
    QAction *clearAll;
    QAction *about;
    std::array<QAction *, 3> arrangements; ///< Try, Diagnose, Demo
    std::array<QAction *, 3> themes; ///< as ThemeChoice
    std::array<QAction *, 3> languages; ///< system, English, 简体中文
    QMenu *openMenu; ///< of the toolbar
    QMenu *clearMenu; ///< one entry a step is added by the window

private:
    QAction *make(const QKeySequence &shortcut = {});
    std::array<QAction *, 3> makeGroup();
    void dress();

    const Theme &m_theme;
    QWidget *m_window;
    std::vector<QMenu *> m_menus; ///< File, Run, View, Help, then Theme and Language inside View
};

} // namespace limno
