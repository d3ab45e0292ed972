// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/births.h"
#include "core/memory/cardstate.h"
#include "core/memory/devices.h"
#include "core/memory/heapprofile.h"
#include "core/memory/ledger.h"
#include "core/memory/metric.h"
#include "core/memory/tally.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// What memory was made of at one moment: ledger and allocator state as plain values.
struct MemorySnapshot {
    int64_t timeNs = 0; ///< Clock::nowNs()
    std::string reason; ///< "by hand", "device above 90 %", "before clear"
    std::string device; ///< Device::name()
    bool isEmulated = false;
    Sample sample;
    std::vector<Tally::Row> tensors; ///< who holds tensors, by owner, site and space
    std::vector<Ledger::Entry> ledger; ///< mapped weights and declared caches
    std::vector<Births::Survivor> survivors; ///< what requests that have ended left behind
    std::optional<std::vector<HeapSite>> heapSites; ///< who holds the rest of the heap, from samples; absent unless HeapProfile is on
    std::optional<CardState> card; ///< absent where the device can't tell
    std::vector<Tally::Row> rows; ///< what the tags of `card`'s blocks mean, by AllocationTag::tally; bytes and count are 0
};

/// Reads everything now; on any thread, milliseconds. Blocks that come and go meanwhile may be in one part and not in
/// another.
MemorySnapshot takeSnapshot(const Devices &devices, std::string reason);

/// "host", "device": in JSON, CSV and recordings.
std::string_view memorySpaceName(MemorySpace space);

/// What one owner at one site holds in two snapshots.
struct Growth {
    Owner owner = Owner::Untagged;
    std::string name; ///< whose: "smollm2"
    std::string site;
    MemorySpace space = MemorySpace::Host;
    int64_t bytes = 0; ///< in the later one
    int64_t count = 0;
    int64_t deltaBytes = 0; ///< later minus earlier
    int64_t deltaCount = 0;
};

/// Rows that differ, the largest growth first. What heap blocks other than tensors do is one row of its own, with
/// "heap" as its name, where both snapshots know it; its sites, where they were sampled, are part of it and follow as
/// rows with the name "heap" too.
std::vector<Growth> growth(const MemorySnapshot &earlier, const MemorySnapshot &later);

} // namespace limno
