// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"
#include "core/io/chartaxis.h"
#include "core/io/marklabels.h"
#include "core/io/memorycurves.h"
#include "core/io/report.h"
#include "core/io/reporttext.h"
#include "core/io/requestlanes.h"
#include "core/io/svgcanvas.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

constexpr double kPadding = 16;
constexpr double kAxisWidth = 76; ///< left of the plot
constexpr double kEndLabelWidth = 136; ///< right of the plot
constexpr double kTitleHeight = 40;
constexpr double kMarkRow = 15;
constexpr int kMarkRows = 3;
constexpr double kAxisHeight = 22;
constexpr double kLegendHeight = 28;
constexpr double kLaneTitle = 26;
constexpr double kLaneStep = 20;
constexpr double kLaneBar = 12;
constexpr double kLeastPlot = 96;
constexpr double kEndLabelStep = 14;
constexpr size_t kMostLanes = 12;
constexpr int64_t kLeastGapNs =
    2 * kNsPerSecond; ///< a longer silence, also measured by the usual distance, breaks the line
constexpr int64_t kGapPeriods = 6;

SvgTone toneOfMark(const std::string &kind)
{
    if (kind == "clear")
        return kSvgGood;
    if (kind == "toggle")
        return kSvgAccent;
    return kind == "error" || kind == "oom" ? kSvgBad : kSvgQuiet;
}

SvgTone toneOfSpan(LaneSpan::Kind kind)
{
    switch (kind) {
    case LaneSpan::Kind::Ok:
        return kSvgAccent;
    case LaneSpan::Kind::Failed:
        return kSvgBad;
    case LaneSpan::Kind::Waiting:
    case LaneSpan::Kind::Cancelled:
        break;
    }
    return kSvgQuiet;
}

class LevelPicture
{
public:
    LevelPicture(const Recording &recording, int width, int height);
    std::string svg();

private:
    double xOf(int64_t ns) const
    {
        return m_left + static_cast<double>(std::max<int64_t>(ns, 0)) / kNsPerSecond / m_time.end * (m_right - m_left);
    }
    double yOf(double value) const { return m_bottom - value / m_bytes.end * (m_bottom - m_top); }

    void layOut(int height);
    void drawTitle();
    void drawAxes();
    void drawMarks();
    void drawCurve(const MemoryCurve &curve);
    std::string curvePath(Metric metric) const;
    void drawEndLabels();
    void drawLegend();
    void drawRequestTicks();
    void drawLanes();
    void drawLaneKey(double y);

    const Recording &m_recording;
    SvgCanvas m_canvas;
    double m_width;
    double m_height = 0;
    double m_left = kPadding + kAxisWidth - 16;
    double m_right;
    double m_top = 0;
    double m_bottom = 0;
    int64_t m_endNs = 0;
    int64_t m_gapNs = kLeastGapNs;
    ChartAxis m_time;
    ChartAxis m_bytes;
    std::vector<PlacedMark> m_marks;
    std::vector<RequestLane> m_lanes;
};

LevelPicture::LevelPicture(const Recording &recording, int width, int height)
    : m_recording(recording)
    , m_width(std::max(width, 360))
    , m_right(m_width - kEndLabelWidth)
{
    int64_t highest = 0;
    for (const Sample &sample : recording.samples) {
        m_endNs = std::max(m_endNs, sample.timeNs);
        for (const MemoryCurve &curve : kMemoryCurves)
            highest = std::max(highest, sample.value(curve.metric).value_or(0));
    }
    for (const RequestRow &row : recording.requests)
        m_endNs = std::max(m_endNs, row.outcome.times.finishedNs.value_or(0));
    for (const EventRow &event : recording.events)
        m_endNs = std::max(m_endNs, event.timeNs);
    if (recording.samples.size() > 2) {
        const int64_t spanNs = recording.samples.back().timeNs - recording.samples.front().timeNs;
        m_gapNs = std::max(m_gapNs, kGapPeriods * spanNs / static_cast<int64_t>(recording.samples.size() - 1));
    }
    m_time =
        timeAxis(static_cast<double>(m_endNs) / kNsPerSecond, std::max(2, static_cast<int>((m_right - m_left) / 84)));
    std::vector<double> positions;
    for (const EventRow &event : recording.events)
        positions.push_back(xOf(event.timeNs));
    m_marks = placeMarks(recording.events, positions, m_left, m_right, m_width - kPadding, kMarkRows);
    m_lanes = requestLanes(recording.requests, [this](int64_t ns) { return xOf(ns); });
    if (m_lanes.size() > kMostLanes)
        m_lanes.resize(kMostLanes);
    layOut(height);
    m_bytes = byteAxis(highest, std::clamp(static_cast<int>((m_bottom - m_top) / 44), 2, 6));
}

