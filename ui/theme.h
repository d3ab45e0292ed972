// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/systemscheme.h"
#include "ui/themecolors.h"

#include <QObject>

namespace limno {

enum class ThemeChoice { System, Light, Dark };

/// Dresses the application: Fusion, a palette, one small style sheet. A change is seen at once.
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    /// 1 at a desk, more on a stage; all type sizes follow.
    void setTextScale(double scale);
    double textScale() const { return m_textScale; }

    const ThemeColors &colors() const { return themeColors(m_scheme); }
    /// `size` of look.md's type scale (11, 12, 13, 14, 19) in pixels as it is now.
    int pixels(int size) const;

Q_SIGNALS:
    void changed();

private:
    Scheme wantedScheme() const;
    void apply();

    SystemScheme m_system;
    ThemeChoice m_choice = ThemeChoice::System;
    Scheme m_scheme = Scheme::Light;
    double m_textScale = 1;
};

} // namespace limno
