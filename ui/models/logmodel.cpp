// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/logmodel.h"

#include "ui/text.h"

#include <QDateTime>

namespace limno {

void LogModel::append(std::vector<LogLine> lines)
{
    if (lines.empty())
        return;
    m_lastIndex = lines.back().index;
    if (lines.size() > kCapacity)
        lines.erase(lines.begin(), lines.end() - kCapacity);
    const int surplus = static_cast<int>(m_lines.size() + lines.size()) - kCapacity;
    if (surplus > 0) {
        beginRemoveRows({}, 0, surplus - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + surplus);
        endRemoveRows();
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(lines.size()) - 1);
    m_lines.insert(m_lines.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    endInsertRows();
}

void LogModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_lines.empty())
        Q_EMIT dataChanged(index(0, Level), index(rowCount() - 1, Level));
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LogLine &line = m_lines[static_cast<size_t>(index.row())];
    if (role == LevelRole)
        return static_cast<int>(line.level);
    if (role == Qt::ToolTipRole && index.column() == Text)
        return fromUtf8(line.text);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Time:
        return QDateTime::fromMSecsSinceEpoch(line.wallMs).toString(QStringLiteral("HH:mm:ss.zzz"));
    case Level:
        switch (line.level) {
        case LogLevel::Debug:
            return tr("detail");
        case LogLevel::Info:
            return tr("info");
        case LogLevel::Warning:
            return tr("warning");
        case LogLevel::Error:
            return tr("error");
        }
        return {};
    case Component:
        return fromUtf8(line.component);
    case Text:
        return fromUtf8(line.text);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Time:
        return tr("Time");
    case Level:
        return tr("Level");
    case Component:
        return tr("Part");
    case Text:
        return tr("Message");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace limno
