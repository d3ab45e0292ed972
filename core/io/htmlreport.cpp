// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"
#include "core/io/report.h"
#include "core/io/reportfigures.h"
#include "core/io/reporttables.h"
#include "core/io/reporttext.h"
#include "core/replay/recordedrun.h"

namespace limno {

namespace {

constexpr int kLevelWidth = 1120;
constexpr int kLevelHeight = 520;

constexpr const char *kPageStyle = R"(
:root{color-scheme:light dark;--background:#F6F7F9;--panel:#FFFFFF;--raised:#EEF1F5;--border:#D3D9E2;--text:#1E2329;--quiet:#566070;
--good:#127A4B;--question:#8A5A00;--bad:#C2302A}
@media (prefers-color-scheme:dark){:root{--background:#1B1E23;--panel:#23272E;--raised:#2B3038;--border:#3A414C;--text:#E6E9EE;
--quiet:#A3ACBA;--good:#4CC38A;--question:#F2B441;--bad:#FF7B72}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:13px/1.5 Inter,"Noto Sans","DejaVu Sans",system-ui,sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:1152px;margin:0 auto;padding:32px 16px 24px}
h1{font-size:22px;line-height:1.3;font-weight:600;margin:0 0 4px}
h2{font-size:14px;font-weight:600;margin:0 0 8px}
p{margin:0}
.quiet,dt,th{color:var(--quiet)}
.panel{background:var(--panel);border:1px solid var(--border);border-radius:6px;padding:16px;min-width:0}
.panel>.quiet{margin:-4px 0 8px;font-size:12px}
.notice{background:var(--panel);border:1px solid var(--border);border-left:3px solid var(--question);border-radius:4px;padding:8px 16px;margin-top:16px}
.notice b{color:var(--question);font-weight:600}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:16px;margin:24px 0 16px}
.figures>div{background:var(--panel);border:1px solid var(--border);border-radius:6px;padding:12px 16px}
.figures .quiet{font-size:12px}
.figures b{display:block;font-size:22px;line-height:1.3;font-weight:600;white-space:nowrap}
.level{margin-bottom:16px;overflow-x:auto}
.level svg.lv{display:block;width:100%;height:auto;min-width:720px}
.tables{display:flex;flex-direction:column;gap:16px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{font-size:12px;font-weight:400;text-align:left;white-space:nowrap}
th,td{padding:5px 24px 5px 0;border-bottom:1px solid var(--border);vertical-align:top}
th:last-child,td:last-child{padding-right:0}
tbody tr:last-child td{border-bottom:0;padding-bottom:0}
td{overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap}
td:first-child{white-space:nowrap}
.n:first-child{width:1%}
.good{color:var(--good)}
.bad{color:var(--bad)}
.question{color:var(--question)}
.lead{font-size:15px;margin-bottom:12px}
.verdict svg.lv{display:block;width:100%;height:auto;margin-bottom:12px}
.verdict dl{margin-top:12px}
code{font:12px "Noto Sans Mono","DejaVu Sans Mono",monospace;background:var(--raised);border-radius:4px;padding:1px 5px;white-space:nowrap}
.swatch{margin-right:10px;vertical-align:middle}
.unlined{padding-left:36px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:5px 24px;margin:0}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
footer{color:var(--quiet);font-size:12px;margin-top:16px}
@media print{body{background:none}.panel,.figures>div{break-inside:avoid}}
)";

/// `words` is HTML.
std::string figure(const std::string &value, const std::string &words)
{
    return "<div><b>" + escapeXml(value) + "</b><span class=\"quiet\">" + words + "</span></div>\n";
}

std::string milliseconds(double value)
{
    return value < 1000 ? fixed(value, value < 10 ? 2 : 1) + " ms" : fixed(value / 1000, 2) + " s";
}

std::string keyFigures(const ReportFigures &figures)
{
    std::string html;
    const int64_t all = figures.ok + figures.cancelled + figures.failed;
    if (all > 0) {
        std::string words = all == 1 ? "request ok" : "requests ok";
        if (figures.failed > 0)
            words += ", <span class=\"bad\">" + grouped(figures.failed) + " failed</span>";
        if (figures.cancelled > 0)
            words += ", " + grouped(figures.cancelled) + " cut";
        html += figure(figures.ok == all ? grouped(all) : grouped(figures.ok) + " of " + grouped(all), words);
    }
    for (const LatencyFigures &latency : figures.latencies) {
        if (latency.outcome == OutcomeKind::Ok) {
            html += figure(milliseconds(latency.milliseconds.p50),
                           "median latency, p95 " + milliseconds(latency.milliseconds.p95));
            break;
        }
    }
    if (figures.tokensPerSecond)
        html += figure(fixed(*figures.tokensPerSecond, 1), "new tokens a second");
    else if (figures.requestsPerSecond)
        html += figure(fixed(*figures.requestsPerSecond, 1), "requests a second");
    for (const CurveFigures &curve : figures.curves) {
        if (curve.metric != Metric::RssAnon)
            continue;
        html += figure(formatByteSize(curve.peak), "peak of RSS anonymous");
        html += figure(signedByteSize(curve.last - curve.settled.value_or(curve.first)),
                       curve.settled ? "RSS change since first request" : "RSS change since the start");
    }
    return html.empty() ? html : "<div class=\"figures\">" + html + "</div>\n";
}

std::string metaValue(const Recording &recording, const char *key)
{
    const auto found = recording.meta.find(key);
    return found == recording.meta.end() ? std::string() : found->second;
}

std::string notices(const Recording &recording)
{
    std::string html;
    const auto add = [&](const char *head, const std::string &text) {
        html += std::string("<p class=\"notice\"><b>") + head + "</b> " + escapeXml(text) + "</p>\n";
    };
    if (recording.isInterrupted && metaValue(recording, "state") == "cut")
        add("Cut short.",
            "The disk was full or the recording's size limit was reached. Everything up to then is here.");
    else if (recording.isInterrupted)
        add("Not closed.",
            "The program was killed, or it is still recording. Everything up to about the last second is here.");
    if (const std::string dropped = metaValue(recording, "droppedSamples"); !dropped.empty() && dropped != "0")
        add("Incomplete.", dropped + " samples were left out because the disk could not keep up.");
    if (const std::string dropped = metaValue(recording, "droppedRows"); !dropped.empty() && dropped != "0")
        add("Incomplete.", dropped + " requests or marks were left out because the disk could not keep up.");
    return html;
}

/// "2026-03-07 09:05 UTC · emulated 8 GiB · 2 min 3 s".
std::string subtitle(const Recording &recording, const ReportFigures &figures)
{
    std::string text;
    const auto add = [&](const std::string &part) {
        if (!part.empty())
            text += (text.empty() ? "" : " \u00b7 ") + part;
    };
    if (const std::string started = metaValue(recording, "startedAt"); started.size() >= 16)
        add(started.substr(0, 10) + " " + started.substr(11, 5) + " UTC");
    if (!recording.models.empty())
        add(recording.models.back().name);
    const std::string device = metaValue(recording, "device");
    const bool isNamedEmulated = device.find("emulated") != std::string::npos;
    add(metaValue(recording, "deviceEmulated") == "true" && !isNamedEmulated ? device + " (emulated)" : device);
    add(durationText(static_cast<double>(figures.endNs) / kNsPerSecond));
    return text;
}

} // namespace

std::string htmlReport(const Recording &recording, const std::string &title)
{
    const ReportFigures figures = reportFigures(recording);
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>";
    html += escapeXml(title) + "</title>\n<style>" + kPageStyle + "</style>\n</head>\n<body>\n<main>\n<h1>"
        + escapeXml(title) + "</h1>\n<p class=\"quiet\">" + escapeXml(subtitle(recording, figures)) + "</p>\n";
    const MemoryRun run = memoryRun(recording);
    html += notices(recording) + keyFigures(figures);
    html +=
        "<div class=\"level\">" + levelSvg(recording, kLevelWidth, kLevelHeight) + "</div>\n<div class=\"tables\">\n";
    if (!run.rows.empty())
        html += verdictPanel(run, judgeRun(run));
    html += memoryTable(figures) + requestTable(figures) + errorTable(recording) + clearTable(figures)
        + markTable(recording) + setupTable(recording, figures);
    html += "</div>\n<footer>Times count from the start of the recording, in hours, minutes and seconds. KiB, MiB and "
            "GiB are powers of 1024. "
            "Percentiles are nearest rank over all requests of an outcome.</footer>\n</main>\n</body>\n</html>\n";
    return html;
}

} // namespace limno
