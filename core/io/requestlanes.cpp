// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/requestlanes.h"

#include <algorithm>
#include <map>

namespace limno {

namespace {

constexpr double kLeastWait = 1; ///< shorter waits would be noise
constexpr double kLeastWidth = 1;
constexpr double kLeastFailure = 2; ///< a failure is seen whatever else is in its pixel
constexpr double kMergeWidth = 3; ///< narrower spans give up the gap between them
constexpr int kWaitingLane = -1;

LaneSpan::Kind kindOf(OutcomeKind outcome)
{
    switch (outcome) {
    case OutcomeKind::Ok:
        return LaneSpan::Kind::Ok;
    case OutcomeKind::Cancelled:
        return LaneSpan::Kind::Cancelled;
    case OutcomeKind::Failed:
        break;
    }
    return LaneSpan::Kind::Failed;
}

std::vector<LaneSpan> merged(std::vector<LaneSpan> spans)
{
    std::sort(spans.begin(), spans.end(), [](const LaneSpan &a, const LaneSpan &b) { return a.begin < b.begin; });
    std::vector<LaneSpan> result;
    std::vector<LaneSpan> failures; // on top of the others, so that none is hidden
    for (const LaneSpan &span : spans) {
        auto &target = span.kind == LaneSpan::Kind::Failed ? failures : result;
        const bool isNarrow = span.end - span.begin < kMergeWidth;
        if (!target.empty() && target.back().kind == span.kind && span.begin - target.back().end < kLeastWidth
            && (isNarrow || span.kind == LaneSpan::Kind::Waiting))
            target.back().end = std::max(target.back().end, span.end);
        else
            target.push_back(span);
    }
    result.insert(result.end(), failures.begin(), failures.end());
    return result;
}

} // namespace

std::vector<RequestLane> requestLanes(const std::vector<RequestRow> &requests,
                                      const std::function<double(int64_t)> &xOf)
{
    std::map<int, std::vector<LaneSpan>> lanes;
    for (const RequestRow &row : requests) {
        const RequestTimes &times = row.outcome.times;
        const int64_t endNs = times.finishedNs.value_or(times.submittedNs);
        const LaneSpan::Kind kind = kindOf(row.outcome.kind);
        const bool wasTaken = row.outcome.worker >= 0 && times.startedNs;
        const double submitted = xOf(times.submittedNs);
        const double taken = xOf(wasTaken ? *times.startedNs : endNs);
        if (!wasTaken && kind == LaneSpan::Kind::Failed)
            lanes[kWaitingLane].push_back({submitted, std::max(taken, submitted + kLeastFailure), kind});
        else if (taken - submitted >= kLeastWait)
            lanes[kWaitingLane].push_back({submitted, taken, LaneSpan::Kind::Waiting});
        if (!wasTaken)
            continue;
        const double least = kind == LaneSpan::Kind::Failed ? kLeastFailure : kLeastWidth;
        lanes[row.outcome.worker].push_back({taken, std::max(xOf(endNs), taken + least), kind});
    }
    std::vector<RequestLane> result;
    for (auto &[worker, spans] : lanes)
        result.push_back(
            {worker == kWaitingLane ? "waiting" : "worker " + std::to_string(worker + 1), merged(std::move(spans))});
    return result;
}

} // namespace limno
