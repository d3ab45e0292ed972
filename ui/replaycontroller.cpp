// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replaycontroller.h"

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

ReplayRun::Phase ReplayController::phase() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->phase;
}

void ReplayController::start(const ReplayPlan &plan, const ReplayRunOptions &options)
{
    if (m_isRunning)
        return;
    if (m_thread.joinable())
        m_thread.join(); // it has posted its ending, so it is about to return
    m_cancel = CancelToken();
    m_shared = std::make_shared<Shared>();
    m_result.reset();
    m_report.reset();
    m_isRunning = true;

    m_thread = std::thread([this, plan, options, cancel = m_cancel, shared = m_shared,
                            run = ReplayRun(m_bench.runtime, m_bench.sampler, m_bench.snapshots, m_bench.clock)]() mutable {
        auto report = run.run(plan, options, cancel, [&shared](const ReplayRun::Progress &progress) {
            const std::lock_guard lock(shared->mutex);
            shared->phase = progress.phase;
            if (progress.phase != ReplayRun::Phase::Judging)
                shared->progress = progress.counts;
        });
        Ending ending;
        if (!report) {
            ending.error = report.error();
        } else {
            ending.error = report->recordingError;
            if (!ending.error)
                ending.savedPath = fromUtf8(options.recordingPath);
            ending.report = *std::move(report);
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
    m_report = std::move(ending.report);
    if (m_report) {
        m_result = m_report->result;
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
