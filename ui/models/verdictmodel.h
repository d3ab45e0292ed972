// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"

#include <QAbstractTableModel>

#include <string>
#include <utility>
#include <vector>

namespace limno {

/// The judged series of a run, one a row.
class VerdictModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Series, Class, Slope, Interval, Resolution, ColumnCount };
    enum Role { ClassRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setVerdict(const Verdict &verdict);
    std::string seriesAt(int row) const { return m_rows[static_cast<size_t>(row)].first; }
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<std::pair<std::string, CurveVerdict>> m_rows; ///< the series that decided first
};

/// A class in the reader's language: "leak, linear", "flat", …
QString leakClassText(LeakClass leakClass);

} // namespace limno
