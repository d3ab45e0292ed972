// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replayoutput.h"

#include "app/cli/interrupt.h"
#include "app/cli/loadedmodel.h"
#include "app/cli/runfile.h"
#include "core/base/bytesize.h"

#include <cmath>
#include <iostream>

namespace limno::cli {

namespace {

Json percentilesJson(const std::map<OutcomeKind, Percentiles> &byOutcome)
{
    Json json = Json::object();
    for (const auto &[kind, values] : byOutcome)
        json[std::string(outcomeKindName(kind))] = {
            {"p50", values.p50}, {"p90", values.p90}, {"p95", values.p95}, {"p99", values.p99}, {"max", values.max}};
    return json;
}

void printError(const char *what, const Json &error)
{
    std::cerr << "limnograph-cli: " << what << error["code"].get<std::string>() << ": " << error["message"].get<std::string>() << '\n';
}

void printAdvice(const Json &advice)
{
    for (const Json &one : advice)
        std::cout << (one["kind"] == "cause" ? "  may be: " : "  to try: ") << one["text"].get<std::string>()
                  << (one.contains("option") ? " (" + one["option"].get<std::string>() + ' ' + one["value"].get<std::string>() + ')' : std::string())
                  << '\n';
}

} // namespace

void replayInto(Json &document, const ReplayResult &result, Json memory)
{
    const ReplayProgress &counts = result.counts;
    document["requests"] = {{"sent", counts.sent}, {"ok", counts.ok}, {"failed", counts.failed}, {"skipped", counts.skipped},
                            {"cut", counts.cut}, {"distinct", result.distinct}};
    document["latency"] = percentilesJson(result.latencyMs);
    document["service"] = percentilesJson(result.serviceMs);
    document["throughput"] = result.requestsPerSecond;
    document["tokensIn"] = result.tokensIn;
    document["tokensOut"] = result.tokensOut;
    document["memory"] = {{"start", std::move(memory["before"])}, {"end", std::move(memory["after"])}, {"peak", std::move(memory["peak"])}};
    if (result.firstError)
        document["firstError"] = errorJson(*result.firstError);
    if (result.isInterrupted)
        document["interrupted"] = true;
}

void printReplay(const Json &document)
{
    const Json &counts = document["requests"];
    std::cout << counts["ok"] << " of " << counts["sent"] << " requests ok, " << counts["failed"] << " failed, " << counts["cut"] << " cut; "
              << std::round(document["throughput"].get<double>() * 100) / 100 << " a second\n";
    for (const auto &[outcome, values] : document["latency"].items())
        std::cout << outcome << ": p50 " << std::lround(values["p50"].get<double>()) << " ms, p95 "
                  << std::lround(values["p95"].get<double>()) << " ms, max " << std::lround(values["max"].get<double>()) << " ms\n";
    for (const char *name : {"rssAnon", "heapInUse", "hostTensors"}) {
        if (document["memory"]["start"].contains(name) && document["memory"]["end"].contains(name))
            std::cout << name << ": " << formatByteSize(document["memory"]["start"][name]) << " at the start, "
                      << formatByteSize(document["memory"]["end"][name]) << " at the end, "
                      << formatByteSize(document["memory"]["peak"][name]) << " at most\n";
    }
    if (document.contains("text"))
        std::cout << document["text"].get<std::string>() << '\n';
    if (document.contains("verdict"))
        printAdvice(document["verdict"]["advice"]);
    printMemorySummary(document);
    if (document.contains("out"))
        std::cout << (document.contains("recordingError") ? "recorded in part in " : "recorded in ")
                  << document["out"].get<std::string>() << '\n';
    for (const auto &[name, what] : {std::pair{"firstError", "the first that failed: "}, {"recordingError", "recording: "}, {"clearError", "clearing: "}}) {
        if (document.contains(name))
            printError(what, document[name]);
    }
}

int replayExitCode(const ReplayReport &report, bool gates)
{
    const ReplayResult &result = report.result;
    if (interruptCode() != 0)
        return interruptCode();
    if (gates && report.verdict && verdictExitCode(report.verdict->leakClass) != kExitDone)
        return verdictExitCode(report.verdict->leakClass);
    if (result.counts.failed == 0)
        return kExitDone;
    return result.counts.ok > 0 || !result.firstError ? kExitSomeFailed : exitCodeFor(result.firstError->code);
}

} // namespace limno::cli
