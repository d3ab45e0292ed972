// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/growthmodel.h"

#include "ui/holder.h"
#include "ui/text.h"

#include <algorithm>

namespace limno {

namespace {

QString signedText(const QString &magnitude, int64_t value)
{
    return value > 0 ? QLatin1Char('+') + magnitude : magnitude;
}

bool isFigure(int column)
{
    return column == GrowthModel::Delta || column >= GrowthModel::DeltaBlocks;
}

} // namespace

void GrowthModel::setGrowth(std::vector<Growth> growth)
{
    beginResetModel();
    m_rows = std::move(growth);
    endResetModel();
}

void GrowthModel::setAllShown(bool on)
{
    if (m_isAllShown == on)
        return;
    beginResetModel();
    m_isAllShown = on;
    endResetModel();
}

void GrowthModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int GrowthModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return m_isAllShown ? total() : std::min(total(), kFirst);
}

int GrowthModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant GrowthModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Growth &row = m_rows[static_cast<size_t>(index.row())];
    // The one row that is no tensor's.
    const bool isHeap = row.name == "heap" && row.owner == limno::Owner::Untagged && row.site.empty();
    if (role == DeltaRole)
        return static_cast<qint64>(row.deltaBytes);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isFigure(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && !isFigure(index.column()))
        return data(index, Qt::DisplayRole);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Owner:
        return holderTitle(isHeap ? Holder::OtherHeap : holderOf(row.owner));
    case Whose:
        return isHeap ? QString() : fromUtf8(row.name);
    case Site:
        return fromUtf8(row.site);
    case Where:
        return row.space == MemorySpace::Device ? tr("device") : tr("host");
    case Delta:
        return signedText(bytesText(row.deltaBytes), row.deltaBytes);
    case DeltaBlocks:
        return isHeap ? QStringLiteral("–") : signedText(QString::number(row.deltaCount), row.deltaCount);
    case Bytes:
        return bytesText(row.bytes);
    default:
        return {};
    }
}

QVariant GrowthModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isFigure(section) ? Qt::AlignRight : Qt::AlignLeft));
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
    case Delta:
        return tr("Growth");
    case DeltaBlocks:
        return tr("Blocks");
    case Bytes:
        return tr("Now");
    default:
        return {};
    }
}

} // namespace limno
