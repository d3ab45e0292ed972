// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/hostallocator.h"

#include "core/memory/hostcounters.h"

#include <c10/core/Allocator.h>
#include <c10/util/Exception.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

namespace limno {

namespace {

constexpr size_t kAlignment = 64;

/// Lies in the 64 bytes before the data, so that a bare pointer is enough to free a block.
struct alignas(kAlignment) BlockHeader {
    size_t bytes;
    Owner owner;
};
static_assert(sizeof(BlockHeader) == kAlignment);

void freeBlock(void *data)
{
    if (!data)
        return;
    auto *header = static_cast<BlockHeader *>(data) - 1;
    hostCounters().freed(header->owner, static_cast<int64_t>(header->bytes));
    std::free(header);
}

class HostAllocator final : public c10::Allocator
{
public:
    c10::DataPtr allocate(size_t bytes) override
    {
        void *data = bytes == 0 ? nullptr : allocateBlock(bytes);
        return {data, data, &freeBlock, c10::Device(c10::DeviceType::CPU)};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &freeBlock; }

    void copy_data(void *destination, const void *source, size_t bytes) const override
    {
        std::memcpy(destination, source, bytes);
    }

private:
    static void *allocateBlock(size_t bytes)
    {
        void *memory = nullptr;
        if (bytes > std::numeric_limits<size_t>::max() - sizeof(BlockHeader)
            || posix_memalign(&memory, kAlignment, bytes + sizeof(BlockHeader)) != 0)
            throw c10::OutOfMemoryError({__func__, __FILE__, static_cast<uint32_t>(__LINE__)},
                                        "host allocator: no memory for " + std::to_string(bytes) + " bytes");
        auto *header = new (memory) BlockHeader{bytes, OwnerScope::current()};
        hostCounters().allocated(header->owner, static_cast<int64_t>(bytes));
        return header + 1;
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
