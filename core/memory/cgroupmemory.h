// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// The memory files of a process's own control group and of the groups above it (cgroup v2, Linux
/// Documentation/admin-guide/cgroup-v2.rst). Looks the group up once; reads without allocating. Thread-safe.
class CgroupMemory
{
public:
    /// `procFolder` is "/proc/self" or another process's; everything is absent where it has no cgroup v2.
    explicit CgroupMemory(const std::string &procFolder);

    /// memory.current of the own group.
    std::optional<int64_t> current() const;
    /// The lowest memory.max from the own group upwards; absent when none is limited.
    std::optional<int64_t> limit() const;

private:
    std::string m_currentPath;
    std::vector<std::string> m_limitPaths;
};

} // namespace limno
