// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/runtime.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

namespace limno {

/// The window's one heartbeat: ten times a second it looks at the runtime once, tells the owners of jobs about
/// progress and ends, and lets the panes redraw. Nothing waits.
class Pulse : public QObject
{
    Q_OBJECT

public:
    using Finished = std::function<void(const JobResult &)>;
    using Progress = std::function<void(double fraction)>;

    explicit Pulse(Runtime &runtime, QObject *parent = nullptr);

    const Runtime::Snapshot &snapshot() const { return m_snapshot; }

    /// Calls `finished` once the job has ended, `progress` before that, both on the ui thread and only while `context`
    /// lives. Consumes the job's events.
    void watch(JobHandle job, QObject *context, Finished finished, Progress progress = {});
    void stop();

Q_SIGNALS:
    void ticked();

private:
    struct Watched {
        JobHandle job;
        QPointer<QObject> context;
        Finished finished;
        Progress progress;
    };

    void beat();
    void visitJobs();

    Runtime &m_runtime;
    Runtime::Snapshot m_snapshot;
    std::vector<Watched> m_watched;
    QTimer m_timer;
};

} // namespace limno
