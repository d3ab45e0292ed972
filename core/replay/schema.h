// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/replay/database.h"

#include <QtCore/QStringList>

#include <cstdint>

namespace limno::schema {

inline constexpr int32_t kApplicationId = 0x4C4D4E4F; ///< "LMNO"
inline constexpr int kFormatVersion = 1; ///< user_version; readers refuse higher ones

/// meta.state: a recording that was never closed stays "recording".
inline constexpr const char *kStateKey = "state";
inline constexpr const char *kStateRecording = "recording";
inline constexpr const char *kStateFinished = "finished";
inline constexpr const char *kStateCut = "cut";

/// Column names in the order in which they were created.
QStringList requestColumns();
QStringList sampleColumns(); ///< time, then one a metric
QStringList lodColumns(); ///< level, first, last, count, then NAMEMin and NAMEMax for each metric

/// `INSERT [how] INTO table (columns) VALUES (…)`; the placeholders are the column names, in their order.
QString insertInto(const char *table, const QStringList &columns, const char *how = "");

/// Makes every table of a recording in an empty database.
Result<void> create(Database &database);

/// InputInvalid unless the database is a recording that this version can read.
Result<void> check(Database &database);
/// Whether it is a recording of any version.
bool isRecording(Database &database);

} // namespace limno::schema
