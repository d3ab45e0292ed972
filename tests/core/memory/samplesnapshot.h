// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/snapshot.h"

namespace limno::test {

/// A snapshot with something in every field, as if taken at `timeNs`: a small segment that is half used, a large one
/// that a single block fills, and a history of both.
inline MemorySnapshot sampleSnapshot(int64_t timeNs = 9'000'000'000)
{
    using Kind = CardEvent::Kind;
    constexpr uintptr_t kSmall = 0x7f1000000000;
    constexpr uintptr_t kLarge = 0x7f1000200000;
    constexpr int64_t kMiB = 1 << 20;
    const AllocationTag weights{1, 0};
    const AllocationTag kv{2, 7};

    MemorySnapshot snapshot;
    snapshot.timeNs = timeNs;
    snapshot.reason = "device above 90 %";
    snapshot.device = "emulated 64 MiB";
    snapshot.isEmulated = true;
    snapshot.sample.timeNs = timeNs;
    snapshot.sample.set(Metric::HeapOther, 4000);
    snapshot.sample.set(Metric::DeviceReserved, 22 * kMiB);
    snapshot.tensors = {{Owner::KvCache, "多 \"m\"", "kvcache.reserve", MemorySpace::Device, 512, 1},
                        {Owner::Weights, "m", "", MemorySpace::Device, 20 * kMiB, 1},
                        {Owner::Result, "m", "aten::cat", MemorySpace::Host, 64, 3}};
    snapshot.ledger = {{Ledger::Kind::MappedWeights, "m", 1000}, {Ledger::Kind::Cache, "m: KV cache", 512}};
    snapshot.survivors = {{77, 64}};
    snapshot.heapSites = std::vector<HeapSite>{{"readLine(int)", {"readLine(int)", "main"}, 4096, 3}};
    snapshot.rows = {{}, {.owner = Owner::Weights, .name = "m", .site = ""}, {.owner = Owner::KvCache, .name = "多 \"m\"", .site = "kvcache.reserve"}};
    CardState card;
    card.segments.push_back({kSmall, 2 * kMiB, CardPool::Small, kv,
                             {{kSmall, 512, 500, CardBlock::State::Active, kv},
                              {kSmall + 512, 2 * kMiB - 512, 0, CardBlock::State::Inactive, {}}}});
    card.segments.push_back({kLarge, 20 * kMiB, CardPool::Large, weights,
                             {{kLarge, 20 * kMiB, 20 * kMiB - 100, CardBlock::State::Active, weights}}});
    card.trace = {{Kind::UserDefined, 0, 0, timeNs - 9000, {}, "request 12 begins: chat, m"},
                  {Kind::SegmentAlloc, kSmall, 2 * kMiB, timeNs - 8000, kv, ""},
                  {Kind::Alloc, kSmall, 500, timeNs - 7000, kv, ""},
                  {Kind::Alloc, kSmall + 512, 300, timeNs - 6000, {}, ""},
                  {Kind::FreeRequested, kSmall + 512, 300, timeNs - 5000, {}, ""},
                  {Kind::FreeCompleted, kSmall + 512, 300, timeNs - 4000, {}, ""},
                  {Kind::SegmentAlloc, kLarge, 20 * kMiB, timeNs - 3000, weights, ""},
                  {Kind::Alloc, kLarge, 20 * kMiB - 100, timeNs - 2000, weights, ""},
                  {Kind::Oom, 42 * kMiB, 60 * kMiB, timeNs - 1000, kv, ""},
                  {Kind::UserDefined, 0, 0, timeNs - 500, {}, "request 12 ends"}};
    card.traceDropped = 5;
    snapshot.card = std::move(card);
    return snapshot;
}

} // namespace limno::test
