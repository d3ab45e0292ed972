// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/snapshotstore.h"

#include "core/base/clock.h"

#include <algorithm>
#include <utility>

namespace limno {

namespace {

constexpr int64_t kWatchPauseNs = 60 * kNsPerSecond;

} // namespace

SnapshotStore::SnapshotStore(const Devices &devices)
    : m_devices(devices)
{
}

SnapshotStore::SnapshotPtr SnapshotStore::take(std::string reason)
{
    auto snapshot = std::make_shared<const MemorySnapshot>(takeSnapshot(m_devices, std::move(reason)));
    std::vector<std::shared_ptr<Row>> listeners;
    SnapshotPtr dropped; // destroyed after the lock has gone
    {
        const std::lock_guard lock(m_mutex);
        ++m_taken;
        m_snapshots.push_back(snapshot);
        if (m_snapshots.size() > kKept) {
            dropped = std::move(m_snapshots.front());
            m_snapshots.pop_front();
        }
        listeners = m_listeners;
    }
    for (const auto &row : listeners)
        row->guard.run([&] { row->listener(snapshot); });
    return snapshot;
}

std::vector<SnapshotStore::SnapshotPtr> SnapshotStore::all() const
{
    const std::lock_guard lock(m_mutex);
    return {m_snapshots.begin(), m_snapshots.end()};
}

int64_t SnapshotStore::takenCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_taken;
}

void SnapshotStore::clear()
{
    std::deque<SnapshotPtr> dropped; // destroyed after the lock has gone
    const std::lock_guard lock(m_mutex);
    dropped.swap(m_snapshots);
}

void SnapshotStore::watch(const Sample &sample)
{
    // Reserved segments are what stands in the next request's way; the process's share counts where it is known.
    const auto total = sample.value(Metric::DeviceTotal);
    auto used = sample.value(Metric::DeviceUsed);
    if (!used)
        used = sample.value(Metric::DeviceReserved);
    std::optional<int> percent;
    {
        const std::lock_guard lock(m_mutex);
        percent = m_threshold;
    }
    if (!total || !used || !percent || *used * 100 <= *total * *percent)
        return;
    if (m_watchedNs && sample.timeNs - *m_watchedNs < kWatchPauseNs)
        return;
    m_watchedNs = sample.timeNs;
    take("device above " + std::to_string(*percent) + " %");
}

void SnapshotStore::setThreshold(std::optional<int> percent)
{
    const std::lock_guard lock(m_mutex);
    m_threshold = percent;
}

int SnapshotStore::addListener(Listener listener)
{
    auto row = std::make_shared<Row>();
    row->listener = std::move(listener);
    const std::lock_guard lock(m_mutex);
    row->id = ++m_lastId;
    m_listeners.push_back(std::move(row));
    return m_lastId;
}

void SnapshotStore::removeListener(int id)
{
    std::shared_ptr<Row> removed;
    {
        const std::lock_guard lock(m_mutex);
        const auto row = std::ranges::find_if(m_listeners, [id](const auto &each) { return each->id == id; });
        if (row == m_listeners.end())
            return;
        removed = *row;
        m_listeners.erase(row);
    }
    removed->guard.withdraw();
}

} // namespace limno
