// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dropped.h"

#include <QObject>

namespace limno {

class ModelsPane;
class NoticeBar;
class RecordingPane;
class WorkPane;

/// Takes what is dropped, pasted, opened or named on the command line to where it belongs: texts to the prompt, models
/// and recordings to their panes. What is refused is listed while the rest goes on; a folder is counted before it is
/// used.
class Intake : public QObject
{
    Q_OBJECT

public:
    struct Targets {
        WorkPane &work;
        ModelsPane &models;
        RecordingPane &recording;
        NoticeBar &notice;
    };

    Intake(const Targets &targets, QObject *parent);

    void take(const Dropped &dropped);
    void takePaths(const QStringList &paths);

private:
    void takeSorted(const SortedFiles &sorted, std::vector<RefusedEntry> refused);
    void refuse(const std::vector<RefusedEntry> &refused);
    void askAboutFolder(const DroppedFolder &folder, const std::vector<RefusedEntry> &refused);

    Targets m_targets;
};

} // namespace limno
