// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/growthcurve.h"
#include "ui/themecolors.h"

#include <QWidget>

#include <optional>

namespace limno {

/// One judged curve by request: rows, floors, slope with its interval, what was left out, where the confirmation begins.
class GrowthPlot : public QWidget
{
    Q_OBJECT

public:
    explicit GrowthPlot(QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors);
    void setCurve(std::optional<GrowthCurve> curve);
    bool hasCurve() const { return m_curve.has_value(); }

    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {240, 96}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const ThemeColors *m_colors;
    std::optional<GrowthCurve> m_curve;
};

} // namespace limno
