// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/hostdescription.h"

#include <QtCore/QString>
#include <QtCore/QSysInfo>

#include <fstream>
#include <thread>

#include <gnu/libc-version.h>
#include <unistd.h>

namespace limno {

namespace {

std::string cpuName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (colon != std::string::npos && line.starts_with("model name"))
            return line.substr(colon + 2);
    }
    return {};
}

std::string memoryBytes()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && pageBytes > 0 ? std::to_string(static_cast<int64_t>(pages) * pageBytes) : std::string();
}

} // namespace

std::vector<std::pair<std::string, std::string>> hostDescription()
{
    std::vector<std::pair<std::string, std::string>> all{
        {"machine.cpu", cpuName()},
        {"machine.cores", std::to_string(std::thread::hardware_concurrency())},
        {"machine.memoryBytes", memoryBytes()},
        {"machine.os", QSysInfo::prettyProductName().toStdString()},
        {"machine.kernel", QSysInfo::kernelVersion().toStdString()},
        {"library.qt", qVersion()},
        {"library.glibc", gnu_get_libc_version()},
    };
    std::erase_if(all, [](const auto &entry) { return entry.second.empty(); });
    return all;
}

} // namespace limno
