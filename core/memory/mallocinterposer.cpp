// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// malloc and its family for executables: counts, then lets the C library do the work. Being the executable's, these
// definitions are found before the C library's by every shared library and by the C library itself (getline, opendir,
// strdup). reallocarray() needs none: it calls realloc().
//
// Nothing here may allocate, throw, or need a constructor: the dynamic loader calls in before main().
#ifndef LIMNOGRAPH_SANITIZED // sanitizers bring their own

#include "core/memory/heapcounters.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *__libc_valloc(size_t size);
void *__libc_pvalloc(size_t size);
void __libc_free(void *block);
}

namespace {

/// What the threads of one shard have allocated minus what they have freed. Negative where others' blocks are freed;
/// only the sum over all shards means something.
struct alignas(64) Shard {
    std::atomic<int64_t> bytes = 0;
};

constexpr size_t kShardCount = 64;
constinit std::array<Shard, kShardCount> shards;
constinit std::atomic<size_t> threadsSeen = 0;

/// Without a constructor or destructor, so that it is there from a thread's first instruction to its last.
struct ThreadState {
    Shard *shard = nullptr;
    int64_t netBytes = 0;
    double bytesToSample = 0;
    uint64_t random = 0; ///< 0: this thread has not sampled yet
};
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState thread;
constinit std::atomic<const limno::HeapSampling *> heapSampling = nullptr;

[[gnu::noinline]] void assignShard()
{
    thread.shard = &shards[threadsSeen.fetch_add(1, std::memory_order_relaxed) % kShardCount];
}

void count(int64_t bytes)
{
    if (thread.shard == nullptr) [[unlikely]]
        assignShard();
    thread.shard->bytes.fetch_add(bytes, std::memory_order_relaxed);
    thread.netBytes += bytes;
}

/// Distance to the next sample: exponential, so that each byte is as likely as any other to be hit.
double nextDistance(int64_t meanBytes)
{
    thread.random ^= thread.random << 13; // xorshift64: Marsaglia 2003
    thread.random ^= thread.random >> 7;
    thread.random ^= thread.random << 17;
    const double uniform = (static_cast<double>(thread.random >> 11) + 1) * 0x1p-53;
    return -std::log(uniform) * static_cast<double>(meanBytes);
}

[[gnu::noinline]] void sampleBlock(const limno::HeapSampling &sampling, void *block, int64_t bytes, void *caller)
{
    if (thread.random == 0) {
        thread.random = (std::bit_cast<uintptr_t>(&thread) * 0x9e3779b97f4a7c15) | 1;
        thread.bytesToSample = nextDistance(sampling.meanBytes);
    }
    thread.bytesToSample -= static_cast<double>(bytes);
    if (thread.bytesToSample > 0)
        return;
    thread.bytesToSample = nextDistance(sampling.meanBytes);
    sampling.allocated(block, bytes, caller);
}

int64_t usable(void *block)
{
    return static_cast<int64_t>(malloc_usable_size(block));
}

/// `caller`: where the program goes on after its call.
void *counted(void *block, void *caller)
{
    if (block == nullptr) [[unlikely]]
        return block;
    const int64_t bytes = usable(block);
    count(bytes);
    if (const auto *sampling = heapSampling.load(std::memory_order_acquire)) [[unlikely]]
        sampleBlock(*sampling, block, bytes, caller);
    return block;
}

/// Before the block can be handed out again.
void forget(void *block)
{
    if (const auto *sampling = heapSampling.load(std::memory_order_acquire)) [[unlikely]]
        sampling->freed(block);
}

} // namespace

extern "C" {

[[gnu::visibility("default")]] int64_t limnoHeapInUseBytes() noexcept
{
    const size_t used = std::min(threadsSeen.load(std::memory_order_relaxed), kShardCount);
    int64_t sum = 0;
    for (size_t i = 0; i < used; ++i)
        sum += shards[i].bytes.load(std::memory_order_relaxed);
    return std::max<int64_t>(sum, 0);
}

[[gnu::visibility("default")]] int64_t limnoThreadHeapBytes() noexcept
{
    return thread.netBytes;
}

[[gnu::visibility("default")]] void limnoSampleHeap(const limno::HeapSampling *sampling) noexcept
{
    heapSampling.store(sampling, std::memory_order_release);
}

[[gnu::visibility("default")]] void *malloc(size_t size) noexcept
{
    return counted(__libc_malloc(size), __builtin_return_address(0));
}

[[gnu::visibility("default")]] void *calloc(size_t n, size_t size) noexcept
{
    return counted(__libc_calloc(n, size), __builtin_return_address(0));
}

[[gnu::visibility("default")]] void *realloc(void *block, size_t size) noexcept
{
    const int64_t before = usable(block);
    if (block != nullptr)
        forget(block);
    void *moved = __libc_realloc(block, size);
    if (moved != nullptr || size == 0)
        count(-before); // of size 0 the C library frees the block
    return counted(moved, __builtin_return_address(0));
}

[[gnu::visibility("default")]] void free(void *block) noexcept
{
    if (block == nullptr)
        return;
    count(-usable(block));
    forget(block);
    __libc_free(block);
}

[[gnu::visibility("default")]] void *memalign(size_t alignment, size_t size) noexcept
{
    return counted(__libc_memalign(alignment, size), __builtin_return_address(0));
}

[[gnu::visibility("default")]] void *aligned_alloc(size_t alignment, size_t size) noexcept
{
    if (!std::has_single_bit(alignment)) {
        errno = EINVAL;
        return nullptr;
    }
    return counted(__libc_memalign(alignment, size), __builtin_return_address(0));
}

[[gnu::visibility("default")]] int posix_memalign(void **block, size_t alignment, size_t size) noexcept
{
    if (alignment % sizeof(void *) != 0 || !std::has_single_bit(alignment))
        return EINVAL;
    const int savedErrno = errno; // the standard leaves errno alone here
    void *aligned = counted(__libc_memalign(alignment, size), __builtin_return_address(0));
    errno = savedErrno;
    if (aligned == nullptr)
        return ENOMEM;
    *block = aligned;
    return 0;
}

[[gnu::visibility("default")]] void *valloc(size_t size) noexcept
{
    return counted(__libc_valloc(size), __builtin_return_address(0));
}

[[gnu::visibility("default")]] void *pvalloc(size_t size) noexcept
{
    return counted(__libc_pvalloc(size), __builtin_return_address(0));
}

} // extern "C"

#endif
