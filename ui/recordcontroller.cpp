// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recordcontroller.h"

#include "ui/background.h"
#include "ui/text.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <optional>
#include <utility>

namespace limno {

RecordController::RecordController(const Workbench &bench, QObject *parent)
    : QObject(parent)
    , m_bench(bench)
{
}

QString RecordController::suggestedPath()
{
    const QDir documents(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    const QString folder = documents.exists() ? documents.path() : QDir::homePath();
    return folder
        + QStringLiteral("/limnograph-%1.limno")
              .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
}

void RecordController::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

void RecordController::start(const QString &path)
{
    if (m_state != State::Idle)
        return;
    m_path = path;
    setState(State::Starting);
    using Started = std::pair<std::shared_ptr<Recorder>, std::optional<Error>>;
    runInBackground(
        this,
        [&runtime = m_bench.runtime, &sampler = m_bench.sampler, &snapshots = m_bench.snapshots,
         file = toUtf8(path)]() -> Started {
            auto recorder = Recorder::start(file, runtime, sampler);
            if (!recorder)
                return {nullptr, recorder.error()};
            (*recorder)->recordSnapshots(snapshots);
            return {std::shared_ptr<Recorder>(std::move(*recorder)), std::nullopt};
        },
        [this](Started started) {
            m_recorder = std::move(started.first);
            setState(m_recorder ? State::Recording : State::Idle);
            if (started.second)
                Q_EMIT failed(*started.second);
        });
}

void RecordController::stop()
{
    if (m_state != State::Recording)
        return;
    setState(State::Stopping);
    runInBackground(
        this,
        [recorder = std::exchange(m_recorder, nullptr)] {
            const Result<void> closed = recorder->stop();
            return closed ? std::optional<Error>() : closed.error();
        },
        [this](const std::optional<Error> &error) {
            setState(State::Idle);
            if (error)
                Q_EMIT failed(*error);
            else
                Q_EMIT saved(m_path);
        });
}

std::shared_ptr<Recorder> RecordController::release()
{
    return std::exchange(m_recorder, nullptr);
}

} // namespace limno
