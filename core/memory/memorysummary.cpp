// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memorysummary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace limno {

namespace {

constexpr size_t kWidth = 75;
constexpr size_t kNameWidth = 21;

std::string right(std::string_view text, size_t width)
{
    return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

std::string left(std::string_view text, size_t width)
{
    return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

std::string centred(std::string_view text, size_t width)
{
    const size_t space = width - std::min(width, text.size());
    return left(std::string(space / 2, ' ') + std::string(text), width);
}

/// A number of a row in the unit that suits the row above it: a pool is shown in the unit of both together.
struct Format {
    size_t digits;
    int64_t step;
    double limit; ///< the unit changes from here on
    std::array<std::string_view, 6> units;
};
constexpr Format kSize{6, 1024, 768.0 * 1024, {"B  ", "KiB", "MiB", "GiB", "TiB", "PiB"}};
constexpr Format kCount{7, 1000, 750.0 * 1000, {"  ", "K ", "M ", "M ", "M ", "M "}};

std::string cell(const Format &format, int64_t value, int64_t reference)
{
    const size_t units = format.step == 1000 ? 3 : format.units.size();
    size_t unit = 0;
    for (auto rest = static_cast<double>(reference); unit + 1 < units && rest >= format.limit; ++unit) {
        rest /= static_cast<double>(format.step);
        value /= format.step;
    }
    return right(std::to_string(value), format.digits) + ' ' + std::string(format.units[unit]);
}

std::string row(const Format &format, std::string_view name, const DeviceStat &stat, const DeviceStat &reference)
{
    std::string line = ' ' + left(name, kNameWidth);
    for (const auto member : {&DeviceStat::current, &DeviceStat::peak, &DeviceStat::allocated, &DeviceStat::freed})
        line += " | " + cell(format, stat.*member, reference.*member);
    return line + ' ';
}

struct Family {
    std::string_view name;
    DeviceStatArray DeviceStats::*member;
    const Format &format;
};
constexpr std::array<Family, 9> kFamilies{{
    {"Allocated memory", &DeviceStats::allocatedBytes, kSize},
    {"Active memory", &DeviceStats::activeBytes, kSize},
    {"Requested memory", &DeviceStats::requestedBytes, kSize},
    {"GPU reserved memory", &DeviceStats::reservedBytes, kSize},
    {"Non-releasable memory", &DeviceStats::inactiveSplitBytes, kSize},
    {"Allocations", &DeviceStats::allocation, kCount},
    {"Active allocs", &DeviceStats::active, kCount},
    {"GPU reserved segments", &DeviceStats::segment, kCount},
    {"Non-releasable allocs", &DeviceStats::inactiveSplit, kCount},
}};

} // namespace

std::string pytorchSize(int64_t bytes)
{
    constexpr std::array<std::string_view, 3> units{"KiB", "MiB", "GiB"};
    if (bytes <= 1024)
        return std::to_string(bytes) + " bytes";
    size_t unit = 0;
    double value = static_cast<double>(bytes) / 1024;
    for (; unit + 1 < units.size() && value > 1024; ++unit)
        value /= 1024;
    std::array<char, 32> buffer{};
    const auto [end, status] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 2);
    return std::string(buffer.data(), status == std::errc() ? end : buffer.data()) + ' ' + std::string(units[unit]);
}

std::string memorySummary(const DeviceStats &stats, std::string_view deviceName)
{
    const std::string thick(kWidth, '=');
    const std::string thin(kWidth, '-');
    std::string text;
    const auto add = [&text](std::string_view line) { text.append("|").append(line).append("|\n"); };

    add(thick);
    add(centred("Limnograph memory summary, " + std::string(deviceName), kWidth));
    add(thin);
    add(std::string(12, ' ') + "CUDA OOMs: " + left(std::to_string(stats.numOoms), 12) + " | " + std::string(7, ' ')
        + "cudaMalloc retries: " + left(std::to_string(stats.numAllocRetries), 8) + "  ");
    add(thick);
    add("        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  ");
    for (const Family &family : kFamilies) {
        const DeviceStatArray &array = stats.*family.member;
        add(thin);
        add(row(family.format, family.name, array.all, array.all));
        add(row(family.format, "      from large pool", array.large, array.all));
        add(row(family.format, "      from small pool", array.small, array.all));
    }
    add(thin);
    add(row(kCount, "Oversize allocations", stats.oversizeAllocations, stats.oversizeAllocations));
    add(thin);
    add(row(kCount, "Oversize GPU segments", stats.oversizeSegments, stats.oversizeSegments));
    add(thick);
    return text;
}

} // namespace limno
