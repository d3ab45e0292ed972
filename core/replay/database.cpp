// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/database.h"

#include <QtCore/QUrl>
#include <QtCore/QUuid>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlError>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace limno {

namespace {

constexpr int kPrimaryCodeMask = 0xff; // the upper bits of SQLite's result codes only refine
constexpr int kSqliteBusy = 5;
constexpr int kSqliteLocked = 6;
constexpr int kSqliteNoMemory = 7;
constexpr int kSqliteIo = 10;
constexpr int kSqliteCorrupt = 11;
constexpr int kSqliteNotADatabase = 26;

ErrorCode codeFor(int sqliteCode)
{
    switch (sqliteCode & kPrimaryCodeMask) {
    case kSqliteBusy:
    case kSqliteLocked:
        return ErrorCode::Busy;
    case kSqliteNoMemory:
        return ErrorCode::OutOfMemory;
    case kSqliteCorrupt:
    case kSqliteNotADatabase:
        return ErrorCode::InputInvalid;
    default:
        return ErrorCode::Io;
    }
}

/// Absolute, so that names which SQLite treats in a special way (":memory:", "file:…") are plain files.
QString absolutePath(const std::string &path)
{
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
    return QString::fromStdString(absolute.empty() ? path : absolute.string());
}

} // namespace

Database::Database(std::string path, QString connection)
    : m_path(std::move(path))
    , m_connection(std::move(connection))
{
}

Database::~Database()
{
    QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

Result<std::unique_ptr<Database>> Database::open(const std::string &path, Access access)
{
    std::unique_ptr<Database> self(new Database(path, QUuid::createUuid().toString()));
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), self->m_connection);
    if (!database.isValid())
        return failure(ErrorCode::Io, path + ": Qt's SQLite driver was not found (Debian: libqt6sql6-sqlite)");
    QString name = absolutePath(path);
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=2000");
    if (access != Access::Write)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    if (access == Access::ReadAlone) {
        options += QStringLiteral(";QSQLITE_OPEN_URI");
        name = QString::fromLatin1(QUrl::fromLocalFile(name).toEncoded() + "?immutable=1");
    }
    database.setConnectOptions(options);
    database.setDatabaseName(name);
    errno = 0;
    if (!database.open())
        return failure(self->error(database.lastError()));
    return self;
}

Error Database::error(const QSqlError &error) const
{
    const int system = errno; // what the call left; zero before it
    const int code = error.nativeErrorCode().toInt();
    QString text = error.databaseText();
    if (text.isEmpty())
        text = error.driverText();
    if ((code & kPrimaryCodeMask) == kSqliteIo && (system == ENOSPC || system == EDQUOT || system == EFBIG))
        text = QString::fromStdString(std::system_category().message(system)).toLower();
    return {codeFor(code), m_path + ": " + text.toStdString() + " (SQLite " + std::to_string(code) + ")"};
}

Result<QSqlQuery> Database::prepare(const QString &sql)
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    errno = 0;
    if (!query.prepare(sql))
        return failure(error(query.lastError()));
    return query;
}

Result<void> Database::run(QSqlQuery &query)
{
    errno = 0;
    if (!query.exec())
        return failure(error(query.lastError()));
    return {};
}

Result<void> Database::execute(const QString &sql)
{
    Result<QSqlQuery> query = prepare(sql);
    if (!query)
        return failure(query.error());
    return run(*query);
}

Result<QVariant> Database::value(const QString &sql)
{
    Result<QSqlQuery> query = prepare(sql);
    if (!query)
        return failure(query.error());
    const Result<void> ran = run(*query);
    if (!ran)
        return failure(ran.error());
    return query->next() ? query->value(0) : QVariant();
}

} // namespace limno
