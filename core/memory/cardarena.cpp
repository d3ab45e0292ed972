// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardarena.h"

#include "core/memory/cardrules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace limno {

namespace {

constexpr int64_t kUnit = cardrules::kRoundLarge; // all segments are multiples of it

void *toPointer(uintptr_t address)
{
    return reinterpret_cast<void *>(address);
}

void *reserveAddresses(void *address, int64_t bytes, int flags)
{
    return ::mmap(address, static_cast<size_t>(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags,
                  -1, 0);
}

tl::unexpected<Error> systemFailure(const char *call, int64_t bytes)
{
    const int code = errno;
    return failure(code == ENOMEM || code == ENOSPC || code == EFBIG ? ErrorCode::OutOfMemory : ErrorCode::Io,
                   std::string("emulated card: ") + call + " for " + std::to_string(bytes)
                       + " bytes: " + std::system_category().message(code));
}

class MemoryFile
{
public:
    MemoryFile()
        : m_descriptor(::memfd_create("limnograph-card", MFD_CLOEXEC))
    {
    }
    ~MemoryFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    int descriptor() const { return m_descriptor; }
    /// Gets all pages now: one that is missing later would end the process at its first touch.
    bool allocate(int64_t bytes)
    {
        int status = 0;
        do
            status = ::fallocate(m_descriptor, 0, 0, bytes);
        while (status != 0 && errno == EINTR);
        return status == 0;
    }

private:
    int m_descriptor;
};

} // namespace

Result<CardArena> CardArena::reserve(int64_t budgetBytes)
{
    // First fit never needs more than budget × log2(largest / smallest segment) addresses, whatever the order of requests
    // (Robson, "Bounds for some functions concerning dynamic storage allocation", 1974), so that the range of addresses
    // adds no failure of its own to those of the card.
    const int64_t units = cardrules::roundUp(budgetBytes, kUnit) / kUnit;
    const int64_t bytes = units * kUnit * (std::bit_width(static_cast<uint64_t>(units)) + 1);
    void *start = reserveAddresses(nullptr, bytes + kUnit, 0);
    if (start == MAP_FAILED)
        return systemFailure("reserving addresses", bytes);
    const auto raw = reinterpret_cast<uintptr_t>(start);
    const auto begin = static_cast<uintptr_t>(cardrules::roundUp(static_cast<int64_t>(raw), kUnit));
    const uintptr_t end = begin + static_cast<uintptr_t>(bytes);
    if (begin > raw)
        ::munmap(start, begin - raw);
    if (const uintptr_t rest = raw + static_cast<uintptr_t>(kUnit) - begin; rest > 0)
        ::munmap(toPointer(end), rest);
    return CardArena(begin, bytes);
}

CardArena::~CardArena()
{
    if (m_bytes > 0)
        ::munmap(toPointer(m_begin), static_cast<size_t>(m_bytes));
}

CardArena::CardArena(CardArena &&other) noexcept
    : m_begin(std::exchange(other.m_begin, 0))
    , m_bytes(std::exchange(other.m_bytes, 0))
    , m_segments(std::move(other.m_segments))
{
}

uintptr_t CardArena::findGap(int64_t bytes) const
{
    uintptr_t candidate = m_begin;
    for (const auto &[address, size] : m_segments) {
        if (address - candidate >= static_cast<uintptr_t>(bytes))
            return candidate;
        candidate = address + static_cast<uintptr_t>(size);
    }
    return m_begin + static_cast<uintptr_t>(m_bytes) - candidate >= static_cast<uintptr_t>(bytes) ? candidate : 0;
}

Result<uintptr_t> CardArena::map(int64_t bytes)
{
    const uintptr_t address = findGap(bytes);
    if (address == 0)
        return failure(ErrorCode::Io, "emulated card: no addresses left for " + std::to_string(bytes) + " bytes");
    MemoryFile file;
    if (file.descriptor() < 0)
        return systemFailure("memfd_create", bytes);
    if (!file.allocate(bytes))
        return systemFailure("fallocate", bytes);
    const auto length = static_cast<size_t>(bytes);
    void *mapped = ::mmap(toPointer(address), length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                          file.descriptor(), 0);
    if (mapped == MAP_FAILED) {
        auto error = systemFailure("mmap", bytes);
        // Some kernels have taken the reservation away by then (man 2 mmap, MAP_FIXED); EEXIST says that it is there.
        reserveAddresses(toPointer(address), bytes, MAP_FIXED_NOREPLACE);
        return error;
    }
    ::madvise(mapped, length, MADV_DONTFORK);
    m_segments.emplace(address, bytes);
    return address;
}

void CardArena::unmap(uintptr_t address)
{
    const auto segment = m_segments.find(address);
    if (segment == m_segments.end())
        return;
    // The reservation takes the segment's place in one call, so that nobody else's mapping can come between. Where the
    // kernel is out of mappings, the pages at least go.
    if (reserveAddresses(toPointer(address), segment->second, MAP_FIXED) == MAP_FAILED)
        ::madvise(toPointer(address), static_cast<size_t>(segment->second), MADV_REMOVE);
    m_segments.erase(segment);
}

} // namespace limno
