// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/hostallocator.h"

#include "core/memory/blockcache.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/heapprofile.h"
#include "core/memory/hostcounters.h"

#include <c10/core/Allocator.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>

namespace limno {

namespace {

constexpr size_t kAlignment = 64;

/// Lies in the 64 bytes before the data, so that a bare pointer is enough to free a block.
struct alignas(kAlignment) BlockHeader {
    size_t bytes; ///< as asked for
    size_t capacity; ///< of the whole block, this header included
    AllocationTag tag;
};
static_assert(sizeof(BlockHeader) == kAlignment);

[[noreturn]] void throwOutOfMemory(const std::string &message)
{
    throw c10::OutOfMemoryError({__func__, __FILE__, static_cast<uint32_t>(__LINE__)}, message);
}

void freeBlock(void *data)
{
    if (!data)
        return;
    auto *header = static_cast<BlockHeader *>(data) - 1;
    hostCounters().freed(header->tag, static_cast<int64_t>(header->bytes));
    if (!hostBlockCache().keep(header, header->capacity))
        std::free(header);
}

void *allocateBlock(size_t bytes)
{
    if (bytes > std::numeric_limits<size_t>::max() / 2)
        throwOutOfMemory("host allocator: no memory for " + std::to_string(bytes) + " bytes");
    BlockCache &cache = hostBlockCache();
    size_t capacity = bytes + sizeof(BlockHeader);
    void *memory = nullptr;
    if (cache.cap() > 0) {
        capacity = BlockCache::classBytes(capacity);
        memory = cache.take(capacity);
    }
    const HeapProfile::TensorScope counted;
    if (!memory && posix_memalign(&memory, kAlignment, capacity) != 0)
        throwOutOfMemory("host allocator: no memory for " + std::to_string(bytes) + " bytes");
    auto *header = new (memory) BlockHeader{bytes, capacity, currentTag()};
    hostCounters().allocated(header->tag, static_cast<int64_t>(bytes));
    return header + 1;
}

/// The card counts its blocks itself.
void *allocateOnCard(EmulatedCard &card, size_t bytes)
{
    const auto block = card.allocate(static_cast<int64_t>(std::min<size_t>(bytes, std::numeric_limits<int64_t>::max())), currentTag());
    if (!block)
        throwOutOfMemory(block.error().message);
    return *block;
}

void freeAnywhere(void *data)
{
    if (EmulatedCard *card = EmulatedCard::owning(data))
        card->free(data);
    else
        freeBlock(data);
}

class HostAllocator final : public c10::Allocator
{
public:
    c10::DataPtr allocate(size_t bytes) override
    {
        void *data = nullptr;
        if (bytes > 0) {
            EmulatedCard *card = DeviceScope::current();
            data = card ? allocateOnCard(*card, bytes) : allocateBlock(bytes);
        }
        return {data, data, &freeAnywhere, c10::Device(c10::DeviceType::CPU)};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &freeAnywhere; }

    void copy_data(void *destination, const void *source, size_t bytes) const override
    {
        std::memcpy(destination, source, bytes);
    }
};

} // namespace

void installHostAllocator()
{
    static std::once_flag once;
    std::call_once(once, [] {
        static HostAllocator allocator;
        // Above every priority that LibTorch's own allocators use.
        c10::SetAllocator(c10::DeviceType::CPU, &allocator, std::numeric_limits<uint8_t>::max());
        hostCounters().installed.store(true, std::memory_order_release);
    });
}

} // namespace limno
