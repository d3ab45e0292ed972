// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/queuemodel.h"

#include "ui/text.h"

#include <algorithm>
#include <unordered_set>

namespace limno {

namespace {

bool looksSame(const Runtime::JobView &a, const Runtime::JobView &b)
{
    // An unfinished job's clock runs on, so it never looks the same.
    return a.state == JobState::Finished && b.state == JobState::Finished && a.kindOfEnd == b.kindOfEnd;
}

} // namespace

void QueueModel::setJobs(const std::vector<Runtime::JobView> &jobs, int64_t nowNs)
{
    m_nowNs = nowNs;
    removeGone(jobs);
    for (size_t i = 0; i < jobs.size(); ++i) {
        const int row = static_cast<int>(i);
        const auto present =
            std::find_if(m_jobs.begin() + row, m_jobs.end(), [&](const auto &job) { return job.id == jobs[i].id; });
        if (present == m_jobs.end()) {
            beginInsertRows({}, row, row);
            m_jobs.insert(m_jobs.begin() + row, jobs[i]);
            endInsertRows();
            continue;
        }
        const int from = static_cast<int>(present - m_jobs.begin());
        if (from != row) {
            beginMoveRows({}, from, from, {}, row);
            std::rotate(m_jobs.begin() + row, present, present + 1);
            endMoveRows();
        }
        if (looksSame(m_jobs[i], jobs[i]))
            continue;
        m_jobs[i] = jobs[i];
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void QueueModel::removeGone(const std::vector<Runtime::JobView> &jobs)
{
    std::unordered_set<int64_t> kept;
    for (const auto &job : jobs)
        kept.insert(job.id);
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (kept.contains(m_jobs[static_cast<size_t>(row)].id))
            continue;
        int first = row;
        while (first > 0 && !kept.contains(m_jobs[static_cast<size_t>(first - 1)].id))
            --first;
        beginRemoveRows({}, first, row);
        m_jobs.erase(m_jobs.begin() + first, m_jobs.begin() + row + 1);
        endRemoveRows();
        row = first;
    }
}

void QueueModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_jobs.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_jobs.size());
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString QueueModel::stateText(const Runtime::JobView &job) const
{
    switch (job.state) {
    case JobState::Preparing:
        return tr("preparing");
    case JobState::Waiting:
        return job.position > 0 ? tr("waiting, number %1").arg(job.position) : tr("waiting");
    case JobState::Running:
        return job.progress > 0 ? tr("running, %1 %").arg(qRound(job.progress * 100)) : tr("running");
    case JobState::Finished:
        break;
    }
    switch (job.kindOfEnd) {
    case OutcomeKind::Ok:
        return tr("done");
    case OutcomeKind::Cancelled:
        return tr("stopped");
    case OutcomeKind::Failed:
        break;
    }
    return tr("failed");
}

QString QueueModel::timeText(const Runtime::JobView &job, Column column) const
{
    const RequestTimes &times = job.times;
    const int64_t end = times.finishedNs.value_or(m_nowNs);
    if (column == Waited)
        return durationText(std::max<int64_t>(0, times.startedNs.value_or(end) - times.submittedNs));
    return times.startedNs ? durationText(std::max<int64_t>(0, end - *times.startedNs)) : QString();
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Runtime::JobView &job = m_jobs[static_cast<size_t>(index.row())];
    if (role == StateRole)
        return static_cast<int>(job.state);
    if (role == EndRole)
        return static_cast<int>(job.kindOfEnd);
    const bool isFigure =
        index.column() == Id || index.column() == Worker || index.column() == Waited || index.column() == Ran;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft)));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Id:
        return QString::number(job.id);
    case What:
        return job.loopIndex >= 0 ? tr("%1, round %2").arg(fromUtf8(job.label)).arg(job.loopIndex + 1)
                                  : fromUtf8(job.label);
    case ModelName:
        return fromUtf8(job.model);
    case State:
        return stateText(job);
    case Worker:
        return job.worker >= 0 ? QString::number(job.worker + 1) : QString();
    case Waited:
    case Ran:
        return timeText(job, static_cast<Column>(index.column()));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section == Id || section >= Worker ? Qt::AlignRight : Qt::AlignLeft)));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Id:
        return tr("No.");
    case What:
        return tr("Job");
    case ModelName:
        return tr("Model");
    case State:
        return tr("State");
    case Worker:
        return tr("Worker");
    case Waited:
        return tr("Waited");
    case Ran:
        return tr("Ran");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace limno
