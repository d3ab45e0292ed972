// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reportfigures.h"

#include "core/memory/clearladder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>

namespace limno {

namespace {

constexpr Metric kTableMetrics[] = {Metric::RssAnon,       Metric::RssFile,    Metric::RssShmem,
                                    Metric::Swap,          Metric::HeapInUse,  Metric::HostTensors,
                                    Metric::HostCached,    Metric::CacheBytes, Metric::DeviceAllocated,
                                    Metric::DeviceReserved};

constexpr const char *kMeasures[] = {"submission to end", "permit to end", "submission to first token"};

std::optional<CurveFigures> curveFigures(const std::vector<Sample> &samples, Metric metric, int64_t firstEndNs)
{
    std::optional<CurveFigures> figures;
    for (const Sample &sample : samples) {
        const auto value = sample.value(metric);
        if (!value)
            continue;
        if (!figures)
            figures = CurveFigures{metric, *value, *value, *value, sample.timeNs, std::nullopt};
        if (!figures->settled && sample.timeNs >= firstEndNs)
            figures->settled = *value;
        figures->last = *value;
        if (*value > figures->peak) {
            figures->peak = *value;
            figures->peakNs = sample.timeNs;
        }
    }
    return figures && figures->peak > 0 ? figures : std::nullopt;
}

/// Marks of clearing read "1,2,8: 36.2 MiB".
ClearFigures clearFigures(const EventRow &event)
{
    ClearFigures figures;
    figures.timeNs = event.timeNs;
    const size_t colon = std::min(event.text.find(": "), event.text.size());
    figures.bytes = colon < event.text.size() ? event.text.substr(colon + 2) : std::string();
    for (size_t begin = 0; begin < colon;) {
        const size_t end = std::min(event.text.find(',', begin), colon);
        int number = 0;
        const auto [stop, status] = std::from_chars(event.text.data() + begin, event.text.data() + end, number);
        if (status != std::errc() || stop != event.text.data() + end || number < static_cast<int>(ClearStep::Results)
            || number > static_cast<int>(ClearStep::UnloadModel))
            return {event.timeNs, event.text, {}};
        figures.steps += (figures.steps.empty() ? "" : " \u00b7 ") + std::to_string(number) + " "
            + std::string(clearStepInfo(static_cast<ClearStep>(number)).name);
        begin = end + 1;
    }
    return figures;
}

} // namespace

ReportFigures reportFigures(const Recording &recording)
{
    ReportFigures figures;
    int64_t firstEndNs = std::numeric_limits<int64_t>::max();
    for (const RequestRow &row : recording.requests)
        firstEndNs = std::min(firstEndNs, row.outcome.times.finishedNs.value_or(firstEndNs));
    for (const Metric metric : kTableMetrics) {
        if (const auto curve = curveFigures(recording.samples, metric, firstEndNs))
            figures.curves.push_back(*curve);
    }
    if (!recording.samples.empty())
        figures.endNs = recording.samples.back().timeNs;

    std::map<OutcomeKind, std::array<std::vector<double>, std::size(kMeasures)>> latencies;
    std::set<std::string> inputs;
    int64_t firstNs = std::numeric_limits<int64_t>::max();
    int64_t lastNs = 0;
    for (const RequestRow &row : recording.requests) {
        const Outcome &outcome = row.outcome;
        const RequestTimes &times = outcome.times;
        (outcome.kind == OutcomeKind::Ok              ? figures.ok
             : outcome.kind == OutcomeKind::Cancelled ? figures.cancelled
                                                      : figures.failed) += 1;
        inputs.insert(row.inputHash);
        figures.tokens.in += outcome.tokens.in;
        figures.tokens.out += outcome.tokens.out;
        figures.tokens.reused += outcome.tokens.reused;
        figures.tokens.prefilled += outcome.tokens.prefilled;
        firstNs = std::min(firstNs, times.submittedNs);
        if (!times.finishedNs)
            continue;
        lastNs = std::max(lastNs, *times.finishedNs);
        auto &[latency, service, firstToken] = latencies[outcome.kind];
        const auto milliseconds = [](int64_t ns) { return static_cast<double>(ns) / kNsPerMs; };
        latency.push_back(milliseconds(*times.finishedNs - times.submittedNs));
        if (times.grantedNs)
            service.push_back(milliseconds(*times.finishedNs - *times.grantedNs));
        if (times.firstTokenNs)
            firstToken.push_back(milliseconds(*times.firstTokenNs - times.submittedNs));
    }
    figures.distinctInputs = static_cast<int64_t>(inputs.size());
    figures.endNs = std::max(figures.endNs, lastNs);
    if (lastNs > firstNs) {
        const double seconds = static_cast<double>(lastNs - firstNs) / kNsPerSecond;
        figures.requestsPerSecond = static_cast<double>(figures.ok) / seconds;
        if (figures.tokens.out > 0)
            figures.tokensPerSecond = static_cast<double>(figures.tokens.out) / seconds;
    }
    for (auto &[kind, byMeasure] : latencies) {
        for (size_t measure = 0; measure < byMeasure.size(); ++measure) {
            const auto count = static_cast<int64_t>(byMeasure[measure].size());
            if (const auto ranks = percentiles(std::move(byMeasure[measure])))
                figures.latencies.push_back({kind, kMeasures[measure], count, *ranks});
        }
    }
    for (const EventRow &event : recording.events) {
        figures.endNs = std::max(figures.endNs, event.timeNs);
        if (event.kind == "clear")
            figures.clears.push_back(clearFigures(event));
    }
    return figures;
}

} // namespace limno
