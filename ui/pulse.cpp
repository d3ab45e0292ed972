// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pulse.h"

#include <utility>

namespace limno {

namespace {
constexpr int kPeriodMs = 100;
}

Pulse::Pulse(Runtime &runtime, QObject *parent)
    : QObject(parent)
    , m_runtime(runtime)
    , m_snapshot(runtime.snapshot())
{
    m_timer.setInterval(kPeriodMs);
    connect(&m_timer, &QTimer::timeout, this, &Pulse::beat);
    m_timer.start();
}

void Pulse::watch(JobHandle job, QObject *context, Finished finished, Progress progress)
{
    m_watched.push_back({std::move(job), context, std::move(finished), std::move(progress)});
}

void Pulse::stop()
{
    m_timer.stop();
    m_watched.clear();
}

void Pulse::beat()
{
    m_snapshot = m_runtime.snapshot();
    visitJobs();
    Q_EMIT ticked();
}

void Pulse::visitJobs()
{
    // A callback may watch the next job, so the list is taken out before anyone is called.
    std::vector<Watched> present = std::exchange(m_watched, {});
    for (Watched &watched : present) {
        if (!watched.context)
            continue;
        for (const JobEvent &event : watched.job.takeEvents()) {
            if (event.kind == JobEvent::Kind::Progress && watched.progress)
                watched.progress(event.fraction);
        }
        if (const JobResult *result = watched.job.result())
            watched.finished(*result);
        else
            m_watched.push_back(std::move(watched));
    }
}

} // namespace limno
