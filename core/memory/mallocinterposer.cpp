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
[[gnu::tls_model("initial-exec")]] constinit thread_local Shard *threadShard = nullptr;

[[gnu::noinline]] Shard *assignShard()
{
    threadShard = &shards[threadsSeen.fetch_add(1, std::memory_order_relaxed) % kShardCount];
    return threadShard;
}

void count(int64_t bytes)
{
    Shard *shard = threadShard;
    if (shard == nullptr) [[unlikely]]
        shard = assignShard();
    shard->bytes.fetch_add(bytes, std::memory_order_relaxed);
}

int64_t usable(void *block)
{
    return static_cast<int64_t>(malloc_usable_size(block));
}

void *counted(void *block)
{
    if (block != nullptr) [[likely]]
        count(usable(block));
    return block;
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

[[gnu::visibility("default")]] void *malloc(size_t size) noexcept
{
    return counted(__libc_malloc(size));
}

[[gnu::visibility("default")]] void *calloc(size_t n, size_t size) noexcept
{
    return counted(__libc_calloc(n, size));
}

[[gnu::visibility("default")]] void *realloc(void *block, size_t size) noexcept
{
    const int64_t before = usable(block);
    void *moved = __libc_realloc(block, size);
    if (moved != nullptr)
        count(usable(moved) - before);
    else if (size == 0)
        count(-before); // the C library frees the block then
    return moved;
}

[[gnu::visibility("default")]] void free(void *block) noexcept
{
    if (block == nullptr)
        return;
    count(-usable(block));
    __libc_free(block);
}

[[gnu::visibility("default")]] void *memalign(size_t alignment, size_t size) noexcept
{
    return counted(__libc_memalign(alignment, size));
}

[[gnu::visibility("default")]] void *aligned_alloc(size_t alignment, size_t size) noexcept
{
    if (!std::has_single_bit(alignment)) {
        errno = EINVAL;
        return nullptr;
    }
    return counted(__libc_memalign(alignment, size));
}

[[gnu::visibility("default")]] int posix_memalign(void **block, size_t alignment, size_t size) noexcept
{
    if (alignment % sizeof(void *) != 0 || !std::has_single_bit(alignment))
        return EINVAL;
    const int savedErrno = errno; // the standard leaves errno alone here
    void *aligned = counted(__libc_memalign(alignment, size));
    errno = savedErrno;
    if (aligned == nullptr)
        return ENOMEM;
    *block = aligned;
    return 0;
}

[[gnu::visibility("default")]] void *valloc(size_t size) noexcept
{
    return counted(__libc_valloc(size));
}

[[gnu::visibility("default")]] void *pvalloc(size_t size) noexcept
{
    return counted(__libc_pvalloc(size));
}

} // extern "C"

#endif
