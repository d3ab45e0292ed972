// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <cmath>

namespace limno {

/// Which stretch of time lies between which pixels; shared by level and lanes, so that they can't drift apart.
struct TimeView {
    double from = 0; ///< seconds since the start of the graph
    double to = 60;
    int left = 0; ///< pixels
    int right = 1;

    double toPixel(double seconds) const
    {
        return left + (seconds - from) / std::max(to - from, 1e-9) * (right - left);
    }
    double toSeconds(double pixel) const { return from + (pixel - left) / std::max(right - left, 1) * (to - from); }
    bool contains(double pixel) const { return pixel >= left && pixel <= right; }

    bool operator==(const TimeView &) const = default;
};

/// "1:05", "2:00:00", with tenths when `step` is below a second.
inline QString clockText(double seconds, double step = 1)
{
    const double rounded = step < 1 ? std::round(seconds * 10) / 10 : std::round(seconds);
    const auto whole = static_cast<long long>(std::floor(std::max(rounded, 0.0)));
    QString text = whole >= 3600 ? QStringLiteral("%1:%2:%3")
                                       .arg(whole / 3600)
                                       .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
                                       .arg(whole % 60, 2, 10, QLatin1Char('0'))
                                 : QStringLiteral("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
    if (step < 1)
        text += QStringLiteral(".%1").arg(static_cast<int>(std::lround((rounded - static_cast<double>(whole)) * 10)));
    return text;
}

} // namespace limno
