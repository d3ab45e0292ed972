// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace limno {

/// The latest lines of the log, bounded.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Level, Component, Text, ColumnCount };
    enum Role { LevelRole = Qt::UserRole };
    static constexpr int kCapacity = 5000;

    using QAbstractTableModel::QAbstractTableModel;

    void append(std::vector<LogLine> lines);
    void retranslate();
    /// Index of the latest line taken over, for logSince().
    int64_t lastIndex() const { return m_lastIndex; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::deque<LogLine> m_lines;
    int64_t m_lastIndex = 0;
};

} // namespace limno
