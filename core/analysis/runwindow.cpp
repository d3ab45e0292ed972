// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/runwindow.h"

#include "core/analysis/floors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace limno {

namespace {

/// Main run : confirmation = 1 : 0.6.
constexpr double kMainShare = 1 / 1.6;
constexpr size_t kFewestConfirmRows = 40;
constexpr size_t kFewestSplitRows = 160;
constexpr int64_t kManyThreads = 8;

/// The longest stretch of `rows` in which no mark of these kinds lies.
std::vector<size_t> longestStretch(const MemoryRun &run, const std::vector<size_t> &rows, const std::set<MarkKind> &borders)
{
    std::vector<size_t> longest;
    std::vector<size_t> current;
    size_t mark = 0;
    for (const size_t row : rows) {
        bool isBorder = false;
        for (; mark < run.marks.size() && run.marks[mark].row <= row; ++mark)
            isBorder = isBorder || borders.contains(run.marks[mark].kind);
        if (isBorder) {
            if (current.size() > longest.size())
                longest = current;
            current.clear();
        }
        current.push_back(row);
    }
    return current.size() > longest.size() ? current : longest;
}

bool addsThreads(const MemoryRun &run, const std::vector<size_t> &rows)
{
    const auto &half = run.rows[rows[rows.size() / 2]].threads;
    const auto &last = run.rows[rows.back()].threads;
    return half && last && *last - *half >= kManyThreads;
}

} // namespace

RunWindow chooseWindow(const MemoryRun &run)
{
    std::vector<size_t> active;
    for (const RunPhase phase : {RunPhase::Main, RunPhase::Confirm}) {
        for (size_t i = 0; i < run.rows.size(); ++i) {
            if (run.rows[i].phase == phase)
                active.push_back(i);
        }
    }
    std::ranges::sort(active);
    const std::array<std::set<MarkKind>, 3> attempts{{
        {MarkKind::Toggle, MarkKind::Load, MarkKind::Clear, MarkKind::Error},
        {MarkKind::Toggle, MarkKind::Load, MarkKind::Clear},
        {MarkKind::Toggle},
    }};
    RunWindow window;
    for (const auto &borders : attempts) {
        window.rows = longestStretch(run, active, borders);
        if (window.rows.size() >= kFewestRequests + kFewestConfirmRows || window.rows.size() == active.size())
            break;
    }
    window.isCut = window.rows.size() < active.size();
    const auto isMain = [&](size_t row) { return run.rows[row].phase == RunPhase::Main; };
    std::ranges::stable_partition(window.rows, isMain);
    window.mainRows = static_cast<size_t>(std::ranges::count_if(window.rows, isMain));
    const size_t all = window.rows.size();
    if (window.mainRows == all || window.mainRows == 0) {
        window.mainRows = all;
        const auto share = static_cast<size_t>(std::ceil(kMainShare * static_cast<double>(all)));
        const bool isLong = share >= kFewestRequests && all - share >= kFewestConfirmRows;
        if (all >= kFewestSplitRows || (isLong && addsThreads(run, window.rows)))
            window.mainRows = share;
    }
    return window;
}

std::vector<double> judgedValues(const MemoryRun &run, const RunSeries &series)
{
    std::vector<double> values = series.values;
    const RunSeries *swap = series.name == "rssAnon" ? run.find("swap") : nullptr;
    for (size_t i = 0; swap && i < std::min(values.size(), swap->values.size()); ++i)
        values[i] += std::isfinite(swap->values[i]) ? swap->values[i] : 0;
    return values;
}

Points curveOf(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, size_t &mainRows)
{
    const auto byIndex = [&](size_t left, size_t right) { return run.rows[left].request >= run.rows[right].request; };
    const bool ascends = std::ranges::adjacent_find(window.rows, byIndex) == window.rows.end();
    Points points;
    mainRows = 0;
    for (size_t i = 0; i < window.rows.size(); ++i) {
        const size_t row = window.rows[i];
        if (row >= values.size() || !std::isfinite(values[row]))
            continue;
        points.x.push_back(static_cast<double>(ascends ? run.rows[row].request : static_cast<int64_t>(row)));
        points.y.push_back(values[row]);
        mainRows += i < window.mainRows ? 1 : 0;
    }
    return points;
}

} // namespace limno
