// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/allocationtag.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// Requests of up to 1 MiB and larger ones never share a segment.
enum class CardPool : uint8_t { Small, Large };

struct CardBlock {
    enum class State : uint8_t { Inactive, Active };

    uintptr_t address = 0;
    int64_t size = 0; ///< bytes that the block takes
    int64_t requestedSize = 0; ///< bytes asked for; 0 when inactive
    State state = State::Inactive;
    AllocationTag tag; ///< of the request for it; untagged when inactive

    bool operator==(const CardBlock &) const = default;
};

/// A piece of the card that the allocator holds. Its blocks tile it, ascending.
struct CardSegment {
    uintptr_t address = 0;
    int64_t size = 0;
    CardPool pool = CardPool::Small;
    AllocationTag tag; ///< of the request that made it necessary
    std::vector<CardBlock> blocks;
};

/// One line of the allocator's history, in PyTorch's words.
struct CardEvent {
    enum class Kind : uint8_t { Alloc, FreeRequested, FreeCompleted, SegmentAlloc, SegmentFree, Oom, UserDefined };

    Kind kind = Kind::Alloc;
    uintptr_t address = 0; ///< of block or segment; at Oom the bytes free on the card instead
    int64_t size = 0; ///< bytes asked for, at segment events and Oom the segment's
    int64_t timeNs = 0; ///< Clock::nowNs()
    AllocationTag tag; ///< of the block; at Oom of the request that failed
    std::string text; ///< of a UserDefined event
};

/// "alloc", "free_requested"… as in PyTorch's snapshots.
std::string_view cardEventName(CardEvent::Kind kind);

/// Everything an allocator knows at one moment.
struct CardState {
    std::vector<CardSegment> segments; ///< ascending by address
    std::vector<CardEvent> trace; ///< oldest first
    int64_t traceDropped = 0; ///< older events that the bounded history no longer has
};

} // namespace limno
