// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

/// Resident pages, anonymous (MAP_PRIVATE) or shared (MAP_SHARED), until it dies or is released. Made with bare system
/// calls and never touched by the test, since sanitizers add shadow memory to whatever they see.
class ResidentPages
{
public:
    explicit ResidentPages(size_t bytes, int sharing = MAP_PRIVATE)
        : m_bytes(bytes)
        , m_address(::syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_POPULATE, -1, 0L))
    {
    }
    ~ResidentPages() { release(); }
    ResidentPages(const ResidentPages &) = delete;
    ResidentPages &operator=(const ResidentPages &) = delete;

    void release()
    {
        if (m_bytes > 0)
            ::syscall(SYS_munmap, m_address, m_bytes);
        m_bytes = 0;
    }

private:
    size_t m_bytes;
    long m_address;
};
