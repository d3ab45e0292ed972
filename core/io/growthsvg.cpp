// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthcurve.h"
#include "core/base/bytesize.h"
#include "core/io/chartaxis.h"
#include "core/io/report.h"
#include "core/io/reporttext.h"
#include "core/io/svgcanvas.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

constexpr double kPadding = 16;
constexpr double kLeft = 76;
constexpr double kTitleHeight = 56;
constexpr double kBelow = 62; ///< axis and legend
constexpr size_t kMostDots = 400;

/// 1, 2 or 5 times a power of ten, at least `least` and at least 1.
double roundStep(double least)
{
    double step = 1;
    for (int i = 0; step < least; ++i)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

class GrowthPicture
{
public:
    GrowthPicture(const GrowthCurve &curve, const Verdict &verdict, const std::string &series, int width, int height)
        : m_curve(curve)
        , m_judged(verdict.curves.at(series))
        , m_series(series)
        , m_width(std::max(width, 360))
        , m_height(std::max(height, 200))
        , m_right(m_width - kPadding)
        , m_top(kPadding + kTitleHeight)
        , m_bottom(m_height - kBelow)
    {
        const auto [low, high] = std::ranges::minmax(curve.rows.y);
        // From 0 a slope of a few KiB would be invisible; a quarter of the range is left free below and above.
        const double room = std::max((high - low) * 0.25, 4096.0);
        const double from = std::max(0.0, low - room);
        const int lines = std::clamp(static_cast<int>((m_bottom - m_top) / 44), 2, 6);
        m_bytes = byteAxis(std::llround(high + room - from), lines);
        const double step = m_bytes.ticks.size() > 1 ? m_bytes.ticks[1].value - m_bytes.ticks[0].value : 1;
        m_low = std::floor(from / step) * step; // so that the lines stand at round numbers
        while (m_low + m_bytes.end < high)
            m_bytes = byteAxis(std::llround(m_bytes.end + step), lines + 1);
        m_first = curve.rows.x.front();
        m_last = std::max(curve.rows.x.back(), m_first + 1);
    }

    std::string svg()
    {
        drawTitle();
        drawAxes();
        drawBorders();
        drawRows();
        drawSlope();
        drawFloors();
        drawLegend();
        return m_canvas.picture(m_width, m_height, "Growth of " + m_series + " by request");
    }

private:
    double xOf(double request) const { return kLeft + (request - m_first) / (m_last - m_first) * (m_right - kLeft); }
    double yOf(double bytes) const
    {
        return m_bottom - std::clamp((bytes - m_low) / m_bytes.end, 0.0, 1.0) * (m_bottom - m_top);
    }
    std::string pointAt(double request, double bytes) const { return coordinate(xOf(request)) + " " + coordinate(yOf(bytes)); }

    void drawTitle()
    {
        m_canvas.text(kPadding, kPadding + 12, m_series + " by request", 15, kSvgText, SvgAnchor::Start, true);
        std::string words(leakClassName(m_judged.leakClass));
        if (m_judged.slope)
            words += " \u00b7 " + signedByteSize(std::llround(*m_judged.slope)) + " a request, 95 %: "
                + signedByteSize(std::llround(m_judged.interval.low)) + " to " + signedByteSize(std::llround(m_judged.interval.high));
        m_canvas.text(kPadding, kPadding + 32, words, 13, kSvgQuiet);
    }

    void drawAxes()
    {
        for (const ChartAxis::Tick &tick : m_bytes.ticks) {
            const double y = std::round(yOf(m_low + tick.value)) + 0.5;
            m_canvas.line(kLeft, y, m_right, y, "lv-grid", "#D3D9E2");
            m_canvas.text(kLeft - 8, y + 3.5, formatByteSize(std::llround(m_low + tick.value)), 11, kSvgQuiet, SvgAnchor::End);
        }
        const double step = roundStep((m_last - m_first) / std::max(2.0, (m_right - kLeft) / 100));
        for (double request = std::ceil(m_first / step) * step; request <= m_last; request += step)
            m_canvas.text(xOf(request), m_bottom + 16, grouped(std::llround(request)), 11, kSvgQuiet, SvgAnchor::Middle);
    }

    /// Where the steady part begins, and where the confirmation does.
    void drawBorders()
    {
        if (m_judged.slope) {
            m_canvas.bar(kLeft, m_top, xOf(m_curve.steadyFrom) - kLeft, m_bottom - m_top, kSvgQuiet, 0, 0.08);
            m_canvas.text(kLeft + 6, m_top + 14, "left out", 11, kSvgQuiet);
        }
        if (m_curve.mainRows > 0 && m_curve.mainRows < m_curve.rows.size()) {
            const double x = xOf(m_curve.rows.x[m_curve.mainRows]);
            m_canvas.line(x, m_top, x, m_bottom, "lv-line", kSvgQuiet.light, "1 3");
            m_canvas.text(x + 6, m_top + 14, "confirmation", 11, kSvgQuiet);
        }
    }

    /// Every row, or of very many the lowest and the highest in each pixel column.
    void drawRows()
    {
        std::string path;
        const auto add = [&](double x, double y) { path += (path.empty() ? "M" : "L") + pointAt(x, y); };
        const Points &rows = m_curve.rows;
        size_t i = 0;
        while (i < rows.size()) {
            const auto column = static_cast<int64_t>(xOf(rows.x[i]));
            size_t low = i;
            size_t high = i;
            size_t end = i;
            for (; end < rows.size() && static_cast<int64_t>(xOf(rows.x[end])) == column; ++end) {
                low = rows.y[end] < rows.y[low] ? end : low;
                high = rows.y[end] > rows.y[high] ? end : high;
            }
            add(rows.x[std::min(low, high)], rows.y[std::min(low, high)]);
            if (low != high)
                add(rows.x[std::max(low, high)], rows.y[std::max(low, high)]);
            i = end;
        }
        m_canvas.stroke(path, "lv-line", kSvgQuiet.light, 1);
    }

    void drawSlope()
    {
        if (!m_curve.slope)
            return;
        const double from = m_curve.floors.x.front();
        const double to = m_curve.floors.x.back();
        const double middle = (from + to) / 2;
        const GrowthCurve::Slope &slope = *m_curve.slope;
        const auto corner = [&](const Line &line, double x) { return pointAt(x, line.at(x)); };
        m_canvas.shape("M" + corner(slope.low, from) + "L" + corner(slope.line, middle) + "L" + corner(slope.low, to) + "L"
                           + corner(slope.high, to) + "L" + corner(slope.line, middle) + "L" + corner(slope.high, from) + "z",
                       kSvgAccent, 0.22);
        m_canvas.line(xOf(from), yOf(slope.line.at(from)), xOf(to), yOf(slope.line.at(to)), "lv-accent-line", kSvgAccent.light, "", 2);
    }

    void drawFloors()
    {
        const size_t step = m_curve.floors.size() / kMostDots + 1;
        for (size_t i = 0; i < m_curve.floors.size(); i += step)
            m_canvas.dot(xOf(m_curve.floors.x[i]), yOf(m_curve.floors.y[i]), 2.2, kSvgAccent);
    }

    void drawLegend()
    {
        const double y = m_bottom + 42;
        double x = kLeft;
        const auto entry = [&](const char *words, const auto &sign) {
            sign(x, y - 4);
            m_canvas.text(x + 33, y, words, 12, kSvgQuiet);
            x += 33 + textWidth(words, 12) + 20;
        };
        entry("after each request", [&](double at, double on) { m_canvas.line(at, on, at + 26, on, "lv-line", kSvgQuiet.light); });
        if (!m_curve.slope)
            return;
        entry("floor of a block of requests", [&](double at, double on) { m_canvas.dot(at + 13, on, 2.5, kSvgAccent); });
        entry("slope and its 95 % interval", [&](double at, double on) {
            m_canvas.bar(at, on - 5, 26, 10, kSvgAccent, 0, 0.22);
            m_canvas.line(at, on, at + 26, on, "lv-accent-line", kSvgAccent.light, "", 2);
        });
    }

    const GrowthCurve &m_curve;
    const CurveVerdict &m_judged;
    const std::string m_series;
    SvgCanvas m_canvas;
    double m_width;
    double m_height;
    double m_right;
    double m_top;
    double m_bottom;
    double m_low = 0;
    double m_first = 0;
    double m_last = 1;
    ChartAxis m_bytes;
};

} // namespace

std::string growthSvg(const MemoryRun &run, const Verdict &verdict, const std::string &series, int width, int height)
{
    const auto curve = growthCurve(run, verdict, series);
    return curve ? GrowthPicture(*curve, verdict, series, width, height).svg() : std::string();
}

} // namespace limno
