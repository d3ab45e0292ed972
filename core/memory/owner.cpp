// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/owner.h"

#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

namespace limno {

namespace {

struct OwnerRow {
    Owner owner = Owner::Untagged;
    std::string name;
};

class OwnerTable
{
public:
    uint16_t of(Owner owner, std::string_view name)
    {
        const std::unique_lock lock(m_mutex);
        if (m_rows.size() >= OwnerTag::kLimit - kOwnerCount && !m_indices.contains({owner, std::string(name)}))
            name = "others";
        const auto [entry, isNew] = m_indices.try_emplace({owner, std::string(name)}, static_cast<uint16_t>(m_rows.size()));
        if (isNew)
            m_rows.push_back({owner, std::string(name)});
        return entry->second;
    }

    OwnerRow row(uint16_t index) const
    {
        const std::shared_lock lock(m_mutex);
        return index < m_rows.size() ? m_rows[index] : OwnerRow{};
    }

private:
    mutable std::shared_mutex m_mutex; ///< guards everything below
    std::deque<OwnerRow> m_rows{1};
    std::map<std::pair<Owner, std::string>, uint16_t> m_indices{{{Owner::Untagged, ""}, 0}};
};

class SiteTable
{
public:
    uint16_t of(std::string_view name)
    {
        const std::unique_lock lock(m_mutex);
        if (m_names.size() >= SiteTag::kLimit - 1 && !m_indices.contains(std::string(name)))
            name = "others";
        const auto [entry, isNew] = m_indices.try_emplace(std::string(name), static_cast<uint16_t>(m_names.size()));
        if (isNew)
            m_names.emplace_back(name);
        return entry->second;
    }

    std::string name(uint16_t index) const
    {
        const std::shared_lock lock(m_mutex);
        return index < m_names.size() ? m_names[index] : std::string();
    }

private:
    mutable std::shared_mutex m_mutex; ///< guards everything below
    std::deque<std::string> m_names{std::string()};
    std::unordered_map<std::string, uint16_t> m_indices{{std::string(), 0}};
};

/// Never destroyed: blocks are tagged until the very end of the process.
OwnerTable &owners()
{
    static auto *table = new OwnerTable;
    return *table;
}

SiteTable &sites()
{
    static auto *table = new SiteTable;
    return *table;
}

/// A direct-mapped cache of what this thread asked for, so that the table's lock is rare.
struct SiteCache {
    struct Line {
        std::string name;
        uint16_t index = 0;
    };
    static constexpr size_t kLines = 256;
    Line lines[kLines];
};

} // namespace

std::string_view ownerName(Owner owner)
{
    switch (owner) {
    case Owner::Untagged:
        break;
    case Owner::Weights:
        return "weights";
    case Owner::KvCache:
        return "KV cache";
    case Owner::Activations:
        return "activations";
    case Owner::Result:
        return "result";
    case Owner::Cache:
        return "cache";
    case Owner::Scenario:
        return "scenario";
    }
    return "untagged";
}

OwnerTag OwnerTag::of(Owner owner, std::string_view name)
{
    return OwnerTag(owners().of(owner, name));
}

Owner OwnerTag::owner() const
{
    return owners().row(m_index).owner;
}

std::string OwnerTag::name() const
{
    return owners().row(m_index).name;
}

SiteTag SiteTag::of(std::string_view name)
{
    thread_local SiteCache cache;
    SiteCache::Line &line = cache.lines[std::hash<std::string_view>()(name) % SiteCache::kLines];
    if (line.name != name) {
        line.index = sites().of(name);
        line.name = name;
    }
    return SiteTag(line.index);
}

std::string SiteTag::name() const
{
    return sites().name(m_index);
}

} // namespace limno
