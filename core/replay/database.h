// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QtCore/QString>
#include <QtCore/QVariant>
#include <QtSql/QSqlQuery>

#include <memory>
#include <string>

namespace limno {

/// One SQLite connection through Qt Sql, under a name of its own. Made, used and destroyed on one thread, which needs
/// neither an event loop nor an application object: without one Qt still looks for the driver in its plug-in folder and
/// in QT_PLUGIN_PATH. Messages name the file and SQLite's code. Codes: Busy = somebody else holds a lock (nothing was
/// changed, may be tried again), InputInvalid = no database or a damaged one, OutOfMemory, Io for the rest.
class Database
{
public:
    enum class Access {
        Read, ///< never changes the file; sees what a writer has committed
        ReadAlone, ///< as Read, for files that nobody writes, in folders where no lock file can be made
        Write, ///< creates the file
    };

    static Result<std::unique_ptr<Database>> open(const std::string &path, Access access);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    Result<void> execute(const QString &sql);
    /// The first column of the first row; invalid when there is none.
    Result<QVariant> value(const QString &sql);
    Result<QSqlQuery> prepare(const QString &sql);
    Result<void> run(QSqlQuery &query);

    const std::string &path() const { return m_path; }

private:
    explicit Database(std::string path, QString connection);
    Error error(const QSqlError &error) const;

    std::string m_path;
    QString m_connection;
};

} // namespace limno
