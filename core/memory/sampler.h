// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/memory/memoryreader.h"
#include "core/memory/metric.h"

#include <functional>
#include <memory>

namespace limno {

/// Takes a Sample at a fixed rate on a thread of its own, on an absolute schedule: a late sample does not shift the
/// following ones; slots missed while the process was suspended are skipped and counted, never made up in a burst.
class Sampler
{
public:
    using Listener = std::function<void(const Sample &)>;

    /// `read` is called on the sampler's thread, and on those of readNow()'s callers, and stamps its samples itself.
    /// `clock` only drives the schedule; it has to outlive the sampler.
    Sampler(int64_t periodNs, std::function<Sample()> read, const Clock &clock = Clock::steady());
    /// Stops and waits.
    ~Sampler();
    Sampler(const Sampler &) = delete;
    Sampler &operator=(const Sampler &) = delete;

    /// `listener` runs on the sampler's thread after each sample; no lock is held. Returns an id for removeListener(),
    /// which waits until a call in progress has ended, except from within that call.
    int addListener(Listener listener);
    void removeListener(int id);

    /// The first sample is taken at once. Both from the owner's thread, never from a listener; a stopped sampler may be
    /// started again, on a new schedule.
    void start();
    void stop();

    int64_t sampleCount() const;
    int64_t skippedCount() const;
    /// One more reading, on the calling thread and past the listeners.
    Sample readNow() const;
    /// CPU time that the sampler's own thread has used.
    int64_t cpuNs() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace limno
