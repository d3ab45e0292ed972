// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/schema.h"

#include "core/memory/metric.h"

namespace limno::schema {

namespace {

// Times are nanoseconds from the start of the recording. NULL = unknown. Columns are only ever added.
constexpr const char *kPlainTables[] = {
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    // identity: file size and a hash of header and sampled blocks. tasks: names, separated by blanks.
    "CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT, path TEXT, identity TEXT, format TEXT, architecture TEXT, "
    "tasks TEXT, dtype TEXT, bytes INTEGER, weightBytes INTEGER, mappedBytes INTEGER, parameters INTEGER, "
    "context INTEGER, kvBytesPerToken INTEGER)",
    "CREATE TABLE setting (time INTEGER, key TEXT, old TEXT, new TEXT, effective TEXT)",
    "CREATE TABLE owner (time INTEGER, owner TEXT, bytes INTEGER)",
    "CREATE TABLE process (pid INTEGER, startTime INTEGER, name TEXT, parent INTEGER)",
    "CREATE TABLE event (time INTEGER, kind TEXT, text TEXT)",
    // data: what encodeSnapshot() makes.
    "CREATE TABLE snapshot (time INTEGER, reason TEXT, data BLOB)",
    // data is NULL when only the hash was kept: on demand, or because the input is too large.
    "CREATE TABLE input (hash TEXT PRIMARY KEY, type TEXT, size INTEGER, data BLOB, path TEXT) WITHOUT ROWID",
    "CREATE TABLE verdict (time INTEGER, json TEXT)",
};

struct Column {
    const char *name;
    const char *type;
};

// seed: the 64 bits as a signed integer. generation, before, after: JSON, absent fields left out; before and after are
// the counters when a worker took the request and when it had finished.
constexpr Column kRequestColumns[] = {
    {"id", "INTEGER"},
    {"task", "TEXT"},
    {"model", "TEXT"},
    {"conversation", "TEXT"},
    {"generation", "TEXT"},
    {"seed", "INTEGER"},
    {"group", "TEXT"},
    {"loopIndex", "INTEGER"},
    {"connection", "INTEGER"},
    {"worker", "INTEGER"},
    {"shape", "TEXT"},
    {"inputHash", "TEXT"},
    {"outputHash", "TEXT"},
    {"payloadBytes", "INTEGER"},
    {"planned", "INTEGER"},
    {"submitted", "INTEGER"},
    {"queued", "INTEGER"},
    {"granted", "INTEGER"},
    {"started", "INTEGER"},
    {"prefilled", "INTEGER"},
    {"firstToken", "INTEGER"},
    {"finished", "INTEGER"},
    {"outcome", "TEXT"},
    {"finish", "TEXT"},
    {"errorCode", "TEXT"},
    {"errorReason", "TEXT"},
    {"error", "TEXT"},
    {"tokensIn", "INTEGER"},
    {"tokensOut", "INTEGER"},
    {"tokensReused", "INTEGER"},
    {"tokensPrefilled", "INTEGER"},
    {"allocated", "INTEGER"},
    {"reserved", "INTEGER"},
    {"heapInUse", "INTEGER"},
    {"tensors", "INTEGER"},
    {"survivors", "INTEGER"},
    {"peak", "INTEGER"},
    {"kept", "INTEGER"},
    {"heapKept", "INTEGER"},
    {"before", "TEXT"},
    {"after", "TEXT"},
};

QString metricName(size_t index)
{
    const std::string_view name = metricInfo(static_cast<Metric>(index)).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString quoted(const QString &name)
{
    return QLatin1Char('"') + name + QLatin1Char('"');
}

QString integerColumns(const QStringList &names)
{
    QStringList columns;
    for (const QString &name : names)
        columns << quoted(name) + QStringLiteral(" INTEGER");
    return columns.join(QStringLiteral(", "));
}

} // namespace

QStringList requestColumns()
{
    QStringList names;
    for (const Column &column : kRequestColumns)
        names << QString::fromLatin1(column.name);
    return names;
}

QStringList sampleColumns()
{
    QStringList names{QStringLiteral("time")};
    for (size_t metric = 0; metric < kMetricCount; ++metric)
        names << metricName(metric);
    return names;
}

QStringList lodColumns()
{
    QStringList names{QStringLiteral("level"), QStringLiteral("first"), QStringLiteral("last"),
                      QStringLiteral("count")};
    for (size_t metric = 0; metric < kMetricCount; ++metric)
        names << metricName(metric) + QStringLiteral("Min") << metricName(metric) + QStringLiteral("Max");
    return names;
}

QString insertInto(const char *table, const QStringList &columns, const char *how)
{
    QStringList names;
    QStringList places;
    for (const QString &column : columns) {
        names << quoted(column);
        places << QLatin1Char(':') + column;
    }
    return QStringLiteral("INSERT %1 INTO %2 (%3) VALUES (%4)")
        .arg(QLatin1String(how), QLatin1String(table), names.join(QStringLiteral(", ")),
             places.join(QStringLiteral(", ")));
}

Result<void> create(Database &database)
{
    QStringList statements{QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId),
                           QStringLiteral("PRAGMA user_version=%1").arg(kFormatVersion)};
    for (const char *table : kPlainTables)
        statements << QString::fromLatin1(table);

    QStringList request;
    for (const Column &column : kRequestColumns)
        request << quoted(QString::fromLatin1(column.name)) + QLatin1Char(' ') + QLatin1String(column.type);
    statements << QStringLiteral("CREATE TABLE request (%1)").arg(request.join(QStringLiteral(", ")));

    // The time is the row's key, so that a range of time is read without a second index.
    QStringList sample = sampleColumns();
    sample.removeFirst();
    statements << QStringLiteral("CREATE TABLE sample (time INTEGER PRIMARY KEY, %1)").arg(integerColumns(sample));
    statements << QStringLiteral("CREATE TABLE lod (%1, PRIMARY KEY (level, first)) WITHOUT ROWID")
                      .arg(integerColumns(lodColumns()));

    for (const QString &statement : std::as_const(statements)) {
        Result<void> done = database.execute(statement);
        if (!done)
            return done;
    }
    return {};
}

bool isRecording(Database &database)
{
    const Result<QVariant> id = database.value(QStringLiteral("PRAGMA application_id"));
    return id && id->toInt() == kApplicationId;
}

Result<void> check(Database &database)
{
    const Result<QVariant> id = database.value(QStringLiteral("PRAGMA application_id"));
    if (!id)
        return failure(id.error());
    if (id->toInt() != kApplicationId)
        return failure(ErrorCode::InputInvalid,
                       database.path() + ": not a recording (application id " + std::to_string(id->toInt()) + ")",
                       "not_a_recording");
    const Result<QVariant> version = database.value(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return failure(version.error());
    if (version->toInt() > kFormatVersion)
        return failure(ErrorCode::InputInvalid,
                       database.path() + ": recorded by a newer version of Limnograph: format "
                           + std::to_string(version->toInt()) + ", this version reads up to "
                           + std::to_string(kFormatVersion),
                       "newer_version");
    return {};
}

} // namespace limno::schema
