// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replaycontroller.h"

#include "core/replay/recorder.h"
#include "ui/text.h"

#include <QMetaObject>

namespace limno {

ReplayController::ReplayController(const Workbench &bench, QObject *parent)
    : QObject(parent)
    , m_bench(bench)
    , m_shared(std::make_shared<Shared>())
{
}

ReplayController::~ReplayController()
{
    m_cancel.cancel();
    if (m_thread.joinable())
        m_thread.join();
}

ReplayProgress ReplayController::progress() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->progress;
}

void ReplayController::start(const ReplayPlan &plan, const QString &recordPath)
{
    if (m_isRunning)
        return;
    if (m_thread.joinable())
        m_thread.join(); // it has posted its ending, so it is about to return
    m_cancel = CancelToken();
    m_shared = std::make_shared<Shared>();
    m_result.reset();
    m_isRunning = true;

    m_thread = std::thread([this, plan, recordPath, cancel = m_cancel, shared = m_shared, &runtime = m_bench.runtime,
                            &sampler = m_bench.sampler, &snapshots = m_bench.snapshots, &clock = m_bench.clock] {
        Ending ending;
        std::unique_ptr<Recorder> recorder;
        if (!recordPath.isEmpty()) {
            auto opened = Recorder::start(toUtf8(recordPath), runtime, sampler);
            if (opened) {
                recorder = std::move(*opened);
                recorder->recordSnapshots(snapshots);
            } else {
                ending.error = opened.error();
            }
        }
        if (!ending.error) {
            auto result = Player(runtime, clock).run(plan, cancel, [&shared](const ReplayProgress &progress) {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            });
            if (result)
                ending.result = std::move(*result);
            else
                ending.error = result.error();
        }
        if (recorder) {
            const Result<void> closed = recorder->stop();
            if (closed)
                ending.savedPath = recordPath;
            else if (!ending.error)
                ending.error = closed.error();
        }
        // This object outlives the thread: its destructor joins.
        QMetaObject::invokeMethod(
            this, [this, ending = std::move(ending)]() mutable { finish(std::move(ending)); }, Qt::QueuedConnection);
    });
    Q_EMIT started();
}

void ReplayController::stop()
{
    m_cancel.cancel();
}

void ReplayController::finish(Ending ending)
{
    m_isRunning = false;
    m_result = std::move(ending.result);
    if (m_result) {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->progress = m_result->counts;
    }
    Q_EMIT ended();
    if (ending.error)
        Q_EMIT failed(*ending.error);
    if (!ending.savedPath.isEmpty())
        Q_EMIT saved(ending.savedPath);
}

} // namespace limno
