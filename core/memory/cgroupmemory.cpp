// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cgroupmemory.h"

#include "core/memory/procfile.h"

#include <array>
#include <fstream>
#include <sstream>

namespace limno {

namespace {

std::optional<int64_t> numberInFile(const std::string &path)
{
    std::array<char, 64> buffer{};
    return leadingNumber(readSmallFile(path.c_str(), buffer)); // "max" is no number: absent
}

/// The path in the line "0::/path" of /proc/PID/cgroup.
std::optional<std::string> unifiedGroup(const std::string &procFolder)
{
    std::ifstream file(procFolder + "/cgroup");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("0::/"))
            return line.substr(3);
    }
    return std::nullopt;
}

struct Mount {
    std::string root; ///< the group that is visible at the mount point
    std::string point;
};

std::optional<Mount> unifiedMount(const std::string &procFolder)
{
    std::ifstream file(procFolder + "/mountinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.find(" - cgroup2 ") == std::string::npos)
            continue;
        std::istringstream fields(line);
        std::string skipped;
        Mount mount;
        if (fields >> skipped >> skipped >> skipped >> mount.root >> mount.point)
            return mount;
    }
    return std::nullopt;
}

} // namespace

CgroupMemory::CgroupMemory(const std::string &procFolder)
{
    const auto group = unifiedGroup(procFolder);
    const auto mount = unifiedMount(procFolder);
    if (!group || !mount)
        return;
    // A container may see only the part of the tree below its own group.
    std::string below = *group;
    if (mount->root != "/" && (below + "/").starts_with(mount->root + "/"))
        below.erase(0, mount->root.size());
    while (!below.empty() && below.back() == '/')
        below.pop_back();

    m_currentPath = mount->point + below + "/memory.current";
    for (;;) {
        m_limitPaths.push_back(mount->point + below + "/memory.max");
        if (below.empty())
            break;
        below.erase(below.rfind('/'));
    }
}

std::optional<int64_t> CgroupMemory::current() const
{
    return m_currentPath.empty() ? std::nullopt : numberInFile(m_currentPath);
}

std::optional<int64_t> CgroupMemory::limit() const
{
    std::optional<int64_t> lowest;
    for (const std::string &path : m_limitPaths) {
        const auto limit = numberInFile(path);
        if (limit && (!lowest || *limit < *lowest))
            lowest = limit;
    }
    return lowest;
}

} // namespace limno
