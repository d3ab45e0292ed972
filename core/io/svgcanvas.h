// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace limno {

/// A colour by its class; `light` is an attribute that every renderer knows, and a reader who prefers dark gets the other
/// from the style.
struct SvgTone {
    const char *name;
    const char *light;
};
inline constexpr SvgTone kSvgText{"lv-text", "#1E2329"};
inline constexpr SvgTone kSvgQuiet{"lv-quiet", "#566070"};
inline constexpr SvgTone kSvgAccent{"lv-accent", "#0B6BB8"};
inline constexpr SvgTone kSvgGood{"lv-good", "#127A4B"};
inline constexpr SvgTone kSvgBad{"lv-bad", "#C2302A"};

enum class SvgAnchor { Start, Middle, End };

/// Writes a picture as SVG in the colours and type of our reports. Pixels from the upper left corner.
class SvgCanvas
{
public:
    void text(double x, double y, const std::string &words, double size, SvgTone tone, SvgAnchor anchor = SvgAnchor::Start,
              bool isStrong = false);
    /// `name` is a class of lines: "lv-grid", "lv-line", "lv-accent-line".
    void line(double x1, double y1, double x2, double y2, const char *name, const char *colour, const char *dash = "",
              double width = 1);
    void bar(double x, double y, double width, double height, SvgTone tone, double radius = 0, double opacity = 1);
    void dot(double x, double y, double radius, SvgTone tone);
    /// A path that is not filled.
    void stroke(const std::string &path, const char *name, const char *colour, double width, const char *dash = "");
    /// A path that is filled.
    void shape(const std::string &path, SvgTone tone, double opacity = 1);

    /// The whole picture: panel, `darkStyle` (rules for a dark reader), and what was drawn. `label` tells the picture to
    /// those who do not see it.
    std::string picture(double width, double height, const std::string &label, const std::string &darkStyle = {}) const;

private:
    std::string m_out;
};

} // namespace limno
