// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/callguard.h"
#include "core/memory/snapshot.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// The snapshots of this process: taken by hand, and by themselves when the device fills up. Keeps the latest ones.
/// Thread-safe.
class SnapshotStore
{
public:
    static constexpr size_t kKept = 24;
    using SnapshotPtr = std::shared_ptr<const MemorySnapshot>;
    using Listener = std::function<void(const SnapshotPtr &)>;

    /// `devices` has to live longer.
    explicit SnapshotStore(const Devices &devices);

    SnapshotPtr take(std::string reason);
    std::vector<SnapshotPtr> all() const; ///< oldest first
    int64_t takenCount() const; ///< also those that have been forgotten
    /// Forgets all of them.
    void clear();

    /// Takes one when `sample` shows more than `percent` of the device in use, at most one a minute. To be called with
    /// each sample, from one thread.
    void watch(const Sample &sample);
    /// 1 to 100; nothing: never. 90 from the start.
    void setThreshold(std::optional<int> percent);

    /// `listener` runs after each snapshot, on the thread that took it; no lock is held. Returns an id for
    /// removeListener(), which waits until a call in progress has ended, except from within that call.
    int addListener(Listener listener);
    void removeListener(int id);

private:
    struct Row {
        int id = 0;
        Listener listener;
        CallGuard guard;
    };

    const Devices &m_devices;
    mutable std::mutex m_mutex; ///< guards everything below but m_watchedNs
    std::deque<SnapshotPtr> m_snapshots;
    int64_t m_taken = 0;
    std::vector<std::shared_ptr<Row>> m_listeners; ///< shared, so that they are called without the lock
    int m_lastId = 0;
    std::optional<int> m_threshold = 90;
    std::optional<int64_t> m_watchedNs; ///< time of the latest automatic one; watch()'s thread only
};

} // namespace limno
