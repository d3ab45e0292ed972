// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice.h"

#include "core/base/bytesize.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

std::string size(double bytes)
{
    return formatByteSize(std::llround(std::clamp(bytes, -4e18, 4e18)));
}

std::string count(double requests)
{
    return std::to_string(std::llround(std::clamp(requests, 0.0, 9e18)));
}

/// "x (low to high) a request".
std::string slopeText(const Rate &rate)
{
    return size(rate.value) + " a request (" + size(rate.interval.low) + " to " + size(rate.interval.high) + ")";
}

std::string followsText(const Follows &follows)
{
    const auto word = [](const std::string &name) -> std::string {
        if (name == "payloadBytes")
            return "payload bytes";
        return name == "distinctInputs" ? "distinct inputs" : name;
    };
    if (follows.what.empty())
        return {};
    if (follows.what != "not separable")
        return " It follows " + word(follows.what) + ".";
    std::string list;
    for (size_t i = 0; i < follows.candidates.size(); ++i)
        list += (i == 0 ? "" : i + 1 == follows.candidates.size() ? " or " : ", ") + word(follows.candidates[i]);
    return " It follows " + list + ", which moved together and can't be told apart.";
}

std::string growthText(const Verdict &verdict)
{
    std::string text = "grows by " + (verdict.perRequest ? slopeText(*verdict.perRequest) : std::string("an unknown amount"));
    if (verdict.perGoodRequest && verdict.perFailedRequest)
        text += ", " + size(verdict.perGoodRequest->value) + " a good and " + size(verdict.perFailedRequest->value) + " a failed one";
    return text + "." + followsText(verdict.follows);
}

std::string noGrowthAbove(const Verdict &verdict)
{
    return verdict.resolution && std::isfinite(*verdict.resolution) ? " No growth above " + size(*verdict.resolution) + " a request." : std::string();
}

} // namespace

std::string verdictText(const Verdict &verdict)
{
    const std::string name = verdict.series.empty() ? std::string("Memory") : verdict.series;
    const auto curve = verdict.curves.find(verdict.series);
    const std::string steadyFrom = curve == verdict.curves.end() ? "?" : count(curve->second.steadyFrom);
    switch (verdict.leakClass) {
    case LeakClass::Linear:
    case LeakClass::Staircase: {
        std::string text = "Leak in " + verdict.part + (verdict.leakClass == LeakClass::Staircase ? ", in steps: " : ": ") + name + ' ' + growthText(verdict);
        if (verdict.requestsToLimit && verdict.limit)
            text += " The limit of " + size(verdict.limit->bytes) + " (" + verdict.limit->name + ") is reached after "
                    + count(verdict.requestsToLimit->low) + " to " + count(verdict.requestsToLimit->high) + " more requests.";
        return text;
    }
    case LeakClass::Growing:
        return "Growing, not confirmed: " + name + ' ' + growthText(verdict) + " Run longer to confirm.";
    case LeakClass::TimeDriven:
        return name + " grows with time, also while nothing runs.";
    case LeakClass::HeldThenReleased:
        return name + " grows while requests run and is given back when they stop: held, not leaked.";
    case LeakClass::Retention:
        return "No leak: " + name + " rose and stayed, as memory does that an allocator keeps." + noGrowthAbove(verdict);
    case LeakClass::Fragmentation:
        return "No leak, but fragmentation: " + name + " grows while what is in use does not.";
    case LeakClass::Bounded:
        return "Bounded growth: " + name + " levels off" + (verdict.ceiling ? " at about " + size(*verdict.ceiling) : std::string()) + '.'
               + followsText(verdict.follows);
    case LeakClass::Sawtooth: {
        std::string text = "No leak: " + name + " rises and falls over a level floor";
        if (curve != verdict.curves.end() && curve->second.evidence.cycle)
            text += ", by " + size(curve->second.evidence.cycle->height) + " every " + count(curve->second.evidence.cycle->period) + " requests";
        return text + '.' + noGrowthAbove(verdict);
    }
    case LeakClass::WarmUp:
        return "No leak: " + name + " warmed up and is level from request " + steadyFrom + " on at the latest." + noGrowthAbove(verdict);
    case LeakClass::Flat:
        return "No leak: " + name + " is flat." + noGrowthAbove(verdict);
    case LeakClass::Inconclusive:
        break;
    }
    if (curve != verdict.curves.end() && curve->second.evidence.rows < kFewestRequests)
        return "Not enough data: " + count(static_cast<double>(curve->second.evidence.rows)) + " requests, " + std::to_string(kFewestRequests)
               + " are the fewest for a verdict.";
    return "Inconclusive: " + name + " rose, but neither steadily enough for a leak nor to a level. Run longer." + noGrowthAbove(verdict);
}

} // namespace limno
