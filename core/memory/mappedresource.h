// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>

#include <memory_resource>
#include <new>

namespace limno {

/// Whole pages from the system, for a pool of nodes. Kept out of the heap for the reason that MappedArray gives.
class MappedResource final : public std::pmr::memory_resource
{
private:
    void *do_allocate(size_t bytes, size_t) override // pages satisfy every alignment in use
    {
        void *pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            throw std::bad_alloc();
        return pages;
    }
    void do_deallocate(void *pages, size_t bytes, size_t) override { ::munmap(pages, bytes); }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

} // namespace limno
