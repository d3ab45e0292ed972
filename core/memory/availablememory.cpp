// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/availablememory.h"

#include "core/memory/cgroupmemory.h"
#include "core/memory/procfile.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace limno {

namespace {

std::optional<int64_t> machineAvailable()
{
    std::array<char, 4096> buffer{};
    const std::string_view text = readSmallFile("/proc/meminfo", buffer);
    constexpr std::string_view key = "MemAvailable:";
    const size_t line = text.find(key);
    if (line == std::string_view::npos)
        return std::nullopt;
    const auto kibibytes = leadingNumber(text.substr(line + key.size()));
    return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
}

std::optional<int64_t> groupAvailable()
{
    const CgroupMemory group("/proc/self");
    const auto limit = group.limit();
    const auto current = group.current();
    return limit && current ? std::optional(std::max<int64_t>(*limit - *current, 0)) : std::nullopt;
}

} // namespace

std::optional<int64_t> availableMemoryBytes()
{
    const auto machine = machineAvailable();
    const auto group = groupAvailable();
    return machine && group ? std::min(machine, group) : (machine ? machine : group);
}

} // namespace limno