void LevelPicture::layOut(int height)
{
    int rows = 0;
    for (const PlacedMark &mark : m_marks)
        rows = std::max(rows, mark.label.empty() ? 0 : mark.row + 1);
    m_top = kPadding + kTitleHeight + rows * kMarkRow;
    const double lanes = m_lanes.empty() ? 0 : kLaneTitle + static_cast<double>(m_lanes.size()) * kLaneStep;
    const double below = kAxisHeight + kLegendHeight + lanes + kPadding;
    m_bottom = std::max(height - below, m_top + kLeastPlot);
    m_height = m_bottom + below;
}

void LevelPicture::drawTitle()
{
    const double y = kPadding + 12;
    m_canvas.text(kPadding, y, "Level", 15, kSvgText, SvgAnchor::Start, true);
    std::string words;
    const auto add = [&](const std::string &part) { words += (words.empty() ? "" : " \u00b7 ") + part; };
    if (!m_recording.models.empty())
        add(m_recording.models.back().name);
    if (!m_recording.requests.empty())
        add(grouped(static_cast<int64_t>(m_recording.requests.size()))
            + (m_recording.requests.size() == 1 ? " request" : " requests"));
    if (const auto device = m_recording.meta.find("device"); device != m_recording.meta.end())
        add(device->second);
    add(durationText(static_cast<double>(m_endNs) / kNsPerSecond));
    m_canvas.text(kPadding + 48, y, words, 13, kSvgQuiet);
}

void LevelPicture::drawAxes()
{
    for (const ChartAxis::Tick &tick : m_bytes.ticks) {
        const double y = std::round(yOf(tick.value)) + 0.5; // on the pixel, so that a thin line stays thin
        m_canvas.line(m_left, y, m_right, y, "lv-grid", "#D3D9E2");
        m_canvas.text(m_left - 8, y + 3.5, tick.label, 11, kSvgQuiet, SvgAnchor::End);
    }
    for (const ChartAxis::Tick &tick : m_time.ticks)
        m_canvas.text(xOf(static_cast<int64_t>(tick.value * kNsPerSecond)), m_bottom + 16, tick.label, 11, kSvgQuiet,
             SvgAnchor::Middle);
    if (!m_time.unit.empty())
        m_canvas.text(m_right + 24, m_bottom + 16, m_time.unit, 11, kSvgQuiet);
}

void LevelPicture::drawMarks()
{
    for (const PlacedMark &mark : m_marks) {
        const SvgTone tone = toneOfMark(mark.kind);
        const std::string lineClass =
            std::string(tone.name) == kSvgQuiet.name ? "lv-line" : std::string(tone.name) + "-line";
        const double labelY = m_top - 6 - mark.row * kMarkRow;
        m_canvas.line(mark.x, mark.label.empty() ? m_top : labelY - 8, mark.x, m_bottom, lineClass.c_str(), tone.light, "1 3");
        m_canvas.shape("M" + coordinate(mark.x - 4.5) + " " + coordinate(m_top) + "h9l-4.5 6.5z", tone);
        if (!mark.label.empty())
            m_canvas.text(mark.x + (mark.endsAtLine ? -6 : 6), labelY, mark.label, 11, tone,
                 mark.endsAtLine ? SvgAnchor::End : SvgAnchor::Start);
    }
}

