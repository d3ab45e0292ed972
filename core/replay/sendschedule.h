// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replayplan.h"

#include <cstdint>
#include <optional>

namespace limno {

/// Which planned moment is due: the schedule of a paced or open loop, without a clock of its own. Moments are counted
/// from the start, absolutely, so that lateness does not add up. Times in nanoseconds from the start.
class SendSchedule
{
public:
    /// The player looks at least so often; when it has not for this long, it was suspended itself, and the moments that
    /// passed meanwhile are skipped and counted, never made up for in a burst.
    static constexpr int64_t kSuspendedNs = 250'000'000;

    /// `plan` is Paced or Open, and lives longer.
    explicit SendSchedule(const ReplayPlan &plan);

    /// To be called before each round of due(): when the player has looked.
    void lookedAt(int64_t nowNs);
    /// The moment that a request is to be sent for now, or nothing yet. `nowNs` ascends. Paced: moments that passed
    /// unused before the latest one are skipped.
    std::optional<int64_t> due(int64_t nowNs);
    /// When due() will have something; nothing when the moments are used up.
    std::optional<int64_t> next() const;
    /// Planned and never sent, until `endNs`.
    int64_t skipped() const { return m_skipped; }
    /// The plan has ended: counts what was planned before `endNs` or within the number of requests, and not sent.
    void finish(int64_t endNs);

private:
    int64_t momentOf(int64_t slot) const;
    /// The last slot at or before `nowNs`; -1 before the first.
    int64_t slotAt(int64_t nowNs) const;
    bool hasSlot(int64_t slot) const;
    void skipTo(int64_t slot);

    const ReplayPlan &m_plan;
    int64_t m_slot = 0; ///< the next one
    int64_t m_skipped = 0;
    int64_t m_lookedNs = 0;
};

} // namespace limno
