// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chartaxis.h"

#include "core/io/reporttext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limno {

namespace {

constexpr std::array<const char *, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
constexpr double kTimeSteps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5,  1,    2,    5,     10,    15,    30,
                                 60,   120,  300,  600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
constexpr double kMinuteLabels = 120; ///< seconds from which on labels are minutes and seconds
constexpr double kHourLabels = 7200;

double roundStep(double atLeast)
{
    const double power = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * power >= atLeast * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

int digitsFor(double step)
{
    int digits = 0;
    while (digits < 3 && std::abs(step - std::round(step)) > 1e-6) {
        step *= 10;
        ++digits;
    }
    return digits;
}

std::string sixties(int64_t value)
{
    const std::string rest = std::to_string(value % 60);
    return std::to_string(value / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
}

} // namespace

ChartAxis byteAxis(int64_t highest, int intervals)
{
    const double top = std::max<double>(static_cast<double>(highest), 1);
    size_t unit = 0;
    double scale = 1;
    while (unit + 1 < kUnits.size() && top >= scale * 1024) {
        scale *= 1024;
        ++unit;
    }
    double step = roundStep(top / scale / intervals);
    if (unit == 0)
        step = std::max(step, 1.0);
    const int digits = digitsFor(step);
    ChartAxis axis;
    const int count = std::max(1, static_cast<int>(std::ceil(top / scale / step - 1e-9)));
    for (int i = 0; i <= count; ++i)
        axis.ticks.push_back({i * step * scale, i == 0 ? "0" : fixed(i * step, digits) + " " + kUnits[unit]});
    axis.end = count * step * scale;
    return axis;
}

ChartAxis timeAxis(double end, int intervals)
{
    ChartAxis axis;
    axis.end = end > 0 ? end : 1;
    double step = kTimeSteps[0];
    for (const double candidate : kTimeSteps) {
        step = candidate;
        if (axis.end / step <= intervals)
            break;
    }
    while (axis.end / step > intervals)
        step *= 2; // days
    const bool isHours = axis.end >= kHourLabels;
    const bool isMinutes = !isHours && axis.end >= kMinuteLabels;
    axis.unit = isHours ? "h:min" : isMinutes ? "min:s" : "";
    for (int i = 0; i * step <= axis.end * (1 + 1e-9); ++i) {
        const double value = i * step;
        std::string label = fixed(value, digitsFor(step)) + " s";
        if (isHours || isMinutes)
            label = sixties(std::llround(isHours ? value / 60 : value));
        axis.ticks.push_back({value, label});
    }
    return axis;
}

} // namespace limno
