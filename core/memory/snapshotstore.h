// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    /// Forgets all of them.
    void clear();

    /// Takes one when `sample` shows more than `percent` of the device in use, at most one a minute. To be called with
    /// each sample, from one thread.
    void watch(const Sample &sample);
    /// 1 to 100; nothing: never. 90 from the start.
    void setThreshold(std::optional<int> percent);

    /// Called after each snapshot, on the thread that took it; one listener, null to remove it.
    void setListener(Listener listener);

private:
    const Devices &m_devices;
    mutable std::mutex m_mutex; ///< guards everything below; held while the listener is called
    std::deque<SnapshotPtr> m_snapshots;
    Listener m_listener;
    std::optional<int> m_threshold = 90;
    std::optional<int64_t> m_watchedNs; ///< time of the latest automatic one; watch()'s thread only
};

} // namespace limno
