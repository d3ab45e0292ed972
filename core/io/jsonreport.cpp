// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"
#include "core/io/reportfigures.h"
#include "core/replay/verdictjson.h"
#include "core/replay/recordedrun.h"

namespace limno {

namespace {

using Json = nlohmann::ordered_json;

Json milliseconds(int64_t ns)
{
    return static_cast<double>(ns) / kNsPerMs;
}

Json requestsJson(const ReportFigures &figures)
{
    Json json{{"ok", figures.ok}, {"failed", figures.failed}, {"cut", figures.cancelled}, {"distinct", figures.distinctInputs},
              {"tokensIn", figures.tokens.in}, {"tokensOut", figures.tokens.out}, {"tokensReused", figures.tokens.reused}};
    json["throughput"] = figures.requestsPerSecond ? Json(*figures.requestsPerSecond) : Json(nullptr);
    return json;
}

Json latencyJson(const ReportFigures &figures)
{
    Json list = Json::array();
    for (const LatencyFigures &each : figures.latencies)
        list.push_back({{"outcome", outcomeKindName(each.outcome)}, {"measure", each.measure}, {"count", each.count},
                        {"p50", each.milliseconds.p50}, {"p90", each.milliseconds.p90}, {"p95", each.milliseconds.p95},
                        {"p99", each.milliseconds.p99}, {"max", each.milliseconds.max}});
    return list;
}

} // namespace

std::string jsonReport(const Recording &recording, const std::string &title)
{
    const ReportFigures figures = reportFigures(recording);
    Json json{{"schema", 1}, {"version", LIMNOGRAPH_VERSION}, {"title", title}, {"interrupted", recording.isInterrupted},
              {"durationMs", milliseconds(figures.endNs)}, {"meta", Json::object()}, {"models", Json::array()}};
    for (const auto &[key, value] : recording.meta)
        json["meta"][key] = value;
    for (const ModelInfo &model : recording.models)
        json["models"].push_back({{"name", model.name}, {"format", model.format}, {"arch", model.architecture}, {"bytes", model.fileBytes}});
    json["requests"] = requestsJson(figures);
    json["latency"] = latencyJson(figures);
    json["memory"] = Json::object();
    for (const CurveFigures &curve : figures.curves)
        json["memory"][std::string(metricInfo(curve.metric).name)] = {{"first", curve.first}, {"last", curve.last}, {"peak", curve.peak}};
    json["marks"] = Json::array();
    for (const EventRow &event : recording.events)
        json["marks"].push_back({{"timeMs", milliseconds(event.timeNs)}, {"kind", event.kind}, {"text", event.text}});
    if (const MemoryRun run = memoryRun(recording); !run.rows.empty())
        json.update(verdictJson(judgeRun(run)));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace limno
