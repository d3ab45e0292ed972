// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// What kind of part a tensor's bytes belong to.
enum class Owner : uint8_t { Untagged, Weights, KvCache, Activations, Result, Cache, Scenario };
inline constexpr size_t kOwnerCount = static_cast<size_t>(Owner::Scenario) + 1;

/// "KV cache"; English, for JSON, CSV and log.
std::string_view ownerName(Owner owner);

/// An owner by name, as a small number: "KV cache" of "smollm2: conversation 3". The table of names holds
/// kOwnerLimit rows for the life of the process; what comes after shares one row per kind, named "others".
class OwnerTag
{
public:
    static constexpr size_t kLimit = 4096;

    constexpr OwnerTag() = default; ///< untagged
    /// Thread-safe; takes a lock, so make one a model or session, not one an allocation.
    static OwnerTag of(Owner owner, std::string_view name);

    Owner owner() const;
    std::string name() const; ///< whose: "smollm2"
    uint16_t index() const { return m_index; }
    static OwnerTag fromIndex(uint16_t index) { return OwnerTag(index); }

    bool operator==(const OwnerTag &) const = default;

private:
    constexpr explicit OwnerTag(uint16_t index)
        : m_index(index)
    {
    }
    uint16_t m_index = 0;
};

/// The operator or module that asked for memory ("aten::mm", "decoder.attention"), as a small number; bounded like
/// OwnerTag.
class SiteTag
{
public:
    static constexpr size_t kLimit = 8192;

    constexpr SiteTag() = default; ///< unknown
    /// Thread-safe. A name that this thread has asked for before costs some nanoseconds and no lock.
    static SiteTag of(std::string_view name);

    std::string name() const;
    uint16_t index() const { return m_index; }
    static SiteTag fromIndex(uint16_t index) { return SiteTag(index); }

    bool operator==(const SiteTag &) const = default;

private:
    constexpr explicit SiteTag(uint16_t index)
        : m_index(index)
    {
    }
    uint16_t m_index = 0;
};

} // namespace limno
