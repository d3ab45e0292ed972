// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

#include <QColor>
#include <QList>

namespace limno {

enum class Scheme { Light, Dark };

/// How one curve of the level is drawn: hue, lightness and dash differ, so that no two depend on colour alone.
struct CurveLook {
    QColor color;
    QList<qreal> dash; ///< in pen widths; empty = solid
};

/// Every colour of the window. Text colours have at least 4.5 : 1 against `panel`.
struct ThemeColors {
    QColor background;
    QColor panel;
    QColor raised;
    QColor border;
    QColor text;
    QColor secondary;
    QColor accent; ///< what acts, what is selected
    QColor onAccent;
    QColor good; ///< bytes given back
    QColor question; ///< something to look at
    QColor bad; ///< a failure
    QColor grid;

    /// The curves that the level knows; a plain line in `secondary` for any other metric.
    CurveLook curve(Metric metric) const;

    Scheme scheme = Scheme::Light;
};

const ThemeColors &themeColors(Scheme scheme);

/// `share` of `over` laid on `under`, opaque.
QColor mixed(const QColor &under, const QColor &over, double share);

/// Contrast ratio of two opaque colours, 1 to 21 (WCAG 2, relative luminance).
double contrast(const QColor &a, const QColor &b);

} // namespace limno
