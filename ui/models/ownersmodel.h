// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/holdings.h"

#include <QAbstractTableModel>

namespace limno {

/// Who holds bytes now, the largest first: the table twin of the stacked bars.
class OwnersModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Owner, Whose, Site, Where, Bytes, Blocks, ColumnCount };
    enum Role { HolderRole = Qt::UserRole };

    /// More rows are not of use to anyone; the smallest are left out.
    static constexpr size_t kMostRows = 500;

    using QAbstractTableModel::QAbstractTableModel;

    /// Only rows that changed are announced; a selection stays with its row.
    void setHoldings(std::vector<Holding> holdings);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<Holding> m_rows;
};

} // namespace limno
