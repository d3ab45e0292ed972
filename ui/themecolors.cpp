// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/themecolors.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

ThemeColors light()
{
    ThemeColors c;
    c.scheme = Scheme::Light;
    c.background = QColor(0xF6F7F9);
    c.panel = QColor(0xFFFFFF);
    c.raised = QColor(0xEEF1F5);
    c.border = QColor(0xD3D9E2);
    c.text = QColor(0x1E2329);
    c.secondary = QColor(0x566070);
    c.accent = QColor(0x0B6BB8);
    c.onAccent = QColor(0xFFFFFF);
    c.good = QColor(0x127A4B);
    c.question = QColor(0x8A5A00);
    c.bad = QColor(0xC2302A);
    c.grid = QColor(0xD3D9E2);
    return c;
}

ThemeColors dark()
{
    ThemeColors c;
    c.scheme = Scheme::Dark;
    c.background = QColor(0x1B1E23);
    c.panel = QColor(0x23272E);
    c.raised = QColor(0x2B3038);
    c.border = QColor(0x3A414C);
    c.text = QColor(0xE6E9EE);
    c.secondary = QColor(0xA3ACBA);
    c.accent = QColor(0x58B0F0);
    c.onAccent = QColor(0x14171B);
    c.good = QColor(0x4CC38A);
    c.question = QColor(0xF2B441);
    c.bad = QColor(0xFF7B72);
    c.grid = QColor(0x343B45);
    return c;
}

double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

CurveLook ThemeColors::curve(Metric metric) const
{
    const bool isDark = scheme == Scheme::Dark;
    switch (metric) {
    case Metric::RssAnon:
        return {accent, {}};
    case Metric::RssFile:
        return {QColor(isDark ? 0x8B95A5 : 0x6B7686), {2, 3}};
    case Metric::HeapInUse:
        return {QColor(isDark ? 0xF2B441 : 0xA86500), {}};
    case Metric::HostTensors:
        return {good, {7, 3}};
    case Metric::DeviceAllocated:
        return {QColor(isDark ? 0xFF8A5C : 0xC4491A), {}};
    case Metric::DeviceReserved:
        return {QColor(isDark ? 0xD28BE0 : 0x8E3FA8), {9, 3, 2, 3}};
    case Metric::DeviceUsed:
        return {QColor(isDark ? 0xE8DC6A : 0x7A6A00), {1, 3}};
    default:
        return {secondary, {}};
    }
}

const ThemeColors &themeColors(Scheme scheme)
{
    static const ThemeColors lightColors = light();
    static const ThemeColors darkColors = dark();
    return scheme == Scheme::Dark ? darkColors : lightColors;
}

QColor mixed(const QColor &under, const QColor &over, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

} // namespace limno
