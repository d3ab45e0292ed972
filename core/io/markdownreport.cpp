// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"
#include "core/io/report.h"
#include "core/io/reportfigures.h"
#include "core/io/reporttext.h"
#include "core/replay/recordedrun.h"

#include <array>
#include <cmath>
#include <utility>

namespace limno {

namespace {

constexpr size_t kPromptCharacters = 200;

/// Text inside of a table or a paragraph: nothing in it is markup.
std::string plain(const std::string &text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            escaped += ' ';
            continue;
        }
        if (std::string_view("\\`*_{}[]<>#|~").find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string bytes(const std::optional<double> &value)
{
    return value && std::isfinite(*value) ? signedByteSize(std::llround(*value)) : "\u2013";
}

std::string verdictSection(const Verdict &verdict)
{
    std::string text = "**" + std::string(leakClassName(verdict.leakClass)) + "**: " + plain(verdict.text) + "\n\n"
        "| series | class | slope a request | 95 % | would be found from | requests |\n|---|---|--:|--:|--:|--:|\n";
    for (const auto &[name, curve] : verdict.curves)
        text += "| " + plain(name) + " | " + std::string(leakClassName(curve.leakClass)) + " | " + bytes(curve.slope) + " | "
            + (curve.slope ? bytes(curve.interval.low) + " to " + bytes(curve.interval.high) : "\u2013") + " | " + bytes(curve.resolution)
            + " | " + std::to_string(curve.evidence.rows) + " |\n";
    text += '\n';
    for (const Advice &each : verdict.advice)
        text += std::string("- ") + (each.kind == Advice::Kind::Cause ? "may be: " : "to try: ") + plain(each.text)
            + (each.option.empty() ? "" : " (`" + each.option + " " + each.value + "`)") + "\n";
    return text + (verdict.advice.empty() ? "" : "\n");
}

std::string memorySection(const ReportFigures &figures)
{
    if (figures.curves.empty())
        return {};
    std::string text = "### Memory\n\n| curve | first | last | peak |\n|---|--:|--:|--:|\n";
    for (const CurveFigures &curve : figures.curves)
        text += "| " + std::string(metricInfo(curve.metric).name) + " | " + formatByteSize(curve.first) + " | " + formatByteSize(curve.last)
            + " | " + formatByteSize(curve.peak) + " |\n";
    return text + "\n";
}

std::string requestSection(const ReportFigures &figures)
{
    std::string text = "### Requests\n\n" + std::to_string(figures.ok) + " ok, " + std::to_string(figures.failed) + " failed, "
        + std::to_string(figures.cancelled) + " cut; " + std::to_string(figures.distinctInputs) + " different inputs";
    if (figures.requestsPerSecond)
        text += "; " + fixed(*figures.requestsPerSecond, 2) + " a second";
    text += "\n\n";
    if (figures.latencies.empty())
        return text;
    text += "| outcome | milliseconds | p50 | p95 | p99 | max |\n|---|---|--:|--:|--:|--:|\n";
    for (const LatencyFigures &latency : figures.latencies) {
        text += "| " + std::string(outcomeKindName(latency.outcome)) + " | " + latency.measure;
        for (const double value : {latency.milliseconds.p50, latency.milliseconds.p95, latency.milliseconds.p99, latency.milliseconds.max})
            text += " | " + fixed(value, 2);
        text += " |\n";
    }
    return text + "\n";
}

std::string setupSection(const Recording &recording)
{
    std::string text = "### Setup\n\n";
    for (const ModelInfo &model : recording.models)
        text += "- model: " + plain(model.name) + ", " + plain(model.format) + ", " + plain(model.architecture) + "\n";
    if (!recording.requests.empty()) {
        const Request &request = recording.requests.front().request;
        const std::string &prompt = request.messages.empty() ? request.prompt : request.messages.back().content;
        text += "- task: " + std::string(taskName(request.task)) + ", seed " + std::to_string(request.seed) + "\n- first input: "
            + (prompt.empty() ? "hash " + recording.requests.front().inputHash : plain(shortened(prompt, kPromptCharacters))) + "\n";
    }
    for (const auto &[key, label] : {std::pair{"device", "device"}, {"machine.cpu", "processor"}, {"machine.os", "system"},
                                     {"machine.kernel", "kernel"}, {"library.libtorch", "LibTorch"}, {"program", "program"}}) {
        if (const auto found = recording.meta.find(key); found != recording.meta.end())
            text += std::string("- ") + label + ": " + plain(found->second) + "\n";
    }
    return text;
}

} // namespace

std::string markdownReport(const Recording &recording, const std::string &title)
{
    const ReportFigures figures = reportFigures(recording);
    const MemoryRun run = memoryRun(recording);
    std::string text = "## " + plain(title) + "\n\n";
    if (recording.isInterrupted)
        text += "*The run was interrupted; everything up to about its last second is here.*\n\n";
    if (!run.rows.empty())
        text += verdictSection(judgeRun(run));
    return text + memorySection(figures) + requestSection(figures) + setupSection(recording);
}

} // namespace limno
