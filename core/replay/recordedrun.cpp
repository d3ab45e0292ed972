// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedrun.h"

#include "core/replay/recordedsnapshots.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace limno {

namespace {

constexpr int kMostRungs = 10;

std::optional<MarkKind> markKind(const std::string &kind)
{
    if (kind == "load" || kind == "unload")
        return MarkKind::Load;
    if (kind == "toggle")
        return MarkKind::Toggle;
    if (kind == "clear")
        return MarkKind::Clear;
    if (kind == "error" || kind == "oom")
        return MarkKind::Error;
    return kind == "phase" ? std::optional(MarkKind::Phase) : std::nullopt;
}

/// The highest rung named in the text of a mark ("6,7,8: 12.0 MiB"); 0 when none is.
int highestRung(const std::string &text)
{
    int highest = 0;
    int number = 0;
    for (const char letter : text.substr(0, text.find(':')) + ' ') {
        if (std::isdigit(static_cast<unsigned char>(letter)) != 0)
            number = std::min(number * 10 + (letter - '0'), kMostRungs + 1);
        else
            highest = std::max(highest, std::exchange(number, 0));
    }
    return highest <= kMostRungs ? highest : 0;
}

/// One row in the making, with the time that orders it.
struct TimedRow {
    int64_t timeNs = 0;
    RunRow row;
    const Sample *numbers = nullptr;
};

int64_t finishedNs(const RequestRow &request)
{
    return request.outcome.times.finishedNs.value_or(request.outcome.times.submittedNs);
}

} // namespace

MemoryRun memoryRun(const Recording &recording)
{
    std::vector<TimedRow> rows;
    std::set<std::string> inputs;
    int64_t lastRequestNs = 0;
    for (const RequestRow &request : recording.requests) {
        TimedRow timed{finishedNs(request), {}, &request.outcome.memory.after};
        timed.row.request = static_cast<int64_t>(rows.size());
        timed.row.isOk = request.outcome.kind != OutcomeKind::Failed;
        timed.row.tokens = request.outcome.tokens.in + request.outcome.tokens.out;
        timed.row.payloadBytes = request.payloadBytes;
        if (request.outcome.tokens.in > 0)
            timed.row.shape = std::to_string(request.outcome.tokens.in); // of a text
        if (!request.inputHash.empty()) {
            inputs.insert(request.inputHash);
            timed.row.distinctInputs = static_cast<int64_t>(inputs.size());
        }
        timed.row.threads = timed.numbers->value(Metric::Threads);
        lastRequestNs = std::max(lastRequestNs, timed.timeNs);
        rows.push_back(std::move(timed));
    }
    std::vector<std::pair<int64_t, RunPhase>> changes;
    for (const EventRow &event : recording.events) {
        if (event.kind == "phase")
            changes.emplace_back(event.timeNs, event.text == "rest" ? RunPhase::Rest : event.text == "confirm" ? RunPhase::Confirm : RunPhase::Main);
    }
    std::ranges::stable_sort(changes, {}, &std::pair<int64_t, RunPhase>::first);
    const auto phaseAt = [&](int64_t timeNs) {
        const auto next = std::ranges::upper_bound(changes, timeNs, {}, &std::pair<int64_t, RunPhase>::first);
        return next == changes.begin() ? RunPhase::Main : std::prev(next)->second;
    };
    for (TimedRow &timed : rows) {
        const RunPhase phase = phaseAt(timed.timeNs);
        timed.row.phase = phase == RunPhase::Rest ? RunPhase::Main : phase; // it ran, whatever the mark says
    }
    for (const Sample &sample : recording.samples) {
        if (sample.timeNs > lastRequestNs || phaseAt(sample.timeNs) == RunPhase::Rest) {
            TimedRow timed{sample.timeNs, {}, &sample};
            timed.row.phase = RunPhase::Rest;
            rows.push_back(std::move(timed));
        }
    }
    std::ranges::stable_sort(rows, {}, &TimedRow::timeNs);

    MemoryRun run;
    for (size_t metric = 0; metric < kMetricCount; ++metric) {
        const auto id = static_cast<Metric>(metric);
        if (!metricInfo(id).isBytes || id == Metric::CgroupLimit || id == Metric::DeviceTotal)
            continue;
        RunSeries series{std::string(metricInfo(id).name), {}};
        bool isKnown = false;
        for (const TimedRow &timed : rows) {
            const auto value = timed.numbers->value(id);
            series.values.push_back(value ? static_cast<double>(*value) : RunSeries::kAbsent);
            isKnown = isKnown || value;
        }
        if (isKnown)
            run.series.push_back(std::move(series));
    }
    std::optional<int64_t> cgroupLimit;
    for (TimedRow &timed : rows) {
        timed.row.timeNs = timed.timeNs;
        if (const auto limit = timed.numbers->value(Metric::CgroupLimit))
            cgroupLimit = limit;
        run.rows.push_back(std::move(timed.row));
    }
    if (cgroupLimit)
        run.limit = MemoryLimit{"cgroupLimit", static_cast<double>(*cgroupLimit)};
    for (const EventRow &event : recording.events) {
        const auto kind = markKind(event.kind);
        if (!kind)
            continue;
        const auto row = std::ranges::lower_bound(rows, event.timeNs, {}, &TimedRow::timeNs) - rows.begin();
        run.marks.push_back({static_cast<size_t>(row), *kind, *kind == MarkKind::Clear ? highestRung(event.text) : 0, event.text});
    }
    return run;
}

Result<MemoryRun> readRecordedRun(const std::string &path)
{
    const auto recording = Recording::open(path);
    if (!recording)
        return failure(recording.error());
    MemoryRun run = memoryRun(*recording);
    const auto snapshots = RecordedSnapshots::open(path);
    if (!snapshots || snapshots->entries().empty())
        return run;
    const auto last = snapshots->load(static_cast<int64_t>(snapshots->entries().size()) - 1);
    // On a card the bytes of both spaces are one sum, which belongs to neither curve.
    if (!last || last->card)
        return run;
    std::map<int64_t, int64_t> rowOfId;
    for (size_t row = 0; row < recording->requests.size(); ++row)
        rowOfId[recording->requests[row].id] = static_cast<int64_t>(row);
    std::vector<Survivor> &survivors = run.survivors["hostTensors"];
    for (const Births::Survivor &left : last->survivors) {
        if (const auto row = rowOfId.find(left.request); row != rowOfId.end())
            survivors.push_back({row->second, static_cast<double>(left.bytes)});
    }
    return run;
}

} // namespace limno
