// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ownersmodel.h"

#include "ui/text.h"

#include <algorithm>

namespace limno {

void OwnersModel::setHoldings(std::vector<Holding> holdings)
{
    if (holdings.size() > kMostRows)
        holdings.resize(kMostRows);
    const auto isIn = [](const std::vector<Holding> &list, const Holding &wanted) {
        return std::any_of(list.begin(), list.end(), [&](const Holding &row) { return row.isSame(wanted); });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (isIn(holdings, m_rows[static_cast<size_t>(row)]))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(holdings.size()); ++row) {
        const Holding &wanted = holdings[static_cast<size_t>(row)];
        const auto present = std::find_if(m_rows.begin() + row, m_rows.end(),
                                          [&](const Holding &other) { return other.isSame(wanted); });
        if (present == m_rows.end()) {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, wanted);
            endInsertRows();
            continue;
        }
        if (const int from = static_cast<int>(present - m_rows.begin()); from != row) {
            beginMoveRows({}, from, from, {}, row);
            std::rotate(m_rows.begin() + row, present, present + 1);
            endMoveRows();
        }
        if (m_rows[static_cast<size_t>(row)] == wanted)
            continue;
        m_rows[static_cast<size_t>(row)] = wanted;
        Q_EMIT dataChanged(index(row, Bytes), index(row, Blocks));
    }
}

void OwnersModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int OwnersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OwnersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OwnersModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Holding &row = m_rows[static_cast<size_t>(index.row())];
    if (role == HolderRole)
        return static_cast<int>(row.holder);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (index.column() >= Bytes ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && index.column() < Bytes)
        return data(index, Qt::DisplayRole);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Owner:
        return holderTitle(row.holder);
    case Whose:
        return fromUtf8(row.whose);
    case Site:
        return fromUtf8(row.site);
    case Where:
        return row.place == Holding::Place::Device ? tr("device")
            : row.place == Holding::Place::Mapped  ? tr("file pages")
                                                   : tr("host");
    case Bytes:
        return bytesText(row.bytes);
    case Blocks:
        return row.blocks ? QString::number(*row.blocks) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant OwnersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section >= Bytes ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Owner:
        return tr("Owner");
    case Whose:
        return tr("Of what");
    case Site:
        return tr("Site");
    case Where:
        return tr("Where");
    case Bytes:
        return tr("Bytes");
    case Blocks:
        return tr("Blocks");
    default:
        return {};
    }
}

} // namespace limno
