// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace limno {

/// A zeroed array of fixed length in pages of its own, which become resident when they are first written. Kept out of
/// the heap on purpose: what an instrument stores must not show in the curve that it measures.
template<typename T>
class MappedArray
{
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    MappedArray() = default;
    /// Throws std::bad_alloc when the address space is used up.
    explicit MappedArray(size_t length)
        : m_length(length)
    {
        void *pages = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED)
            throw std::bad_alloc();
        ::madvise(pages, bytes(), MADV_NOHUGEPAGE); // a huge page would be resident as a whole at its first byte
        m_data = static_cast<T *>(pages);
    }
    ~MappedArray()
    {
        if (m_data != nullptr)
            ::munmap(m_data, bytes());
    }
    MappedArray(MappedArray &&other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_length(std::exchange(other.m_length, 0))
    {
    }
    MappedArray &operator=(MappedArray &&other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_length, other.m_length);
        return *this;
    }

    bool isEmpty() const { return m_length == 0; }
    size_t length() const { return m_length; }
    size_t bytes() const { return m_length * sizeof(T); }
    T &operator[](size_t index) { return m_data[index]; }
    const T &operator[](size_t index) const { return m_data[index]; }

private:
    T *m_data = nullptr;
    size_t m_length = 0;
};

} // namespace limno
