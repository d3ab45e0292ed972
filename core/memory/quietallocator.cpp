// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/quietallocator.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace limno {

namespace {

/// mallopt(3) tells what they mean.
constexpr std::array<std::pair<const char *, const char *>, 3> kEnvironment{
    {{"MALLOC_ARENA_MAX", "1"}, {"MALLOC_MMAP_THRESHOLD_", "131072"}, {"MALLOC_TRIM_THRESHOLD_", "131072"}}};

std::string systemWords(const char *what)
{
    return std::string(what) + ": " + std::strerror(errno);
}

} // namespace

bool isAllocatorQuiet()
{
    for (const auto &[name, value] : kEnvironment) {
        const char *set = std::getenv(name);
        if (set == nullptr || std::strcmp(set, value) != 0)
            return false;
    }
    return prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) == 1;
}

Result<void> quietChildren()
{
    for (const auto &[name, value] : kEnvironment) {
        if (setenv(name, value, 1) != 0)
            return failure(ErrorCode::Io, systemWords(name));
    }
    if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0) // stays over fork and exec
        return failure(ErrorCode::Io, systemWords("huge pages cannot be turned off"));
    return {};
}

Result<void> restartQuietly()
{
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string words((std::istreambuf_iterator<char>(file)), {});
    std::vector<char *> arguments;
    for (size_t begin = 0; begin < words.size(); begin = words.find('\0', begin) + 1)
        arguments.push_back(&words[begin]);
    if (arguments.empty())
        return failure(ErrorCode::Io, "/proc/self/cmdline cannot be read");
    arguments.push_back(nullptr);
    if (Result<void> prepared = quietChildren(); !prepared)
        return prepared;
    execv("/proc/self/exe", arguments.data());
    return failure(ErrorCode::Io, systemWords("this program cannot be started again"));
}

} // namespace limno
