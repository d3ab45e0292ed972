// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/replay/database.h"

#include <QtCore/QByteArray>
#include <QtCore/QHash>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// Opens a recording that is finished, was killed or is being written, and changes nothing. InputInvalid for a file that
/// is no recording, is damaged or of a newer version, Io otherwise.
Result<std::unique_ptr<Database>> openRecording(const std::string &path);

/// The rows of a table by column name; a column that an older recording lacks reads as absent. On the database's thread.
class TableReader
{
public:
    /// `name` is a table or a query in parentheses.
    TableReader(Database &database, const char *name, const char *order = "");

    bool next() { return m_result && m_query.next(); }
    /// After next() has returned false: whether that was the end.
    Result<void> end() const;

    const std::vector<std::string> &names() const { return m_names; }
    std::optional<int64_t> integer(int column) const;
    std::optional<int64_t> optionalInteger(const char *name) const;
    int64_t integer(const char *name, int64_t absent = 0) const { return optionalInteger(name).value_or(absent); }
    std::string text(const char *name) const;
    QByteArray bytes(const char *name) const;

private:
    const std::string m_path;
    QSqlQuery m_query;
    Result<void> m_result;
    std::vector<std::string> m_names;
    QHash<QString, int> m_columns;
};

} // namespace limno
