// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusline.h"

#include "ui/card.h"
#include "ui/deviceterms.h"
#include "ui/pulse.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace limno {

StatusLine::StatusLine(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_left(makeLabel("secondary"))
    , m_right(makeLabel("secondary"))
{
    setObjectName(QStringLiteral("statusLine"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->addWidget(m_left, 1);
    layout->addWidget(m_right);
    connect(&bench.pulse, &Pulse::ticked, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::refresh()
{
    const Runtime::Snapshot &snapshot = m_bench.pulse.snapshot();
    int held = 0;
    for (const auto &[permitClass, count] : snapshot.gate.held)
        held += count;
    const auto limit = snapshot.gate.limits.find(PermitClass::Text);
    const auto waiting = std::count_if(snapshot.jobs.begin(), snapshot.jobs.end(),
                                       [](const Runtime::JobView &job) {
                                           return job.kind == JobKind::Request && job.state == JobState::Waiting;
                                       });
    const Sample latest = m_bench.series.latest();
    const auto anon = latest.value(Metric::RssAnon);
    const auto file = latest.value(Metric::RssFile);
    const auto shmem = latest.value(Metric::RssShmem);

    QStringList words{deviceText(deviceLabel(snapshot.device))};
    const auto allocated = latest.value(Metric::DeviceAllocated);
    const auto reserved = latest.value(Metric::DeviceReserved);
    const auto total = latest.value(Metric::DeviceTotal);
    if (allocated && reserved && total)
        words += tr("VRAM %1 allocated, %2 reserved of %3")
                     .arg(bytesText(*allocated), bytesText(*reserved), bytesText(*total));
    if (limit != snapshot.gate.limits.end() && limit->second != kUnlimitedPermits)
        words += tr("permits %1/%2").arg(held).arg(limit->second);
    else
        words += tr("gate off, %1 inside").arg(held);
    words += tr("waiting %1").arg(waiting);
    words += tr("RSS %1").arg(anon && file ? bytesText(*anon + *file + shmem.value_or(0)) : QStringLiteral("–"));
    m_left->setText(words.join(QStringLiteral(" · ")));
    m_right->setText(m_growth ? tr("growth %1 a request").arg(bytesText(*m_growth)) : tr("growth –"));
    m_right->setToolTip(tr("A number appears here only when a verdict has one."));
}

void StatusLine::showGrowth(std::optional<int64_t> bytesPerRequest)
{
    m_growth = bytesPerRequest;
    refresh();
}

void StatusLine::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QFrame::changeEvent(event);
}

} // namespace limno
