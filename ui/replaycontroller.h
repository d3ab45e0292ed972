// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/player.h"
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

    /// Ignored while one runs. `recordPath`: what happens meanwhile goes into this recording; empty = none.
    void start(const ReplayPlan &plan, const QString &recordPath);
    void stop();

Q_SIGNALS:
    void started();
    void ended();
    void failed(const limno::Error &error);
    void saved(const QString &path);

private:
    struct Shared {
        std::mutex mutex; ///< guards progress
        ReplayProgress progress;
    };
    struct Ending {
        std::optional<ReplayResult> result;
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
};

} // namespace limno
