// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/snapshotsmodel.h"

#include "core/base/clock.h"
#include "ui/deviceterms.h"

#include <QDateTime>

#include <algorithm>

namespace limno {

void SnapshotsModel::setSnapshots(std::vector<SnapshotStore::SnapshotPtr> all, int64_t nowNs)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (std::find(all.begin(), all.end(), at(row)) != all.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    // What is left is a beginning of `all`: the store forgets the oldest and appends.
    const auto kept = static_cast<std::ptrdiff_t>(m_rows.size());
    if (kept == static_cast<std::ptrdiff_t>(all.size()))
        return;
    beginInsertRows({}, rowCount(), static_cast<int>(all.size()) - 1);
    for (auto snapshot = all.begin() + kept; snapshot != all.end(); ++snapshot) {
        const qint64 ageMs = (nowNs - (*snapshot)->timeNs) / kNsPerMs;
        m_rows.push_back({*snapshot, QDateTime::currentDateTime().addMSecs(-ageMs).toString(QStringLiteral("HH:mm:ss"))});
    }
    endInsertRows();
}

void SnapshotsModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int SnapshotsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SnapshotsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SnapshotsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Row &row = m_rows[static_cast<size_t>(index.row())];
    switch (index.column()) {
    case Time:
        return row.time;
    case Reason:
        return snapshotReasonText(row.snapshot->reason);
    case DeviceName:
        return deviceText(row.snapshot->device);
    default:
        return {};
    }
}

QVariant SnapshotsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | Qt::AlignLeft);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Reason:
        return tr("Reason");
    case DeviceName:
        return tr("Device");
    default:
        return {};
    }
}

} // namespace limno
