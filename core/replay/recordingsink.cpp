// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordingsink.h"

#include "core/base/log.h"
#include "core/replay/requestcodec.h"
#include "core/replay/schema.h"
#include "core/replay/snapshotcodec.h"

#include <filesystem>

namespace limno {

namespace {

constexpr int64_t kPageBytes = 4096;
constexpr int64_t kLargestKeptInput = 1024 * 1024;

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

QVariant number(std::optional<int64_t> value)
{
    return value ? QVariant(static_cast<qlonglong>(*value)) : QVariant();
}

QVariant metric(int64_t value)
{
    return value == Sample::kAbsent ? QVariant() : QVariant(static_cast<qlonglong>(value));
}

QString finishName(FinishReason reason)
{
    switch (reason) {
    case FinishReason::Stop:
        return QStringLiteral("stop");
    case FinishReason::Length:
        return QStringLiteral("length");
    case FinishReason::Cancelled:
        return QStringLiteral("cancelled");
    case FinishReason::None:
        break;
    }
    return QStringLiteral("none");
}

/// Makes room for a new recording. Only another recording gives way, and only when nobody has it open.
Result<void> removeOldRecording(const std::string &path)
{
    namespace fs = std::filesystem;
    std::error_code status;
    if (!fs::exists(fs::symlink_status(path, status)))
        return {};
    if (!fs::is_regular_file(path, status))
        return failure(ErrorCode::Io, path + ": exists and is not a file");
    {
        // SQLite does the reading: closing a descriptor of our own would drop the locks of a writer in this process.
        auto database = Database::open(path, Database::Access::Read);
        if (!database || !schema::isRecording(**database))
            return failure(ErrorCode::Io, path + ": exists and is not a recording; it is not overwritten");
    }
    {
        auto database = Database::open(path, Database::Access::Write);
        if (!database)
            return failure(database.error());
        // Leaving the write-ahead log asks for the file alone: it fails while anybody else is connected.
        const Result<QVariant> mode = (*database)->value(QStringLiteral("PRAGMA journal_mode=DELETE"));
        if (!mode && mode.error().code == ErrorCode::Busy)
            return failure(ErrorCode::Busy, path + ": is being recorded or read; it is not overwritten");
    }
    for (const char *suffix : {"-wal", "-shm", "-journal", ""}) {
        fs::remove(path + suffix, status);
        if (status)
            return failure(ErrorCode::Io, path + suffix + ": cannot be replaced: " + status.message());
    }
    return {};
}

} // namespace

RecordingSink::RecordingSink(std::unique_ptr<Database> database, const Options &options)
    : m_options(options)
    , m_database(std::move(database))
{
}

RecordingSink::~RecordingSink() = default;

Result<std::unique_ptr<RecordingSink>> RecordingSink::create(const std::string &path, const Options &options)
{
    const Result<void> room = removeOldRecording(path);
    if (!room)
        return failure(room.error());
    auto database = Database::open(path, Database::Access::Write);
    if (!database)
        return failure(ErrorCode::Io, database.error().message);
    std::unique_ptr<RecordingSink> sink(new RecordingSink(std::move(*database), options));
    const Result<void> prepared = sink->prepare();
    if (!prepared) {
        sink.reset();
        for (const char *suffix : {"-wal", "-shm", "-journal", ""}) {
            std::error_code ignored;
            std::filesystem::remove(path + suffix, ignored);
        }
        return failure(ErrorCode::Io, prepared.error().message);
    }
    return sink;
}

Result<void> RecordingSink::prepare()
{
    QStringList first{QStringLiteral("PRAGMA page_size=%1").arg(kPageBytes)};
    if (m_options.maxBytes > 0)
        first << QStringLiteral("PRAGMA max_page_count=%1").arg(std::max<int64_t>(1, m_options.maxBytes / kPageBytes));
    first << QStringLiteral("BEGIN");
    for (const QString &statement : std::as_const(first)) {
        Result<void> done = m_database->execute(statement);
        if (!done)
            return done;
    }
    // The tables get into the file itself before the log begins, so that the file alone is always a recording.
    if (Result<void> created = schema::create(*m_database); !created)
        return created;

    const std::pair<std::optional<QSqlQuery> &, QString> statements[] = {
        {m_sample, schema::insertInto("sample", schema::sampleColumns(), "OR REPLACE")},
        {m_lod, schema::insertInto("lod", schema::lodColumns(), "OR REPLACE")},
        {m_request, schema::insertInto("request", schema::requestColumns())},
        {m_event, schema::insertInto("event", {"time", "kind", "text"})},
        {m_meta, schema::insertInto("meta", {"key", "value"}, "OR REPLACE")},
        {m_setting, schema::insertInto("setting", {"time", "key", "old", "new", "effective"})},
        {m_model,
         schema::insertInto("model",
                            {"name", "path", "identity", "format", "architecture", "tasks", "dtype", "bytes",
                             "weightBytes", "mappedBytes", "parameters", "context", "kvBytesPerToken"})},
        {m_input, schema::insertInto("input", {"hash", "type", "size", "data"}, "OR IGNORE")},
        {m_snapshot, schema::insertInto("snapshot", {"time", "reason", "data"})},
    };
    for (const auto &[query, sql] : statements) {
        Result<QSqlQuery> prepared = m_database->prepare(sql);
        if (!prepared)
            return failure(prepared.error());
        query.emplace(std::move(*prepared));
    }
    if (Result<void> done = m_database->execute(QStringLiteral("COMMIT")); !done)
        return done;
    // A file system without shared memory keeps its rollback journal: slower, and readers wait, but it records.
    const Result<QVariant> mode = m_database->value(QStringLiteral("PRAGMA journal_mode=WAL"));
    if (!mode)
        return failure(mode.error());
    if (Result<void> done = m_database->execute(QStringLiteral("PRAGMA synchronous=NORMAL")); !done)
        return done;
    // Rows are only appended: a large cache would gain nothing, and would fill up during the run that is judged.
    if (Result<void> done = m_database->execute(QStringLiteral("PRAGMA cache_size=-128")); !done)
        return done;
    // The first write takes the lock by which others see that the recording is open.
    return insert(MetaItem{schema::kStateKey, schema::kStateRecording});
}

Result<void> RecordingSink::write(const std::vector<RecordingItem> &items)
{
    if (!m_inTransaction) {
        Result<void> begun = m_database->execute(QStringLiteral("BEGIN IMMEDIATE"));
        if (!begun)
            return begun;
        m_inTransaction = true;
    }
    for (const RecordingItem &item : items) {
        Result<void> done = std::visit([this](const auto &row) { return insert(row); }, item);
        if (!done) {
            // Some errors have rolled back already; a second time does no harm.
            (void)m_database->execute(QStringLiteral("ROLLBACK"));
            m_inTransaction = false;
            return failure(ErrorCode::Io, done.error().message);
        }
    }
    Result<void> committed = m_database->execute(QStringLiteral("COMMIT"));
    if (!committed && committed.error().code == ErrorCode::Busy)
        return {}; // a reader without a log holds the file: the transaction stays open and is committed with the next rows
    m_inTransaction = false;
    if (!committed) {
        (void)m_database->execute(QStringLiteral("ROLLBACK"));
        return failure(ErrorCode::Io, committed.error().message);
    }
    return {};
}

Result<void> RecordingSink::finish(const char *state)
{
    Result<void> done = insert(MetaItem{schema::kStateKey, state});
    if (m_inTransaction)
        done = m_database->execute(QStringLiteral("COMMIT"));
    // A reader keeps the log alive; then the last one to close folds it in.
    const Result<QVariant> mode = m_database->value(QStringLiteral("PRAGMA journal_mode=DELETE"));
    if (!mode)
        logWarning("recording", mode.error().message + ": the write-ahead log stays beside the file");
    return done;
}

Result<void> RecordingSink::insert(const Sample &sample)
{
    int place = 0;
    m_sample->bindValue(place++, static_cast<qlonglong>(sample.timeNs - m_options.startNs));
    for (const int64_t value : sample.values)
        m_sample->bindValue(place++, metric(value));
    Result<void> done = m_database->run(*m_sample);

    Sample relative = sample;
    relative.timeNs -= m_options.startNs;
    m_pyramid.add(relative, [&](const LodBucket &bucket) {
        if (done)
            done = insertBucket(bucket);
    });
    return done;
}

Result<void> RecordingSink::insertBucket(const LodBucket &bucket)
{
    int place = 0;
    for (const int64_t value : {static_cast<int64_t>(bucket.level), bucket.firstNs, bucket.lastNs, bucket.count})
        m_lod->bindValue(place++, static_cast<qlonglong>(value));
    for (size_t i = 0; i < kMetricCount; ++i) {
        m_lod->bindValue(place++, metric(bucket.min[i]));
        m_lod->bindValue(place++, metric(bucket.max[i]));
    }
    return m_database->run(*m_lod);
}

Result<void> RecordingSink::insertInput(const Request &request, const std::string &hash)
{
    if (hash == m_lastInputHash)
        return {};
    const int64_t bytes = inputBytes(request);
    std::optional<std::string> json;
    if (m_options.inputs == RecordInputs::Whole && bytes <= kLargestKeptInput)
        json = inputToJson(request);
    m_input->bindValue(QStringLiteral(":hash"), text(hash));
    m_input->bindValue(QStringLiteral(":type"), QStringLiteral("text"));
    m_input->bindValue(QStringLiteral(":size"), static_cast<qlonglong>(bytes));
    m_input->bindValue(QStringLiteral(":data"), json ? QVariant(QByteArray::fromStdString(*json)) : QVariant());
    Result<void> done = m_database->run(*m_input);
    m_lastInputHash = hash;
    return done;
}

Result<void> RecordingSink::insert(const std::unique_ptr<RequestItem> &item)
{
    const Request &request = item->request;
    const Outcome &outcome = item->outcome;
    const RequestTimes &times = outcome.times;
    const Sample &after = outcome.memory.after;
    const std::string hash = inputHash(request);
    if (Result<void> done = insertInput(request, hash); !done)
        return done;

    const auto bind = [&](const char *column, const QVariant &value) {
        m_request->bindValue(QLatin1Char(':') + QLatin1String(column), value);
    };
    const auto time = [&](const char *column, std::optional<int64_t> ns) {
        bind(column, ns ? number(*ns - m_options.startNs) : QVariant());
    };
    bind("id", number(item->id));
    bind("task",
         QString::fromUtf8(taskName(request.task).data(), static_cast<qsizetype>(taskName(request.task).size())));
    bind("model", text(request.model));
    bind("conversation", text(request.conversation));
    bind("generation", text(generationToJson(request.generation)));
    bind("seed", number(static_cast<int64_t>(request.seed)));
    bind("group", text(request.group));
    bind("loopIndex", request.loopIndex >= 0 ? number(request.loopIndex) : QVariant());
    bind("worker", outcome.worker >= 0 ? number(outcome.worker) : QVariant());
    bind("inputHash", text(hash));
    bind("outputHash", text(outputHash(outcome)));
    bind("payloadBytes", number(inputBytes(request)));
    time("submitted", times.submittedNs);
    time("queued", times.queuedNs);
    time("granted", times.grantedNs);
    time("started", times.startedNs);
    time("prefilled", times.prefilledNs);
    time("firstToken", times.firstTokenNs);
    time("finished", times.finishedNs);
    bind("outcome", text(std::string(outcomeKindName(outcome.kind))));
    bind("finish", finishName(outcome.finish));
    bind("errorCode", outcome.error ? QVariant(text(std::string(errorCodeName(outcome.error->code)))) : QVariant());
    bind("errorReason", outcome.error ? QVariant(text(outcome.error->reason)) : QVariant());
    bind("error", outcome.error ? QVariant(text(outcome.error->message)) : QVariant());
    bind("tokensIn", number(outcome.tokens.in));
    bind("tokensOut", number(outcome.tokens.out));
    bind("tokensReused", number(outcome.tokens.reused));
    bind("tokensPrefilled", number(outcome.tokens.prefilled));
    bind("allocated", number(after.value(Metric::DeviceAllocated)));
    bind("reserved", number(after.value(Metric::DeviceReserved)));
    bind("heapInUse", number(after.value(Metric::HeapInUse)));
    bind("tensors", number(after.value(Metric::HostTensors)));
    bind("peak", number(outcome.memory.peakHostTensors));
    bind("kept", number(outcome.memory.keptBytes));
    bind("heapKept", number(outcome.memory.heapKeptBytes));
    bind("survivors", number(outcome.memory.survivorBytes));
    time("planned", request.plannedNs);
    bind("before", text(sampleToJson(outcome.memory.before, m_options.startNs)));
    bind("after", text(sampleToJson(after, m_options.startNs)));
    return m_database->run(*m_request);
}

Result<void> RecordingSink::insert(const EventItem &item)
{
    m_event->bindValue(0, static_cast<qlonglong>(item.timeNs - m_options.startNs));
    m_event->bindValue(1, text(item.kind));
    m_event->bindValue(2, text(item.text));
    return m_database->run(*m_event);
}

Result<void> RecordingSink::insert(const MetaItem &item)
{
    m_meta->bindValue(0, text(item.key));
    m_meta->bindValue(1, text(item.value));
    return m_database->run(*m_meta);
}

Result<void> RecordingSink::insert(const SettingItem &item)
{
    m_setting->bindValue(0, static_cast<qlonglong>(item.timeNs - m_options.startNs));
    m_setting->bindValue(1, text(item.key));
    m_setting->bindValue(2, text(item.oldValue));
    m_setting->bindValue(3, text(item.newValue));
    m_setting->bindValue(4, text(item.effective));
    return m_database->run(*m_setting);
}

Result<void> RecordingSink::insert(const std::unique_ptr<ModelItem> &item)
{
    const ModelInfo &info = item->info;
    std::string tasks;
    for (const Task task : info.tasks)
        tasks += (tasks.empty() ? "" : " ") + std::string(taskName(task));
    int place = 0;
    for (const std::string &value :
         {info.name, info.path, item->identity, info.format, info.architecture, tasks, info.computeType})
        m_model->bindValue(place++, text(value));
    for (const int64_t value : {info.fileBytes, info.weightBytes, info.mappedBytes, info.parameters, info.contextLength,
                                info.kvBytesPerToken})
        m_model->bindValue(place++, static_cast<qlonglong>(value));
    return m_database->run(*m_model);
}

Result<void> RecordingSink::insert(const SnapshotItem &snapshot)
{
    const std::string data = encodeSnapshot(*snapshot, m_options.startNs);
    m_snapshot->bindValue(0, static_cast<qlonglong>(snapshot->timeNs - m_options.startNs));
    m_snapshot->bindValue(1, text(snapshot->reason));
    m_snapshot->bindValue(2, QByteArray::fromStdString(data));
    return m_database->run(*m_snapshot);
}

} // namespace limno
