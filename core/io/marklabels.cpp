// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/marklabels.h"

#include "core/io/reporttext.h"

#include <algorithm>
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

std::vector<PlacedMark> placeMarks(const std::vector<EventRow> &events, const std::vector<double> &positions, double left, double right, int rows)
{
    std::vector<PlacedMark> marks;
    std::map<std::string, double> lastOfKind;
    std::vector<double> rowEnds(static_cast<size_t>(std::max(rows, 0)), left - kGap);
    for (size_t i = 0; i < events.size(); ++i) {
        PlacedMark mark;
        mark.x = std::clamp(positions[i], left, right);
        mark.kind = events[i].kind;
        const auto last = lastOfKind.find(mark.kind);
        if (last != lastOfKind.end() && mark.x - last->second < kClosest)
            continue;
        lastOfKind[mark.kind] = mark.x;
        const std::string label = markLabel(events[i]);
        const double width = textWidth(label, kFontSize);
        mark.endsAtLine = mark.x + kOffset + width > right;
        const double begin = mark.endsAtLine ? mark.x - kOffset - width : mark.x + kOffset;
        for (size_t row = 0; row < rowEnds.size(); ++row) {
            if (begin < rowEnds[row] + kGap)
                continue;
            rowEnds[row] = std::max(begin + width, mark.x);
            mark.row = static_cast<int>(row);
            mark.label = label;
            break;
        }
        marks.push_back(std::move(mark));
    }
    return marks;
}

} // namespace limno
