// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/snapshot.h"

#include <QAbstractTableModel>

namespace limno {

/// What grew between two snapshots, the largest growth first; the first ten until all are asked for.
class GrowthModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Delta, Owner, Whose, Site, Where, DeltaBlocks, Bytes, ColumnCount };
    enum Role { DeltaRole = Qt::UserRole };

    static constexpr int kFirst = 10;

    using QAbstractTableModel::QAbstractTableModel;

    void setGrowth(std::vector<Growth> growth);
    void setAllShown(bool on);
    int total() const { return static_cast<int>(m_rows.size()); }
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<Growth> m_rows;
    bool m_isAllShown = false;
};

} // namespace limno
