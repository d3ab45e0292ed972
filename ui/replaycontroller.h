// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replayrun.h"
#include "ui/workbench.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace limno {

/// Runs the player on a thread of its own; the window looks at its progress when it redraws.
class ReplayController : public QObject
{
    Q_OBJECT

public:
    explicit ReplayController(const Workbench &bench, QObject *parent = nullptr);
    /// Cancels and waits for the player.
    ~ReplayController() override;

    bool isRunning() const { return m_isRunning; }
    ReplayProgress progress() const;
    const std::optional<ReplayResult> &result() const { return m_result; }

    /// Of the latest that ended: its verdict and what was judged.
    const std::optional<ReplayReport> &report() const { return m_report; }
    ReplayRun::Phase phase() const;

    /// Ignored while one runs. `options.recordingPath`: what happens meanwhile goes into this recording.
    void start(const ReplayPlan &plan, const ReplayRunOptions &options);
    void stop();

Q_SIGNALS:
    void started();
    void ended();
    void failed(const limno::Error &error);
    void saved(const QString &path);

private:
    struct Shared {
        std::mutex mutex; ///< guards what follows
        ReplayProgress progress;
        ReplayRun::Phase phase = ReplayRun::Phase::Main;
    };
    struct Ending {
        std::optional<ReplayReport> report;
        std::optional<Error> error;
        QString savedPath;
    };
    void finish(Ending ending);

    Workbench m_bench;
    std::shared_ptr<Shared> m_shared;
    CancelToken m_cancel;
    std::thread m_thread;
    bool m_isRunning = false;
    std::optional<ReplayResult> m_result;
    std::optional<ReplayReport> m_report;
};

} // namespace limno
