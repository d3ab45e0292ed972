// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svgcanvas.h"

#include "core/io/reporttext.h"

namespace limno {

namespace {

constexpr const char *kStyle = R"(<style>
.lv text{font-variant-numeric:tabular-nums}
@media (prefers-color-scheme:dark){
.lv-panel{fill:#23272E;stroke:#3A414C}.lv-text{fill:#E6E9EE}.lv-quiet{fill:#A3ACBA}.lv-grid{stroke:#3A414C}
.lv-line{stroke:#A3ACBA}.lv-accent{fill:#58B0F0}.lv-good{fill:#4CC38A}.lv-bad{fill:#FF7B72}.lv-question{fill:#F2B441}
.lv-accent-line{stroke:#58B0F0}.lv-good-line{stroke:#4CC38A}.lv-bad-line{stroke:#FF7B72}
)";

std::string attribute(const char *name, double value)
{
    return std::string(" ") + name + "=\"" + coordinate(value) + "\"";
}

std::string attribute(const char *name, const std::string &value)
{
    return std::string(" ") + name + "=\"" + value + "\"";
}

std::string opacityOf(double opacity)
{
    return opacity < 1 ? attribute("opacity", opacity) : std::string();
}

} // namespace

void SvgCanvas::text(double x, double y, const std::string &words, double size, SvgTone tone, SvgAnchor anchor, bool isStrong)
{
    m_out += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) + attribute("class", tone.name)
        + attribute("fill", tone.light);
    if (anchor != SvgAnchor::Start)
        m_out += anchor == SvgAnchor::End ? " text-anchor=\"end\"" : " text-anchor=\"middle\"";
    if (isStrong)
        m_out += " font-weight=\"600\"";
    m_out += ">" + escapeXml(words) + "</text>\n";
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, const char *name, const char *colour, const char *dash, double width)
{
    m_out += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2)
        + attribute("class", name) + attribute("stroke", colour);
    if (width != 1)
        m_out += attribute("stroke-width", width);
    if (*dash)
        m_out += attribute("stroke-dasharray", dash);
    m_out += "/>\n";
}

void SvgCanvas::bar(double x, double y, double width, double height, SvgTone tone, double radius, double opacity)
{
    m_out += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height)
        + attribute("class", tone.name) + attribute("fill", tone.light);
    if (radius > 0)
        m_out += attribute("rx", radius);
    m_out += opacityOf(opacity) + "/>\n";
}

void SvgCanvas::dot(double x, double y, double radius, SvgTone tone)
{
    m_out += "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) + attribute("class", tone.name)
        + attribute("fill", tone.light) + "/>\n";
}

void SvgCanvas::stroke(const std::string &path, const char *name, const char *colour, double width, const char *dash)
{
    m_out += "<path" + attribute("d", path) + attribute("class", name) + " fill=\"none\"" + attribute("stroke", colour);
    if (width != 1)
        m_out += attribute("stroke-width", width);
    m_out += " stroke-linejoin=\"round\"";
    if (*dash)
        m_out += attribute("stroke-dasharray", dash);
    m_out += "/>\n";
}

void SvgCanvas::shape(const std::string &path, SvgTone tone, double opacity)
{
    m_out += "<path" + attribute("d", path) + attribute("class", tone.name) + attribute("fill", tone.light)
        + opacityOf(opacity) + "/>\n";
}

std::string SvgCanvas::picture(double width, double height, const std::string &label, const std::string &darkStyle) const
{
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lv\"" + attribute("width", width) + attribute("height", height)
        + attribute("viewBox", "0 0 " + coordinate(width) + " " + coordinate(height)) + " role=\"img\""
        + attribute("aria-label", escapeXml(label))
        + " font-family=\"Inter, Noto Sans, DejaVu Sans, system-ui, sans-serif\">\n" + kStyle + darkStyle + "\n}\n</style>\n"
        + "<rect x=\"0.5\" y=\"0.5\"" + attribute("width", width - 1) + attribute("height", height - 1)
        + " rx=\"6\" class=\"lv-panel\" fill=\"#FFFFFF\" stroke=\"#D3D9E2\"/>\n" + m_out + "</svg>\n";
}

} // namespace limno
