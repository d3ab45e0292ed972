// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/snapshotstore.h"

#include <QAbstractTableModel>

namespace limno {

/// The snapshots that are kept, oldest first.
class SnapshotsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Reason, DeviceName, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `all` as SnapshotStore has it. `nowNs` is Clock::nowNs(): what times of day are reckoned from.
    void setSnapshots(std::vector<SnapshotStore::SnapshotPtr> all, int64_t nowNs);
    SnapshotStore::SnapshotPtr at(int row) const { return m_rows[static_cast<size_t>(row)].snapshot; }
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        SnapshotStore::SnapshotPtr snapshot;
        QString time;
    };
    std::vector<Row> m_rows;
};

} // namespace limno
