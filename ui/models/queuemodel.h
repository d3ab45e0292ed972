// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/runtime.h"

#include <QAbstractTableModel>

#include <vector>

namespace limno {

/// Every job of the runtime: unfinished ones in line order, then the finished ones, newest first.
class QueueModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Id, What, ModelName, State, Worker, Waited, Ran, ColumnCount };
    enum Role { StateRole = Qt::UserRole, EndRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Takes over a snapshot's jobs; only rows that changed are announced.
    void setJobs(const std::vector<Runtime::JobView> &jobs, int64_t nowNs);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString stateText(const Runtime::JobView &job) const;
    QString timeText(const Runtime::JobView &job, Column column) const;
    void removeGone(const std::vector<Runtime::JobView> &jobs);

    std::vector<Runtime::JobView> m_jobs;
    int64_t m_nowNs = 0;
};

} // namespace limno
