// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/sendschedule.h"

#include "core/base/clock.h"

#include <algorithm>
#include <cmath>

namespace limno {

SendSchedule::SendSchedule(const ReplayPlan &plan)
    : m_plan(plan)
{
}

int64_t SendSchedule::momentOf(int64_t slot) const
{
    if (!m_plan.momentsNs.empty())
        return m_plan.momentsNs[static_cast<size_t>(slot)];
    return std::llround(static_cast<double>(slot) * kNsPerSecond / m_plan.ratePerSecond);
}

int64_t SendSchedule::slotAt(int64_t nowNs) const
{
    if (!m_plan.momentsNs.empty())
        return std::upper_bound(m_plan.momentsNs.begin(), m_plan.momentsNs.end(), nowNs) - m_plan.momentsNs.begin() - 1;
    auto slot = static_cast<int64_t>(std::floor(static_cast<double>(nowNs) * m_plan.ratePerSecond / kNsPerSecond));
    while (momentOf(slot) > nowNs)
        --slot;
    while (momentOf(slot + 1) <= nowNs)
        ++slot;
    return slot;
}

bool SendSchedule::hasSlot(int64_t slot) const
{
    if (!m_plan.momentsNs.empty() && slot >= static_cast<int64_t>(m_plan.momentsNs.size()))
        return false;
    if (m_plan.requests > 0 && slot >= m_plan.requests)
        return false;
    return m_plan.seconds <= 0 || static_cast<double>(momentOf(slot)) < m_plan.seconds * kNsPerSecond;
}

void SendSchedule::skipTo(int64_t slot)
{
    for (; m_slot < slot && hasSlot(m_slot); ++m_slot)
        ++m_skipped;
    m_slot = std::max(m_slot, slot);
}

void SendSchedule::lookedAt(int64_t nowNs)
{
    if (nowNs - m_lookedNs > kSuspendedNs)
        skipTo(slotAt(nowNs)); // the latest is still sent
    m_lookedNs = nowNs;
}

std::optional<int64_t> SendSchedule::due(int64_t nowNs)
{
    if (m_plan.pacing == Pacing::Paced)
        skipTo(slotAt(nowNs));
    if (!hasSlot(m_slot) || momentOf(m_slot) > nowNs)
        return std::nullopt;
    return momentOf(m_slot++);
}

std::optional<int64_t> SendSchedule::next() const
{
    return hasSlot(m_slot) ? std::optional(momentOf(m_slot)) : std::nullopt;
}

void SendSchedule::finish(int64_t endNs)
{
    while (hasSlot(m_slot) && momentOf(m_slot) < endNs) {
        ++m_slot;
        ++m_skipped;
    }
}

} // namespace limno
