// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/tablereader.h"

#include "core/replay/schema.h"

#include <QtSql/QSqlError>
#include <QtSql/QSqlRecord>

#include <filesystem>

namespace limno {

Result<std::unique_ptr<Database>> openRecording(const std::string &path)
{
    std::error_code status;
    if (!std::filesystem::exists(path, status))
        return failure(ErrorCode::Io, path + ": no such file");
    if (!std::filesystem::is_regular_file(path, status))
        return failure(ErrorCode::InputInvalid, path + ": not a recording (not a file)", "not_a_recording");
    auto database = Database::open(path, Database::Access::Read);
    if (!database)
        return failure(database.error());
    Result<void> checked = schema::check(**database);
    if (checked)
        return database;
    if (checked.error().code == ErrorCode::Io && !std::filesystem::exists(path + "-wal", status)) {
        // A log-mode file on its own in a folder where no lock file can be made.
        database = Database::open(path, Database::Access::ReadAlone);
        if (!database)
            return failure(database.error());
        checked = schema::check(**database);
        if (checked)
            return database;
    }
    if (checked.error().code == ErrorCode::InputInvalid && checked.error().reason.empty())
        return failure(ErrorCode::InputInvalid, checked.error().message + "; not a recording, or damaged",
                       "not_a_recording");
    return failure(checked.error());
}

TableReader::TableReader(Database &database, const char *name, const char *order)
    : m_path(database.path())
{
    Result<QSqlQuery> query =
        database.prepare(QStringLiteral("SELECT * FROM %1 %2").arg(QLatin1String(name), QLatin1String(order)));
    if (query)
        m_result = database.run(*query);
    else
        m_result = failure(query.error());
    if (!m_result)
        return;
    m_query = std::move(*query);
    const QSqlRecord record = m_query.record();
    for (int column = 0; column < record.count(); ++column) {
        m_names.push_back(record.fieldName(column).toStdString());
        m_columns.insert(record.fieldName(column), column);
    }
}

Result<void> TableReader::end() const
{
    if (!m_result || m_query.lastError().type() == QSqlError::NoError)
        return m_result;
    return failure(ErrorCode::InputInvalid, m_path + ": damaged: " + m_query.lastError().text().toStdString());
}

std::optional<int64_t> TableReader::integer(int column) const
{
    const QVariant value = m_query.value(column);
    return value.isNull() ? std::nullopt : std::optional<int64_t>(value.toLongLong());
}

std::optional<int64_t> TableReader::optionalInteger(const char *name) const
{
    const int column = m_columns.value(QLatin1String(name), -1);
    return column < 0 ? std::nullopt : integer(column);
}

std::string TableReader::text(const char *name) const
{
    const int column = m_columns.value(QLatin1String(name), -1);
    return column < 0 ? std::string() : m_query.value(column).toString().toStdString();
}

QByteArray TableReader::bytes(const char *name) const
{
    const int column = m_columns.value(QLatin1String(name), -1);
    return column < 0 ? QByteArray() : m_query.value(column).toByteArray();
}

} // namespace limno
