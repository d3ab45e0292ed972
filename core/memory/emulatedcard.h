// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/memory/cardarena.h"
#include "core/memory/cardblocks.h"
#include "core/memory/cardtrace.h"
#include "core/memory/computeslots.h"
#include "core/memory/device.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace limno {

/// Why a card gave no memory, as numbers and in PyTorch's words.
struct CardOutOfMemory {
    ErrorCode code = ErrorCode::OutOfMemory; ///< Io: the machine failed in another way than by lack of memory
    int64_t requestedBytes = 0;
    int64_t segmentBytes = 0; ///< of the segment that it would have taken
    int64_t freeBytes = 0; ///< on the card, outside of all segments
    int64_t limitBytes = 0; ///< the card's size less its context
    std::string message;
};

struct EmulatedCardOptions {
    int index = 0; ///< the N of "GPU N" in messages
    size_t historyEvents = 100'000; ///< kept at most; 0: no history
    std::optional<int64_t> availableBytes = {}; ///< stands in for what the machine has left
    const Clock *clock = &Clock::steady(); ///< has to outlive the card
};

/// Host memory that behaves as the memory of a card under PyTorch's CUDA caching allocator does, with its rules and its
/// failure modes: best fit in two pools, splitting, merging, segments that stay reserved, a limit on what is reserved.
/// Contents lie in shared mappings: they show as shmem, and child processes do not have them. It does not predict the
/// peak of a real card, since its allocations are those of CPU kernels. Thread-safe.
class EmulatedCard final
    : public Device
    , public std::enable_shared_from_this<EmulatedCard>
{
public:
    /// The card lives until nobody holds it and no block of it is in use. InputInvalid when the size is none of an
    /// emulated card or leaves no room for a segment, OutOfMemory with the numbers when it is above half of the memory
    /// that is available, Io when the machine has no address range or no place for one more card.
    static Result<std::shared_ptr<EmulatedCard>> create(const DeviceSpec &spec,
                                                        const EmulatedCardOptions &options = {});
    ~EmulatedCard() override;

    /// At least `bytes` bytes at an address that is a multiple of 512, contents unspecified; null for 0 bytes. A failure
    /// leaves the cache emptied, as in PyTorch, and the blocks in use as they are.
    tl::expected<void *, CardOutOfMemory> allocate(int64_t bytes, AllocationTag tag = {});
    /// Any thread may free. Null is allowed; what is no block in use is refused, and logged. The card may be gone
    /// afterwards unless the caller holds it.
    std::optional<FreedBlock> free(void *pointer);

    bool owns(const void *pointer) const { return m_arena.contains(pointer); }
    /// The card that an address lies on, or null. No lock, a few nanoseconds.
    static EmulatedCard *owning(const void *pointer);

    /// Bytes that segments can take: the size less the context.
    int64_t budgetBytes() const { return m_spec.sizeBytes - m_spec.contextBytes; }

    /// Where requests queue for computing on the card.
    ComputeSlots &computeSlots() { return m_slots; }
    /// What a copy between host and card takes at the card's copy speed; 0 when none is set.
    int64_t copyNs(int64_t bytes) const;
    /// Books a copy on the card's only copy engine. Nanoseconds from now until it has ended; the caller waits.
    int64_t queueCopy(int64_t bytes);

    const DeviceSpec &spec() const override { return m_spec; }
    std::string name() const override { return deviceLabel(m_spec); }
    std::optional<int64_t> capacityBytes() const override { return m_spec.sizeBytes; }
    std::optional<DeviceStats> stats() const override;
    void resetPeak() override;
    int64_t emptyCache() override;
    std::optional<CardState> state() const override;
    std::optional<std::vector<CardSegment>> segments() const override;
    void fill(Sample &sample) const override;
    void mark(std::string_view text) override;
    void setHistoryEnabled(bool enabled) override;
    EmulatedCard *emulatedCard() override { return this; }

private:
    struct Levels {
        int64_t allocated = 0;
        int64_t reserved = 0;
        int64_t inactiveSplit = 0;
        int64_t largestFree = 0;
    };

    EmulatedCard(const DeviceSpec &spec, const EmulatedCardOptions &options, CardArena arena);

    /// From a free block, else from a new segment, else from a new segment after emptying the cache.
    Result<uintptr_t> take(int64_t bytes, int64_t segmentBytes, AllocationTag tag);
    /// An error without a message says that the segment is above the card's limit.
    Result<void> addSegment(int64_t segmentBytes, AllocationTag tag);
    int64_t releaseFreeSegments();
    CardOutOfMemory outOfMemory(const Error &error, int64_t requested, int64_t segmentBytes, AllocationTag tag);
    void record(CardEvent::Kind kind, uintptr_t address, int64_t size, AllocationTag tag);
    void publishLevels();

    const DeviceSpec m_spec;
    const int m_index;
    const Clock &m_clock;
    ComputeSlots m_slots;

    mutable std::mutex m_mutex; ///< guards m_arena's segments, m_blocks, m_trace, m_self and m_copyEndNs
    CardArena m_arena;
    CardBlocks m_blocks;
    CardTrace m_trace;
    std::shared_ptr<EmulatedCard>
        m_self; ///< set while blocks are in use: tensors in library caches outlive their worker
    std::optional<int64_t> m_copyEndNs; ///< when the last booked copy ends

    mutable std::mutex m_levelsMutex; ///< guards m_levels; never held for long, unlike m_mutex while a segment is made
    Levels m_levels;
};

} // namespace limno
