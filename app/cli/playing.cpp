// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/playing.h"

#include "app/cli/interrupt.h"

#include <cmath>
#include <future>
#include <iostream>
#include <unistd.h>

namespace limno::cli {

namespace {

constexpr auto kSignalPoll = std::chrono::milliseconds(100);

void show(const ReplayRun::Progress &progress)
{
    const ReplayProgress &counts = progress.counts;
    std::cerr << '\r';
    switch (progress.phase) {
    case ReplayRun::Phase::Main:
    case ReplayRun::Phase::Confirm:
        std::cerr << (progress.phase == ReplayRun::Phase::Confirm ? "confirming: " : "") << counts.sent << " sent, " << counts.ok << " ok, "
                  << counts.failed << " failed";
        break;
    case ReplayRun::Phase::Rest:
        std::cerr << "resting";
        break;
    case ReplayRun::Phase::Judging:
        std::cerr << "judging";
        break;
    }
    if (counts.secondsLeft && *counts.secondsLeft >= 1)
        std::cerr << ", " << std::lround(*counts.secondsLeft) << " s left";
    std::cerr << "          " << std::flush;
}

} // namespace

Result<ReplayReport> playInterruptible(Services &services, const ReplayPlan &plan, const ReplayRunOptions &options)
{
    const CancelToken cancel;
    const bool showsProgress = isatty(STDERR_FILENO) != 0;
    auto playing = std::async(std::launch::async, [&] {
        return ReplayRun(services.runtime, services.sampler, services.snapshots)
            .run(plan, options, cancel, showsProgress ? show : std::function<void(const ReplayRun::Progress &)>());
    });
    while (playing.wait_for(kSignalPoll) != std::future_status::ready) {
        if (interruptCode() != 0)
            cancel.cancel();
    }
    if (showsProgress)
        std::cerr << '\n';
    return playing.get();
}

} // namespace limno::cli
