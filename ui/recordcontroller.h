// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recorder.h"
#include "ui/workbench.h"

#include <QObject>

#include <memory>

namespace limno {

/// Starts and stops the one recording. Opening and closing files happens on a helper thread.
class RecordController : public QObject
{
    Q_OBJECT

public:
    enum class State { Idle, Starting, Recording, Stopping };

    explicit RecordController(const Workbench &bench, QObject *parent = nullptr);

    State state() const { return m_state; }
    QString path() const { return m_path; }
    /// A new name in the user's documents.
    static QString suggestedPath();

    void start(const QString &path);
    void stop();
    /// Takes the recorder away to be closed by the caller, on whatever thread (used when the window closes).
    std::shared_ptr<Recorder> release();

Q_SIGNALS:
    void stateChanged();
    void saved(const QString &path);
    void failed(const limno::Error &error);

private:
    void setState(State state);

    Workbench m_bench;
    State m_state = State::Idle;
    QString m_path;
    std::shared_ptr<Recorder> m_recorder;
};

} // namespace limno
