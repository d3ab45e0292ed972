// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"
#include "core/io/reporthtml.h"
#include "core/io/reporttables.h"
#include "core/io/reporttext.h"

#include <cmath>

namespace limno {

namespace {

constexpr int kGrowthWidth = 1120;
constexpr int kGrowthHeight = 320;

const char *toneOf(LeakClass leakClass)
{
    if (isLeak(leakClass))
        return "bad";
    return leakClass == LeakClass::Growing || leakClass == LeakClass::Inconclusive || leakClass == LeakClass::TimeDriven ? "question" : "good";
}

std::string bytes(const std::optional<double> &value)
{
    return value && std::isfinite(*value) ? signedByteSize(std::llround(*value)) : "\u2013";
}

} // namespace

std::string verdictPanel(const MemoryRun &run, const Verdict &verdict)
{
    if (verdict.curves.empty())
        return {};
    std::string rows;
    for (const auto &[name, curve] : verdict.curves) {
        rows += "<tr>" + cell(name) + "<td class=\"" + toneOf(curve.leakClass) + "\">" + std::string(leakClassName(curve.leakClass)) + "</td>"
            + number(bytes(curve.slope)) + number(curve.slope ? bytes(curve.interval.low) : "\u2013")
            + number(curve.slope ? bytes(curve.interval.high) : "\u2013") + number(bytes(curve.resolution))
            + number(grouped(static_cast<int64_t>(curve.evidence.rows))) + "</tr>";
    }
    std::string advice;
    for (const Advice &each : verdict.advice)
        advice += std::string("<dt>") + (each.kind == Advice::Kind::Cause ? "may be" : "to try") + "</dt><dd>" + escapeXml(each.text)
            + (each.option.empty() ? "" : " <code>" + escapeXml(each.option + " " + each.value) + "</code>") + "</dd>";
    return "<section class=\"panel verdict\"><h2>Verdict: <span class=\"" + std::string(toneOf(verdict.leakClass)) + "\">"
        + std::string(leakClassName(verdict.leakClass)) + "</span></h2><p class=\"lead\">" + escapeXml(verdict.text) + "</p>"
        + growthSvg(run, verdict, verdict.series, kGrowthWidth, kGrowthHeight)
        + table({"series", "class", ">slope a request", ">95 % from", ">to", ">would be found from", ">requests"}, rows)
        + (advice.empty() ? "" : "<dl>" + advice + "</dl>") + "</section>\n";
}

} // namespace limno
