// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/activity.h"
#include "ui/plot/timeview.h"
#include "ui/themecolors.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace limno {

/// What lies over the curves: marks (a triangle and a dotted line, each with a word where there is room) and the
/// reading line under the mouse. Painted apart, so that moving the mouse never redraws curves.
class LevelOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit LevelOverlay(QWidget *parent);

    void setColors(const ThemeColors &colors, int axisPixels);
    void setView(const TimeView &view, const QRect &area);
    /// Oldest first; the overlay keeps the latest 2 000.
    void addMarks(const std::vector<LevelMark> &marks, int64_t originNs);
    void setCursorSeconds(std::optional<double> seconds);
    /// Words in the middle while there is nothing to draw; empty = none.
    void setEmptyText(const QString &text);
    size_t markCount() const { return m_marks.size(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Mark {
        double seconds = 0;
        QString kind;
        QString text;
    };
    void paintMarks(QPainter &painter) const;
    void paintLabel(QPainter &painter, double x, const QString &text) const;
    QColor markColor(const QString &kind) const;

    ThemeColors m_colors;
    int m_axisPixels = 11;
    TimeView m_view;
    QRect m_area;
    std::vector<Mark> m_marks;
    std::optional<double> m_cursor;
    QString m_emptyText;
};

} // namespace limno
