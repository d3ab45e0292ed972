// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

namespace limno {

/// Keeps an entry in a registry as long as it lives; the registry, which must live longer, makes it a friend and has
/// `remove(int64_t id)`. What remove() waits for is the registry's own rule.
template<typename Registry>
class ScopedRegistration
{
public:
    ScopedRegistration() = default;
    ScopedRegistration(ScopedRegistration &&other) noexcept
        : m_registry(std::exchange(other.m_registry, nullptr))
        , m_id(other.m_id)
    {
    }
    ScopedRegistration &operator=(ScopedRegistration &&other) noexcept
    {
        const ScopedRegistration old(std::move(*this));
        m_registry = std::exchange(other.m_registry, nullptr);
        m_id = other.m_id;
        return *this;
    }
    ~ScopedRegistration()
    {
        if (m_registry != nullptr)
            m_registry->remove(m_id);
    }

private:
    friend Registry;
    ScopedRegistration(Registry *registry, int64_t id)
        : m_registry(registry)
        , m_id(id)
    {
    }

    Registry *m_registry = nullptr;
    int64_t m_id = 0;
};

} // namespace limno
