// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace limno {

namespace {

constexpr std::array<std::pair<std::string_view, double>, 10> kUnits{{
    {"", 1.0},
    {"B", 1.0},
    {"KiB", 1024.0},
    {"MiB", 1024.0 * 1024},
    {"GiB", 1024.0 * 1024 * 1024},
    {"TiB", 1024.0 * 1024 * 1024 * 1024},
    {"KB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
}};

} // namespace

Result<int64_t> parseByteSize(std::string_view text)
{
    const auto refuse = [&] {
        return failure(ErrorCode::InputInvalid, "\"" + std::string(text) + "\" is not a size; write 512MiB, 8GiB or 1.5GB");
    };
    double number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (status != std::errc() || !(number >= 0))
        return refuse();
    std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
    while (!unit.empty() && unit.front() == ' ')
        unit.remove_prefix(1);
    for (const auto &[name, factor] : kUnits) {
        if (unit != name)
            continue;
        const double bytes = std::round(number * factor);
        if (bytes > std::ldexp(1.0, 62))
            return refuse();
        return static_cast<int64_t>(bytes);
    }
    return refuse();
}

std::string formatByteSize(int64_t bytes)
{
    constexpr std::array<std::string_view, 5> names{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    size_t unit = 0;
    while (std::abs(value) >= 1024.0 && unit + 1 < names.size()) {
        value /= 1024.0;
        ++unit;
    }
    std::array<char, 32> buffer{};
    const int digits = unit == 0 ? 0 : 1;
    const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
    return std::string(buffer.data(), status == std::errc() ? end : buffer.data()) + " " + std::string(names[unit]);
}

} // namespace limno