/// At most four points a pixel column: where the line enters, its lowest and highest value, where it leaves.
std::string LevelPicture::curvePath(Metric metric) const
{
    std::string path;
    struct Column {
        int64_t pixel = -1;
        double x = 0;
        double first = 0;
        double low = 0;
        double high = 0;
        double last = 0;
        int count = 0;
    } column;
    bool isPenDown = false;
    const auto point = [&](double x, double value) {
        path += (isPenDown ? "L" : "M") + coordinate(x) + " " + coordinate(yOf(value));
        isPenDown = true;
    };
    const auto flush = [&] {
        if (column.count == 0)
            return;
        point(column.x, column.first);
        if (column.low < std::min(column.first, column.last))
            point(column.x, column.low);
        if (column.high > std::max(column.first, column.last))
            point(column.x, column.high);
        if (column.count > 1)
            point(column.x, column.last);
        column.count = 0;
    };
    int64_t lastNs = 0;
    for (const Sample &sample : m_recording.samples) {
        const auto value = sample.value(metric);
        if (!value || (isPenDown && sample.timeNs - lastNs > m_gapNs)) {
            flush();
            isPenDown = false;
        }
        if (!value)
            continue;
        lastNs = sample.timeNs;
        const double x = xOf(sample.timeNs);
        const auto pixel = static_cast<int64_t>(x);
        if (column.count > 0 && column.pixel != pixel)
            flush();
        const auto level = static_cast<double>(*value);
        if (column.count == 0)
            column = {pixel, x, level, level, level, level, 0};
        column.low = std::min(column.low, level);
        column.high = std::max(column.high, level);
        column.last = level;
        ++column.count;
    }
    flush();
    return path;
}

void LevelPicture::drawCurve(const MemoryCurve &curve)
{
    const std::string path = curvePath(curve.metric);
    if (path.empty())
        return;
    const std::string name = "lv-" + std::string(metricInfo(curve.metric).name);
    m_canvas.stroke(path, name.c_str(), curve.light, curve.width, curve.dash);
}

void LevelPicture::drawEndLabels()
{
    struct Label {
        const MemoryCurve *curve;
        int64_t value;
        double y;
    };
    std::vector<Label> labels;
    for (const MemoryCurve &curve : kMemoryCurves) {
        for (auto sample = m_recording.samples.rbegin(); sample != m_recording.samples.rend(); ++sample) {
            if (const auto value = sample->value(curve.metric)) {
                labels.push_back({&curve, *value, yOf(static_cast<double>(*value)) + 4});
                break;
            }
        }
    }
    // Pushed apart downwards from the top, then back up from the bottom line.
    std::sort(labels.begin(), labels.end(), [](const Label &a, const Label &b) { return a.y < b.y; });
    for (size_t i = 1; i < labels.size(); ++i)
        labels[i].y = std::max(labels[i].y, labels[i - 1].y + kEndLabelStep);
    double limit = m_bottom + 4;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, limit);
        limit = label->y - kEndLabelStep;
    }
    for (const Label &label : labels) {
        const std::string name = "lv-" + std::string(metricInfo(label.curve->metric).name) + "-text";
        m_canvas.text(m_right + 8, label.y, std::string(label.curve->shortName) + " " + formatByteSize(label.value), 11,
             {name.c_str(), label.curve->light});
    }
}

void LevelPicture::drawLegend()
{
    const double y = m_bottom + kAxisHeight + 18;
    double x = m_left;
    for (const MemoryCurve &curve : kMemoryCurves) {
        const bool isThere = std::any_of(m_recording.samples.begin(), m_recording.samples.end(),
                                         [&](const Sample &sample) { return sample.value(curve.metric).has_value(); });
        if (!isThere)
            continue;
        const std::string name = "lv-" + std::string(metricInfo(curve.metric).name);
        m_canvas.line(x, y - 4, x + 26, y - 4, name.c_str(), curve.light, curve.dash, curve.width + 0.5);
        m_canvas.text(x + 33, y, curve.name, 12, kSvgQuiet);
        x += 33 + textWidth(curve.name, 12) + 20;
    }
}

