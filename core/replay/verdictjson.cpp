// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/verdictjson.h"

#include <cmath>

namespace limno {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double> &value)
{
    return value ? number(*value) : Json(nullptr);
}

Json evidenceJson(const CurveEvidence &evidence)
{
    Json json{{"rows", evidence.rows}, {"blocks", evidence.blocks}, {"blockRows", evidence.blockRows},
              {"noise", number(evidence.noise)}, {"p", number(evidence.p)}, {"pWithoutLargestRise", number(evidence.pWithoutRise)},
              {"mainSlope", number(evidence.mainSlope)}, {"largestRise", number(evidence.largestRise)}};
    if (evidence.confirmP) {
        json["confirmP"] = number(evidence.confirmP);
        json["confirmSlope"] = number(evidence.confirmSlope);
    }
    if (evidence.ratio)
        json["lateByEarly"] = {{"low", number(evidence.ratio->low)}, {"high", number(evidence.ratio->high)}};
    if (evidence.straight)
        json["straightOverBent"] = number(evidence.straight);
    if (evidence.tailSlope)
        json["tailSlope"] = number(evidence.tailSlope);
    if (evidence.cycle)
        json["cycle"] = {{"drops", evidence.cycle->drops}, {"period", number(evidence.cycle->period)}, {"height", number(evidence.cycle->height)}};
    return json;
}

Json curveJson(const CurveVerdict &curve)
{
    Json json{{"class", leakClassName(curve.leakClass)}, {"slope", number(curve.slope)}};
    json["low"] = curve.slope ? number(curve.interval.low) : Json(nullptr);
    json["high"] = curve.slope ? number(curve.interval.high) : Json(nullptr);
    json["unit"] = "bytes/request";
    json["resolution"] = number(curve.resolution);
    json["ceiling"] = number(curve.ceiling);
    json["steadyFrom"] = curve.slope ? number(curve.steadyFrom) : Json(nullptr);
    json["confirmed"] = curve.isConfirmed;
    json["evidence"] = evidenceJson(curve.evidence);
    return json;
}

Json explainedJson(const Explained &explained)
{
    Json json = Json::object();
    for (const auto &[name, share] : {std::pair{"tensors", explained.tensors}, std::pair{"heap", explained.heap},
                                      std::pair{"caches", explained.caches}, std::pair{"other", explained.other}}) {
        if (share)
            json[name] = *share;
    }
    return json;
}

Json adviceJson(const std::vector<Advice> &advice)
{
    Json json = Json::array();
    for (const Advice &one : advice) {
        const bool isExperiment = one.kind == Advice::Kind::Experiment;
        Json entry{{"kind", isExperiment ? "experiment" : "cause"}, {"text", one.text}};
        if (isExperiment) {
            entry["option"] = one.option;
            entry["value"] = one.value;
        }
        json.push_back(std::move(entry));
    }
    return json;
}

} // namespace

Json rateJson(const Rate &rate)
{
    return {{"value", number(rate.value)}, {"low", number(rate.interval.low)}, {"high", number(rate.interval.high)}};
}

Json verdictJson(const Verdict &verdict)
{
    Json json{{"class", leakClassName(verdict.leakClass)}, {"series", verdict.series}};
    json["part"] = verdict.part.empty() ? Json(nullptr) : Json(verdict.part);
    const auto &rate = verdict.perRequest;
    json["slopePerRequest"] = rate ? number(rate->value) : Json(nullptr);
    json["low"] = rate ? number(rate->interval.low) : Json(nullptr);
    json["high"] = rate ? number(rate->interval.high) : Json(nullptr);
    for (const auto &[name, other] : {std::pair{"slopePerToken", verdict.perToken}, std::pair{"slopePerHour", verdict.perHour},
                                      std::pair{"slopePerGoodRequest", verdict.perGoodRequest},
                                      std::pair{"slopePerFailedRequest", verdict.perFailedRequest}}) {
        if (other)
            json[name] = rateJson(*other);
    }
    json["resolution"] = number(verdict.resolution);
    if (verdict.ceiling)
        json["ceiling"] = number(verdict.ceiling);
    json["follows"] = verdict.follows.what.empty() ? Json(nullptr) : Json(verdict.follows.what);
    json["followsCandidates"] = verdict.follows.candidates;
    json["confirmed"] = verdict.isConfirmed;
    json["evidence"] = verdict.fromSurvivors ? "survivors" : "curve";
    json["requestsToLimit"] = nullptr;
    if (verdict.requestsToLimit)
        json["requestsToLimit"] = {{"low", number(verdict.requestsToLimit->low)}, {"high", number(verdict.requestsToLimit->high)}};
    json["limit"] = nullptr;
    if (verdict.limit)
        json["limit"] = {{"name", verdict.limit->name}, {"bytes", number(verdict.limit->bytes)}};
    json["explained"] = explainedJson(verdict.explained);
    json["advice"] = adviceJson(verdict.advice);

    Json document{{"series", Json::object()}};
    for (const auto &[name, curve] : verdict.curves)
        document["series"][name] = curveJson(curve);
    document["verdict"] = std::move(json);
    document["text"] = verdict.text;
    return document;
}

} // namespace limno
