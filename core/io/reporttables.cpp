// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reporttables.h"

#include "core/base/bytesize.h"
#include "core/io/memorycurves.h"
#include "core/io/reporthtml.h"
#include "core/io/reporttext.h"

#include <algorithm>
#include <map>
#include <set>

namespace limno {

namespace {

constexpr size_t kMostMarks = 200;
constexpr size_t kMostErrors = 20;
constexpr size_t kPromptCharacters = 400;
constexpr double kSecondsFrom = 10'000; ///< milliseconds; a table that reaches so far counts in seconds

std::string curveName(Metric metric)
{
    switch (metric) {
    case Metric::RssShmem:
        return "RSS shared";
    case Metric::Swap:
        return "swap";
    case Metric::HostCached:
        return "tensor block cache";
    case Metric::CacheBytes:
        return "declared caches (KV, prompts)";
    case Metric::DeviceAllocated:
        return "card allocated";
    case Metric::DeviceReserved:
        return "card reserved";
    default:
        return std::string(metricInfo(metric).name);
    }
}

/// The curve's name with a piece of its line, where the level draws it.
std::string curveCell(Metric metric)
{
    const auto curve = std::find_if(kMemoryCurves.begin(), kMemoryCurves.end(),
                                    [&](const MemoryCurve &each) { return each.metric == metric; });
    if (curve == kMemoryCurves.end())
        return "<td class=\"unlined\">" + escapeXml(curveName(metric)) + "</td>";
    return "<td><svg class=\"swatch\" width=\"26\" height=\"8\" aria-hidden=\"true\"><line x1=\"0\" y1=\"4\" x2=\"26\" "
           "y2=\"4\" class=\"lv-"
        + std::string(metricInfo(metric).name) + "\" stroke=\"" + curve->light + "\" stroke-width=\""
        + coordinate(curve->width + 0.5) + "\" stroke-dasharray=\"" + (*curve->dash ? curve->dash : "none")
        + "\"/></svg>" + escapeXml(curve->name) + "</td>";
}

const char *outcomeTone(OutcomeKind kind)
{
    return kind == OutcomeKind::Failed ? "bad" : "";
}

std::string outcomeCell(OutcomeKind kind)
{
    return std::string("<td class=\"") + outcomeTone(kind) + "\">" + std::string(outcomeKindName(kind)) + "</td>";
}

std::string definition(const std::string &term, const std::string &text)
{
    return text.empty() ? std::string() : "<dt>" + escapeXml(term) + "</dt><dd>" + escapeXml(text) + "</dd>";
}

std::string modelText(const ModelInfo &model)
{
    std::string text = model.name;
    const auto add = [&](const std::string &part) {
        if (!part.empty())
            text += " \u00b7 " + part;
    };
    add(model.architecture == model.format ? std::string() : model.architecture);
    add(model.format);
    add(model.fileBytes > 0 ? formatByteSize(model.fileBytes) : std::string());
    add(model.parameters > 0 ? grouped(model.parameters) + " parameters" : std::string());
    add(model.computeType);
    return text;
}

std::string generationText(const GenerationOptions &options)
{
    std::string text;
    const auto add = [&](const char *name, const auto &value, auto format) {
        if (value)
            text += (text.empty() ? "" : " \u00b7 ") + std::string(name) + " " + format(*value);
    };
    const auto whole = [](int value) { return std::to_string(value); };
    const auto decimal = [](double value) { return coordinate(value); };
    add("at most", options.maxTokens, [](int value) { return std::to_string(value) + " tokens"; });
    add("at least", options.minTokens, [](int value) { return std::to_string(value) + " tokens"; });
    add("temperature", options.temperature, decimal);
    add("top-k", options.topK, whole);
    add("top-p", options.topP, decimal);
    add("min-p", options.minP, decimal);
    add("repetition penalty", options.repetitionPenalty, decimal);
    add("presence penalty", options.presencePenalty, decimal);
    add("frequency penalty", options.frequencyPenalty, decimal);
    if (options.ignoreEos)
        text += (text.empty() ? "" : " \u00b7 ") + std::string("end token ignored");
    return text;
}

} // namespace

std::string moment(int64_t ns)
{
    const int64_t tenths = std::max<int64_t>(ns, 0) / (kNsPerSecond / 10);
    const auto two = [](int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    const int64_t minutes = tenths / 600;
    const std::string head =
        minutes < 60 ? std::to_string(minutes) : std::to_string(minutes / 60) + ":" + two(minutes % 60);
    return head + ":" + two(tenths / 10 % 60) + "." + std::to_string(tenths % 10);
}

std::string memoryTable(const ReportFigures &figures)
{
    std::string rows;
    for (const CurveFigures &curve : figures.curves) {
        const int64_t change = curve.last - curve.first;
        rows += "<tr>" + curveCell(curve.metric) + number(formatByteSize(curve.first))
            + number(formatByteSize(curve.last)) + number(signedByteSize(change)) + number(formatByteSize(curve.peak))
            + number(moment(curve.peakNs)) + "</tr>";
    }
    if (rows.empty())
        return {};
    return panel("Memory", {}, table({"curve", ">first", ">last", ">change", ">peak", ">peak at"}, rows));
}

std::string requestTable(const ReportFigures &figures)
{
    double highest = 0;
    for (const LatencyFigures &latency : figures.latencies)
        highest = std::max(highest, latency.milliseconds.max);
    const bool isSeconds = highest >= kSecondsFrom;
    const auto time = [&](double milliseconds) {
        return isSeconds ? fixed(milliseconds / 1000, 2) : fixed(milliseconds, highest < 100 ? 2 : 1);
    };
    std::string rows;
    for (const LatencyFigures &latency : figures.latencies) {
        const Percentiles &p = latency.milliseconds;
        rows += "<tr>" + outcomeCell(latency.outcome) + cell(latency.measure) + number(grouped(latency.count))
            + number(time(p.p50)) + number(time(p.p90)) + number(time(p.p95)) + number(time(p.p99))
            + number(time(p.max)) + "</tr>";
    }
    if (rows.empty())
        return {};
    return panel(isSeconds ? "Requests, seconds" : "Requests, milliseconds", {},
                 table({"outcome", "measured from", ">count", ">p50", ">p90", ">p95", ">p99", ">max"}, rows));
}

std::string errorTable(const Recording &recording)
{
    std::map<std::pair<std::string, std::string>, int64_t> counts;
    for (const RequestRow &row : recording.requests) {
        if (row.outcome.error)
            ++counts[{std::string(errorCodeName(row.outcome.error->code)), row.outcome.error->message}];
    }
    std::vector<std::pair<int64_t, std::pair<std::string, std::string>>> sorted;
    for (const auto &[error, count] : counts)
        sorted.emplace_back(count, error);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::string rows;
    for (size_t i = 0; i < std::min(sorted.size(), kMostErrors); ++i)
        rows += "<tr>" + number(grouped(sorted[i].first)) + "<td class=\"bad\">" + escapeXml(sorted[i].second.first)
            + "</td>" + cell(shortened(sorted[i].second.second, kPromptCharacters)) + "</tr>";
    if (rows.empty())
        return {};
    const std::string note = sorted.size() > kMostErrors
        ? "The most frequent of " + grouped(static_cast<int64_t>(sorted.size())) + "."
        : std::string();
    return panel("Errors", note, table({">count", "code", "message"}, rows));
}

std::string clearTable(const ReportFigures &figures)
{
    std::string rows;
    for (const ClearFigures &clear : figures.clears)
        rows += "<tr>" + number(moment(clear.timeNs)) + cell(clear.steps) + number(clear.bytes, "good") + "</tr>";
    if (rows.empty())
        return {};
    return panel("Cleared", {}, table({">at", "steps", ">given back"}, rows));
}

std::string markTable(const Recording &recording)
{
    std::string rows;
    for (size_t i = 0; i < std::min(recording.events.size(), kMostMarks); ++i) {
        const EventRow &event = recording.events[i];
        rows += "<tr>" + number(moment(event.timeNs)) + cell(event.kind)
            + cell(shortened(event.text, kPromptCharacters)) + "</tr>";
    }
    if (rows.empty())
        return {};
    const std::string note = recording.events.size() > kMostMarks ? "The first " + std::to_string(kMostMarks) + " of "
            + grouped(static_cast<int64_t>(recording.events.size())) + "."
                                                                  : std::string();
    return panel("Marks", note, table({">at", "what", "text"}, rows));
}

std::string setupTable(const Recording &recording, const ReportFigures &figures)
{
    std::string list;
    for (const ModelInfo &model : recording.models)
        list += definition("Model", modelText(model));
    if (!recording.requests.empty()) {
        const Request &request = recording.requests.front().request;
        const std::string &prompt = request.messages.empty() ? request.prompt : request.messages.back().content;
        list += definition("Task", std::string(taskName(request.task)));
        list += definition("Generation", generationText(request.generation));
        list += definition("Seed", std::to_string(request.seed));
        list += definition(
            figures.distinctInputs > 1 ? "First of " + grouped(figures.distinctInputs) + " inputs" : "Input",
            prompt.empty() ? "hash " + recording.requests.front().inputHash : shortened(prompt, kPromptCharacters));
        list += definition("Tokens",
                           grouped(figures.tokens.in) + " in \u00b7 " + grouped(figures.tokens.out) + " out \u00b7 "
                               + grouped(figures.tokens.reused) + " reused \u00b7 " + grouped(figures.tokens.prefilled)
                               + " prefilled");
    }
    static const std::vector<std::pair<std::string, std::string>> known{
        {"device", "Device"},
        {"machine.cpu", "Processor"},
        {"machine.cores", "Cores"},
        {"machine.memoryBytes", "Memory"},
        {"machine.os", "System"},
        {"machine.kernel", "Kernel"},
        {"library.libtorch", "LibTorch"},
        {"library.qt", "Qt"},
        {"library.glibc", "C library"},
        {"program", "Program"},
        {"startedAt", "Started"},
        {"inputs", "Inputs kept"},
    };
    static const std::set<std::string> hidden{"state", "deviceEmulated", "droppedSamples", "droppedRows"};
    std::set<std::string> shown = hidden;
    for (const auto &[key, label] : known) {
        shown.insert(key);
        const auto found = recording.meta.find(key);
        if (found == recording.meta.end())
            continue;
        const Result<int64_t> bytes = key == "machine.memoryBytes" ? parseByteSize(found->second) : Result<int64_t>(0);
        list += definition(label, key == "machine.memoryBytes" && bytes ? formatByteSize(*bytes) : found->second);
    }
    for (const auto &[key, value] : recording.meta) {
        if (!shown.contains(key))
            list += definition(key, value);
    }
    if (list.empty())
        return {};
    return panel("What ran", {}, "<dl>" + list + "</dl>");
}

} // namespace limno
