// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/verdictmodel.h"

#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

QString slopeText(std::optional<double> bytes)
{
    if (!bytes || !std::isfinite(*bytes))
        return QStringLiteral("–");
    const int64_t whole = std::llround(*bytes);
    return whole > 0 ? QLatin1Char('+') + bytesText(whole) : bytesText(whole);
}

} // namespace

QString leakClassText(LeakClass leakClass)
{
    switch (leakClass) {
    case LeakClass::Flat:
        return VerdictModel::tr("flat");
    case LeakClass::WarmUp:
        return VerdictModel::tr("warm-up, then flat");
    case LeakClass::Retention:
        return VerdictModel::tr("kept by the allocator");
    case LeakClass::Fragmentation:
        return VerdictModel::tr("fragmentation");
    case LeakClass::Bounded:
        return VerdictModel::tr("bounded growth");
    case LeakClass::Linear:
        return VerdictModel::tr("leak");
    case LeakClass::Staircase:
        return VerdictModel::tr("leak, in steps");
    case LeakClass::Sawtooth:
        return VerdictModel::tr("sawtooth, level floor");
    case LeakClass::TimeDriven:
        return VerdictModel::tr("grows with time");
    case LeakClass::HeldThenReleased:
        return VerdictModel::tr("held, then released");
    case LeakClass::Growing:
        return VerdictModel::tr("growing, not confirmed");
    case LeakClass::Inconclusive:
        break;
    }
    return VerdictModel::tr("not enough data");
}

void VerdictModel::setVerdict(const Verdict &verdict)
{
    beginResetModel();
    m_rows.assign(verdict.curves.begin(), verdict.curves.end());
    std::ranges::stable_partition(m_rows, [&](const auto &row) { return row.first == verdict.series; });
    endResetModel();
}

void VerdictModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int VerdictModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int VerdictModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant VerdictModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto &[series, curve] = m_rows[static_cast<size_t>(index.row())];
    if (role == ClassRole)
        return static_cast<int>(curve.leakClass);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (index.column() >= Slope ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Series:
        return fromUtf8(series);
    case Class:
        return leakClassText(curve.leakClass);
    case Slope:
        return slopeText(curve.slope);
    case Interval:
        return curve.slope ? tr("%1 to %2").arg(slopeText(curve.interval.low), slopeText(curve.interval.high)) : QStringLiteral("–");
    case Resolution:
        return slopeText(curve.resolution);
    default:
        return {};
    }
}

QVariant VerdictModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section >= Slope ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Series:
        return tr("Series");
    case Class:
        return tr("Class");
    case Slope:
        return tr("A request");
    case Interval:
        return tr("95 %");
    case Resolution:
        return tr("Found from");
    default:
        return {};
    }
}

} // namespace limno
