// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recording.h"

#include "core/replay/database.h"
#include "core/replay/requestcodec.h"
#include "core/replay/schema.h"
#include "core/replay/tablereader.h"
#include "core/replay/verdictjson.h"

#include <algorithm>

namespace limno {

namespace {

OutcomeKind outcomeKindByName(const std::string &name)
{
    for (const OutcomeKind kind : {OutcomeKind::Ok, OutcomeKind::Cancelled}) {
        if (outcomeKindName(kind) == name)
            return kind;
    }
    return OutcomeKind::Failed;
}

ErrorCode errorCodeByName(const std::string &name)
{
    for (int code = 0; code < static_cast<int>(ErrorCode::Internal); ++code) {
        if (errorCodeName(static_cast<ErrorCode>(code)) == name)
            return static_cast<ErrorCode>(code);
    }
    return ErrorCode::Internal;
}

FinishReason finishReasonByName(const std::string &name)
{
    if (name == "stop")
        return FinishReason::Stop;
    if (name == "length")
        return FinishReason::Length;
    return name == "cancelled" ? FinishReason::Cancelled : FinishReason::None;
}

RequestRow requestRow(const TableReader &table)
{
    RequestRow row;
    row.id = table.integer("id");
    Request &request = row.request;
    request.task = taskByName(table.text("task")).value_or(Task::Complete);
    request.model = table.text("model");
    request.conversation = table.text("conversation");
    request.generation = generationFromJson(table.text("generation"));
    request.seed = static_cast<uint64_t>(table.integer("seed"));
    request.group = table.text("group");
    request.loopIndex = table.integer("loopIndex", -1);
    row.inputHash = table.text("inputHash");
    row.outputHash = table.text("outputHash");
    row.payloadBytes = table.optionalInteger("payloadBytes");
    request.plannedNs = table.optionalInteger("planned");
    // Many rows share an input, and so do the bytes of its text in the one string that the join hands out.
    if (const std::string input = table.text("inputData"); !input.empty())
        (void)inputFromJson(input, request);

    Outcome &outcome = row.outcome;
    outcome.kind = outcomeKindByName(table.text("outcome"));
    outcome.finish = finishReasonByName(table.text("finish"));
    if (const std::string code = table.text("errorCode"); !code.empty())
        outcome.error = Error{errorCodeByName(code), table.text("error"), table.text("errorReason")};
    outcome.worker = static_cast<int>(table.integer("worker", -1));
    outcome.tokens = {table.integer("tokensIn"), table.integer("tokensOut"), table.integer("tokensReused"),
                      table.integer("tokensPrefilled")};
    outcome.times.submittedNs = table.integer("submitted");
    outcome.times.queuedNs = table.optionalInteger("queued");
    outcome.times.grantedNs = table.optionalInteger("granted");
    outcome.times.startedNs = table.optionalInteger("started");
    outcome.times.prefilledNs = table.optionalInteger("prefilled");
    outcome.times.firstTokenNs = table.optionalInteger("firstToken");
    outcome.times.finishedNs = table.optionalInteger("finished");
    outcome.memory.before = sampleFromJson(table.text("before"));
    outcome.memory.after = sampleFromJson(table.text("after"));
    outcome.memory.peakHostTensors = table.integer("peak");
    outcome.memory.keptBytes = table.integer("kept");
    outcome.memory.heapKeptBytes = table.optionalInteger("heapKept");
    return row;
}

ModelInfo modelRow(const TableReader &table)
{
    ModelInfo info;
    info.name = table.text("name");
    info.path = table.text("path");
    info.format = table.text("format");
    info.architecture = table.text("architecture");
    const std::string tasks = table.text("tasks");
    for (size_t begin = 0; begin < tasks.size();) {
        const size_t end = std::min(tasks.find(' ', begin), tasks.size());
        if (const auto task = taskByName(std::string_view(tasks).substr(begin, end - begin)))
            info.tasks.push_back(*task);
        begin = end + 1;
    }
    info.computeType = table.text("dtype");
    info.fileBytes = table.integer("bytes");
    info.weightBytes = table.integer("weightBytes");
    info.mappedBytes = table.integer("mappedBytes");
    info.parameters = table.integer("parameters");
    info.contextLength = table.integer("context");
    info.kvBytesPerToken = table.integer("kvBytesPerToken");
    return info;
}

Result<void> readMeta(Database &database, Recording &recording)
{
    TableReader table(database, "meta");
    while (table.next())
        recording.meta[table.text("key")] = table.text("value");
    return table.end();
}

Result<void> readModels(Database &database, Recording &recording)
{
    TableReader table(database, "model", "ORDER BY id");
    while (table.next()) {
        recording.models.push_back(modelRow(table));
        recording.identities.push_back(table.text("identity"));
    }
    return table.end();
}

Result<void> readSamples(Database &database, Recording &recording)
{
    TableReader table(database, "sample", "ORDER BY time");
    std::vector<std::pair<int, Metric>> columns;
    for (size_t column = 0; column < table.names().size(); ++column) {
        if (const auto metric = metricByName(table.names()[column]))
            columns.emplace_back(static_cast<int>(column), *metric);
    }
    while (table.next()) {
        Sample sample;
        sample.timeNs = table.integer("time");
        for (const auto &[column, metric] : columns) {
            if (const auto value = table.integer(column))
                sample.set(metric, *value);
        }
        recording.samples.push_back(sample);
    }
    return table.end();
}

Result<void> readRequests(Database &database, Recording &recording)
{
    TableReader table(database,
                "(SELECT r.rowid AS position, r.*, i.data AS inputData FROM request r LEFT JOIN input i ON i.hash = "
                "r.inputHash)",
                "ORDER BY position");
    while (table.next())
        recording.requests.push_back(requestRow(table));
    return table.end();
}

Result<void> readEvents(Database &database, Recording &recording)
{
    TableReader table(database, "event", "ORDER BY time, rowid");
    while (table.next())
        recording.events.push_back({table.integer("time"), table.text("kind"), table.text("text")});
    return table.end();
}

} // namespace

Result<Recording> Recording::open(const std::string &path)
{
    auto database = openRecording(path);
    if (!database)
        return failure(database.error());
    // One transaction, so that a recording in progress is seen as of one moment.
    if (Result<void> begun = (*database)->execute(QStringLiteral("BEGIN")); !begun)
        return failure(begun.error());
    Recording recording;
    for (const auto read : {readMeta, readModels, readSamples, readRequests, readEvents}) {
        if (const Result<void> done = read(**database, recording); !done)
            return failure(done.error());
    }
    recording.isInterrupted = recording.meta[schema::kStateKey] != schema::kStateFinished || recording.meta.contains("interrupted");
    return recording;
}

Result<void> addVerdict(const std::string &path, const Verdict &verdict)
{
    const auto database = Database::open(path, Database::Access::Write);
    if (!database)
        return failure(database.error());
    if (const Result<void> checked = schema::check(**database); !checked)
        return checked;
    auto insert = (*database)->prepare(QStringLiteral("INSERT INTO verdict (time, json) VALUES ((SELECT max(finished) FROM request), :json)"));
    if (!insert)
        return failure(insert.error());
    insert->bindValue(QStringLiteral(":json"), QString::fromStdString(verdictJson(verdict).dump()));
    return (*database)->run(*insert);
}

} // namespace limno
