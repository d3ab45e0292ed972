// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings.h"

#include <QObject>

class QScrollArea;
class QSplitter;
class QWidget;

namespace limno {

enum class Arrangement { Try, Diagnose, Demo };

/// The panes that an arrangement places.
struct Panes {
    QWidget *models = nullptr;
    QWidget *work = nullptr;
    QWidget *level = nullptr;
    QWidget *tabs = nullptr;
    QWidget *switches = nullptr;
    QWidget *clear = nullptr;
};

/// Puts the same panes into three columns in three ways, and remembers how the user sized each.
class Arranger : public QObject
{
    Q_OBJECT

public:
    Arranger(const Panes &panes, Settings &settings, QWidget *parent);

    QWidget *widget() const;
    Arrangement current() const { return m_current; }
    void arrange(Arrangement arrangement);
    /// Into the settings.
    void save();

private:
    void put(QSplitter *column, std::initializer_list<std::pair<QWidget *, int>> panes);
    void restore();

    Panes m_panes;
    Settings &m_settings;
    QSplitter *m_columns;
    QSplitter *m_left;
    QSplitter *m_centre;
    QSplitter *m_right;
    QScrollArea *m_rightArea; ///< in a low window the right column scrolls
    Arrangement m_current = Arrangement::Try;
    bool m_isArranged = false;
};

} // namespace limno