/// A short stroke on the base line where a request ended.
void LevelPicture::drawRequestTicks()
{
    std::vector<int64_t> pixels;
    for (const RequestRow &row : m_recording.requests) {
        if (row.outcome.times.finishedNs)
            pixels.push_back(static_cast<int64_t>(xOf(*row.outcome.times.finishedNs)));
    }
    std::sort(pixels.begin(), pixels.end());
    pixels.erase(std::unique(pixels.begin(), pixels.end()), pixels.end());
    std::string path;
    for (const int64_t pixel : pixels)
        path += "M" + std::to_string(pixel) + ".5 " + coordinate(m_bottom) + "v-4";
    if (!path.empty())
        m_canvas.stroke(path, "lv-line", kSvgQuiet.light, 1);
}

void LevelPicture::drawLaneKey(double y)
{
    struct Entry {
        LaneSpan::Kind kind;
        const char *words;
    };
    const auto isThere = [this](const Entry &entry) {
        return std::any_of(m_lanes.begin(), m_lanes.end(), [&](const RequestLane &lane) {
            return std::any_of(lane.spans.begin(), lane.spans.end(), [&](const LaneSpan &span) {
                return toneOfSpan(span.kind).name == toneOfSpan(entry.kind).name;
            });
        });
    };
    double x = m_left + 24;
    for (const Entry &entry :
         {Entry{LaneSpan::Kind::Ok, "running"}, Entry{LaneSpan::Kind::Waiting, "waiting or cancelled"},
          Entry{LaneSpan::Kind::Failed, "failed"}}) {
        if (!isThere(entry))
            continue;
        m_canvas.bar(x, y - 8.5, 10, 9, toneOfSpan(entry.kind), 2);
        m_canvas.text(x + 16, y, entry.words, 11, kSvgQuiet);
        x += 16 + textWidth(entry.words, 11) + 16;
    }
}

void LevelPicture::drawLanes()
{
    if (m_lanes.empty())
        return;
    const double top = m_bottom + kAxisHeight + kLegendHeight;
    m_canvas.text(kPadding, top + 16, "Requests", 12, kSvgText, SvgAnchor::Start, true);
    drawLaneKey(top + 16);
    double y = top + kLaneTitle;
    for (const RequestLane &lane : m_lanes) {
        m_canvas.text(m_left - 8, y + 10, lane.label, 11, kSvgQuiet, SvgAnchor::End);
        for (const LaneSpan &span : lane.spans) {
            const double width = span.end - span.begin;
            m_canvas.bar(span.begin, y, width > 3 ? width - 1 : width, kLaneBar, toneOfSpan(span.kind), width > 8 ? 2 : 0);
        }
        y += kLaneStep;
    }
}

std::string LevelPicture::svg()
{
    drawTitle();
    drawAxes();
    drawRequestTicks();
    drawMarks();
    for (const MemoryCurve &curve : kMemoryCurves)
        drawCurve(curve);
    drawEndLabels();
    if (m_recording.samples.empty())
        m_canvas.text((m_left + m_right) / 2, (m_top + m_bottom) / 2, "No memory samples were recorded.", 13, kSvgQuiet,
             SvgAnchor::Middle);
    else
        drawLegend();
    drawLanes();
    std::string dark;
    for (const MemoryCurve &curve : kMemoryCurves) {
        const std::string name = ".lv-" + std::string(metricInfo(curve.metric).name);
        dark += name + "{stroke:" + curve.dark + "}" + name + "-text{fill:" + curve.dark + "}";
    }
    return m_canvas.picture(m_width, m_height, "Memory over time, with requests", dark);
}

} // namespace

std::string levelSvg(const Recording &recording, int width, int height)
{
    return LevelPicture(recording, width, height).svg();
}

} // namespace limno
