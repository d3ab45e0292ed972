// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"

#include "core/base/bytesize.h"
#include "core/base/log.h"
#include "core/memory/availablememory.h"
#include "core/memory/births.h"
#include "core/memory/cardlookup.h"
#include "core/memory/cardrules.h"
#include "core/memory/memorysummary.h"
#include "core/memory/tally.h"

#include <algorithm>
#include <new>
#include <utility>

namespace limno {

namespace {

constexpr int64_t kExbibyte = int64_t{1} << 60; // PyTorch refuses such requests without looking further

} // namespace

Result<std::shared_ptr<EmulatedCard>> EmulatedCard::create(const DeviceSpec &spec, const EmulatedCardOptions &options)
{
    const int64_t budget = spec.sizeBytes - spec.contextBytes;
    if (spec.kind != DeviceSpec::Kind::Emulated || spec.contextBytes < 0 || budget < cardrules::kSmallBuffer)
        return failure(ErrorCode::InputInvalid,
                       "device: " + deviceSpecText(spec) + ": size less context are " + std::to_string(budget)
                           + " bytes; the smallest segment takes " + std::to_string(cardrules::kSmallBuffer));
    const auto available = options.availableBytes ? options.availableBytes : availableMemoryBytes();
    if (available && spec.sizeBytes > *available / 2)
        return failure(ErrorCode::OutOfMemory,
                       "device: " + deviceSpecText(spec) + ": " + formatByteSize(spec.sizeBytes)
                           + " are more than half of the " + formatByteSize(*available)
                           + " of memory that are available");
    auto arena = CardArena::reserve(budget);
    if (!arena)
        return failure(arena.error());
    std::shared_ptr<EmulatedCard> card(new EmulatedCard(spec, options, std::move(*arena)));
    if (!cardlookup::add(card.get(), card->m_arena.begin(), card->m_arena.bytes()))
        return failure(ErrorCode::Io,
                       "device: " + deviceSpecText(spec) + ": there are " + std::to_string(cardlookup::kMostCards)
                           + " emulated cards already");
    return card;
}

EmulatedCard::EmulatedCard(const DeviceSpec &spec, const EmulatedCardOptions &options, CardArena arena)
    : m_spec(spec)
    , m_index(options.index)
    , m_clock(*options.clock)
    , m_slots(spec.computeSlots)
    , m_arena(std::move(arena))
    , m_trace(options.historyEvents)
{
}

EmulatedCard::~EmulatedCard()
{
    cardlookup::remove(this);
}

EmulatedCard *EmulatedCard::owning(const void *pointer)
{
    return cardlookup::find(pointer);
}

tl::expected<void *, CardOutOfMemory> EmulatedCard::allocate(int64_t bytes, AllocationTag tag)
{
    if (bytes == 0)
        return nullptr;
    if (bytes < 0 || bytes >= kExbibyte)
        return tl::unexpected(CardOutOfMemory{ErrorCode::OutOfMemory, bytes, bytes, 0, budgetBytes(),
                                              "CUDA out of memory. Tried to allocate more than 1EB memory."});
    const int64_t segmentBytes = cardrules::segmentSize(cardrules::blockSize(bytes));
    const std::lock_guard lock(m_mutex);
    const int64_t before = m_blocks.stats().allocatedBytes.all.current;
    const auto address = take(bytes, segmentBytes, tag);
    publishLevels();
    if (!address)
        return tl::unexpected(outOfMemory(address.error(), bytes, segmentBytes, tag));
    record(CardEvent::Kind::Alloc, *address, bytes, tag);
    const int64_t size = m_blocks.stats().allocatedBytes.all.current - before;
    tally().added(tag.tally, MemorySpace::Device, size);
    births().added(tag.birth, size);
    if (!m_self)
        m_self = shared_from_this();
    return reinterpret_cast<void *>(*address);
}

Result<uintptr_t> EmulatedCard::take(int64_t bytes, int64_t segmentBytes, AllocationTag tag)
try {
    if (const auto address = m_blocks.take(bytes, tag))
        return *address;
    auto added = addSegment(segmentBytes, tag);
    if (!added && added.error().code == ErrorCode::OutOfMemory) {
        releaseFreeSegments();
        m_blocks.countRetry();
        added = addSegment(segmentBytes, tag);
    }
    if (!added)
        return failure(added.error());
    return m_blocks.take(bytes, tag).value();
} catch (const std::bad_alloc &) {
    return failure(ErrorCode::OutOfMemory, "emulated card: no memory for its own books");
}

Result<void> EmulatedCard::addSegment(int64_t segmentBytes, AllocationTag tag)
{
    if (m_blocks.stats().reservedBytes.all.current + segmentBytes > budgetBytes())
        return failure(ErrorCode::OutOfMemory, {});
    const auto address = m_arena.map(segmentBytes);
    if (!address)
        return failure(address.error());
    const CardPool pool = segmentBytes == cardrules::kSmallBuffer ? CardPool::Small : CardPool::Large;
    try {
        m_blocks.addSegment(*address, segmentBytes, pool, tag);
    } catch (...) {
        m_arena.unmap(*address);
        throw;
    }
    record(CardEvent::Kind::SegmentAlloc, *address, segmentBytes, tag);
    return {};
}

int64_t EmulatedCard::releaseFreeSegments()
{
    int64_t released = 0;
    for (const CardBlocks::Extent &segment : m_blocks.takeFreeSegments()) {
        m_arena.unmap(segment.address);
        record(CardEvent::Kind::SegmentFree, segment.address, segment.size, {});
        released += segment.size;
    }
    return released;
}

/// Words of c10/cuda/CUDACachingAllocator.cpp, so that what looks for them in a log finds them; but the capacity is the
/// emulated one.
CardOutOfMemory EmulatedCard::outOfMemory(const Error &error, int64_t requested, int64_t segmentBytes,
                                          AllocationTag tag)
{
    const DeviceStats &stats = m_blocks.stats();
    const int64_t reserved = stats.reservedBytes.all.current;
    const int64_t allocated = stats.allocatedBytes.all.current;
    CardOutOfMemory result{error.code, requested, segmentBytes, budgetBytes() - reserved, budgetBytes(), {}};
    if (error.code != ErrorCode::OutOfMemory) {
        result.message = error.message;
        return result;
    }
    m_blocks.countOom();
    record(CardEvent::Kind::Oom, static_cast<uintptr_t>(result.freeBytes), segmentBytes, tag);
    result.message = "CUDA out of memory. Tried to allocate " + pytorchSize(segmentBytes) + ". GPU "
        + std::to_string(m_index) + " has a total capacity of " + pytorchSize(m_spec.sizeBytes) + " of which "
        + pytorchSize(result.freeBytes) + " is free. Including non-PyTorch memory, this process has "
        + pytorchSize(reserved + m_spec.contextBytes) + " memory in use. Of the allocated memory "
        + pytorchSize(allocated) + " is allocated by PyTorch, and " + pytorchSize(reserved - allocated)
        + " is reserved by PyTorch but unallocated. The card is emulated; the request was for " + pytorchSize(requested)
        + ".";
    if (!error.message.empty())
        result.message += " The machine itself gave no memory: " + error.message;
    return result;
}

std::optional<FreedBlock> EmulatedCard::free(void *pointer)
{
    if (!pointer)
        return std::nullopt;
    std::shared_ptr<EmulatedCard> last; // goes after the lock, perhaps taking the card along
    const std::lock_guard lock(m_mutex);
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const auto freed = m_blocks.give(address);
    if (!freed) {
        logError("emulatedcard", "free of " + std::to_string(address) + ", where no block in use begins");
        return std::nullopt;
    }
    tally().removed(freed->tag.tally, MemorySpace::Device, freed->bytes);
    births().removed(freed->tag.birth, freed->bytes);
    record(CardEvent::Kind::FreeRequested, address, freed->requestedBytes, freed->tag);
    record(CardEvent::Kind::FreeCompleted, address, freed->requestedBytes, freed->tag);
    publishLevels();
    if (m_blocks.stats().allocation.all.current == 0)
        last = std::move(m_self);
    return freed;
}

int64_t EmulatedCard::copyNs(int64_t bytes) const
{
    if (m_spec.copyBytesPerSecond <= 0)
        return 0;
    return static_cast<int64_t>(static_cast<double>(bytes) * kNsPerSecond
                                / static_cast<double>(m_spec.copyBytesPerSecond));
}

int64_t EmulatedCard::queueCopy(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const int64_t now = m_clock.nowNs();
    const int64_t start = m_copyEndNs ? std::max(*m_copyEndNs, now) : now;
    m_copyEndNs = start + copyNs(bytes);
    return *m_copyEndNs - now;
}

std::optional<DeviceStats> EmulatedCard::stats() const
{
    const std::lock_guard lock(m_mutex);
    DeviceStats stats = m_blocks.stats();
    stats.largestFree = m_blocks.largestFree();
    return stats;
}

void EmulatedCard::resetPeak()
{
    const std::lock_guard lock(m_mutex);
    m_blocks.resetPeak();
}

int64_t EmulatedCard::emptyCache()
{
    const std::lock_guard lock(m_mutex);
    const int64_t released = releaseFreeSegments();
    publishLevels();
    return released;
}

std::optional<CardState> EmulatedCard::state() const
{
    const std::lock_guard lock(m_mutex);
    return CardState{m_blocks.segments(), m_trace.events(), m_trace.dropped()};
}

std::optional<std::vector<CardSegment>> EmulatedCard::segments() const
{
    const std::lock_guard lock(m_mutex);
    return m_blocks.segments();
}

void EmulatedCard::publishLevels()
{
    const DeviceStats &stats = m_blocks.stats();
    const Levels levels{stats.allocatedBytes.all.current, stats.reservedBytes.all.current,
                        stats.inactiveSplitBytes.all.current, m_blocks.largestFree()};
    const std::lock_guard lock(m_levelsMutex);
    m_levels = levels;
}

void EmulatedCard::fill(Sample &sample) const
{
    Levels levels;
    {
        const std::lock_guard lock(m_levelsMutex);
        levels = m_levels;
    }
    const int64_t used = levels.reserved + m_spec.contextBytes;
    sample.set(Metric::DeviceAllocated, levels.allocated);
    sample.set(Metric::DeviceReserved, levels.reserved);
    sample.set(Metric::DeviceInactiveSplit, levels.inactiveSplit);
    sample.set(Metric::DeviceLargestFree, levels.largestFree);
    sample.set(Metric::DeviceProcess, used);
    sample.set(Metric::DeviceUsed, used);
    sample.set(Metric::DeviceTotal, m_spec.sizeBytes);
}

void EmulatedCard::record(CardEvent::Kind kind, uintptr_t address, int64_t size, AllocationTag tag)
{
    m_trace.add(kind, address, size, m_clock.nowNs(), tag);
}

void EmulatedCard::mark(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    m_trace.add(CardEvent::Kind::UserDefined, 0, 0, m_clock.nowNs(), {}, text);
}

void EmulatedCard::setHistoryEnabled(bool enabled)
{
    const std::lock_guard lock(m_mutex);
    m_trace.setEnabled(enabled);
}

} // namespace limno
