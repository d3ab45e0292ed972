// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/marklabels.h"

#include "core/io/reporttext.h"

#include <algorithm>
#include <limits>
#include <map>

namespace limno {

namespace {

constexpr double kFontSize = 11;
constexpr double kGap = 10; ///< between labels of one row
constexpr double kOffset = 6; ///< between a line and its label
constexpr double kClosest = 3; ///< marks nearer than this are drawn as one
constexpr size_t kLabelCharacters = 28;

} // namespace

std::string markLabel(const EventRow &event)
{
    const size_t colon = event.text.find(": ");
    const std::string head = event.text.substr(0, colon);
    const std::string tail = colon == std::string::npos ? std::string() : event.text.substr(colon + 2);
    if (event.kind == "toggle" && !tail.empty())
        return shortened(tail, kLabelCharacters); // which model it was is in the table
    if (event.kind == "clear" && !tail.empty())
        return shortened("clear " + tail, kLabelCharacters);
    if (event.kind == "load" || event.kind == "unload")
        return shortened(event.kind + " " + head, kLabelCharacters);
    return shortened(event.text.empty() ? event.kind : event.kind + ": " + event.text, kLabelCharacters);
}

std::vector<PlacedMark> placeMarks(const std::vector<EventRow> &events, const std::vector<double> &positions,
                                   double left, double right, double labelsRight, int rows)
{
    std::vector<PlacedMark> marks;
    std::map<std::string, double> lastOfKind;
    for (size_t i = 0; i < events.size(); ++i) {
        PlacedMark mark;
        mark.x = std::clamp(positions[i], left, right);
        mark.kind = events[i].kind;
        const auto last = lastOfKind.find(mark.kind);
        if (last != lastOfKind.end() && mark.x - last->second < kClosest)
            continue;
        lastOfKind[mark.kind] = mark.x;
        mark.label = markLabel(events[i]);
        marks.push_back(std::move(mark));
    }
    // From the right: the lines of earlier marks then pass left of the labels below theirs, not through them.
    std::vector<double> rowBegins(static_cast<size_t>(std::max(rows, 0)), std::numeric_limits<double>::max());
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
        const double width = textWidth(mark->label, kFontSize);
        mark->endsAtLine = mark->x + kOffset + width > labelsRight;
        const double begin = mark->endsAtLine ? mark->x - kOffset - width : mark->x;
        const double end = mark->endsAtLine ? mark->x : mark->x + kOffset + width;
        const auto row =
            std::find_if(rowBegins.begin(), rowBegins.end(), [&](double next) { return end + kGap <= next; });
        if (row == rowBegins.end()) {
            mark->label.clear();
            continue;
        }
        mark->row = static_cast<int>(row - rowBegins.begin());
        *row = begin;
    }
    return marks;
}

} // namespace limno
