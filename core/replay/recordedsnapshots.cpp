// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedsnapshots.h"

#include "core/replay/snapshotcodec.h"
#include "core/replay/tablereader.h"

namespace limno {

Result<RecordedSnapshots> RecordedSnapshots::open(const std::string &path)
{
    const auto database = openRecording(path);
    if (!database)
        return failure(database.error());
    RecordedSnapshots snapshots(path);
    // Without the data; and the oldest recordings, which have no reasons, have no snapshots either.
    const auto hasReason = (*database)->value(QStringLiteral("SELECT 1 FROM pragma_table_info('snapshot') WHERE name='reason'"));
    if (!hasReason)
        return failure(hasReason.error());
    TableReader table(**database,
                      hasReason->isValid() ? "(SELECT rowid AS id, time, reason FROM snapshot)"
                                           : "(SELECT rowid AS id, time FROM snapshot)",
                      "ORDER BY time, id");
    while (table.next())
        snapshots.m_entries.push_back({table.integer("id"), table.integer("time"), table.text("reason")});
    if (const Result<void> read = table.end(); !read)
        return failure(read.error());
    return snapshots;
}

Result<MemorySnapshot> RecordedSnapshots::load(int64_t index) const
{
    const auto count = static_cast<int64_t>(m_entries.size());
    if (count == 0)
        return failure(ErrorCode::InputInvalid, m_path + ": no snapshots in this recording");
    if (index < 0 || index >= count)
        return failure(ErrorCode::InputInvalid,
                       m_path + ": no snapshot " + std::to_string(index) + "; there " + (count == 1 ? "is 1" : "are " + std::to_string(count))
                           + ", counted from 0");
    const auto database = openRecording(m_path);
    if (!database)
        return failure(database.error());
    const std::string row = "(SELECT data FROM snapshot WHERE rowid=" + std::to_string(m_entries[static_cast<size_t>(index)].id) + ")";
    TableReader table(**database, row.c_str());
    const bool isThere = table.next();
    if (const Result<void> read = table.end(); !read)
        return failure(read.error());
    const QByteArray data = isThere ? table.bytes("data") : QByteArray();
    auto snapshot = decodeSnapshot({data.constData(), static_cast<size_t>(data.size())});
    if (!snapshot)
        return failure(snapshot.error().code, m_path + ": " + std::to_string(index) + ": " + snapshot.error().message,
                       snapshot.error().reason);
    return snapshot;
}

} // namespace limno
