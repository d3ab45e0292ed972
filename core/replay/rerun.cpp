// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/rerun.h"

#include <algorithm>
#include <map>
#include <vector>

namespace limno {

namespace {

/// Requests in the order in which they were sent.
std::vector<const RequestRow *> inOrder(const Recording &recording)
{
    std::vector<const RequestRow *> rows;
    for (const RequestRow &row : recording.requests)
        rows.push_back(&row);
    std::ranges::stable_sort(rows, {}, &RequestRow::id);
    return rows;
}

} // namespace

Result<ReplayPlan> rerunPlan(const Recording &recording, RerunPacing pacing)
{
    const std::vector<const RequestRow *> rows = inOrder(recording);
    if (rows.empty())
        return failure(ErrorCode::InputInvalid, "the recording has no requests to run again");
    ReplayPlan plan;
    plan.vary = Vary::List;
    plan.order = ListOrder::AsWritten;
    plan.requests = static_cast<int64_t>(rows.size());
    const auto plannedNs = [](const RequestRow &row) { return row.request.plannedNs.value_or(row.outcome.times.submittedNs); };
    const int64_t startNs = plannedNs(*rows.front());
    for (const RequestRow *row : rows) {
        const Request &request = row->request;
        if (request.prompt.empty() && request.messages.empty() && request.inputIds.empty())
            return failure(ErrorCode::InputInvalid,
                           "request " + std::to_string(row->id) + ": only the hash of its input was kept (" + row->inputHash + ")");
        plan.list.push_back(request);
        if (pacing == RerunPacing::AsRecorded)
            plan.momentsNs.push_back(std::max<int64_t>(0, plannedNs(*row) - startNs));
    }
    std::ranges::sort(plan.momentsNs);
    plan.request = plan.list.front();
    plan.pacing = pacing == RerunPacing::AsRecorded ? Pacing::Open : Pacing::Closed;
    return plan;
}

RerunComparison compareReruns(const Recording &original, const Recording &again)
{
    std::map<int64_t, const RequestRow *> byIndex;
    for (const RequestRow &row : again.requests)
        byIndex[row.request.loopIndex] = &row;
    RerunComparison comparison;
    const std::vector<const RequestRow *> rows = inOrder(original);
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto index = static_cast<int64_t>(i);
        const auto found = byIndex.find(index);
        const bool isComparable = found != byIndex.end() && rows[i]->outcome.kind == OutcomeKind::Ok && found->second->outcome.kind == OutcomeKind::Ok;
        if (!isComparable) {
            ++comparison.missing;
        } else if (rows[i]->outputHash == found->second->outputHash) {
            ++comparison.same;
        } else {
            ++comparison.different;
            comparison.firstDifferent = comparison.firstDifferent.value_or(index);
        }
    }
    return comparison;
}

} // namespace limno
