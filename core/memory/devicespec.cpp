// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devicespec.h"

#include "core/base/bytesize.h"

#include <array>
#include <charconv>
#include <limits>
#include <utility>
#include <vector>

namespace limno {

namespace {

constexpr std::string_view kEmulated = "emulated:";
constexpr std::string_view kCuda = "cuda:";
constexpr int kMostSlots = 1024;
constexpr int kMostCards = 128;

std::string quoted(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

Result<int> parseCount(std::string_view key, std::string_view text, int least, int most)
{
    int value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return failure(ErrorCode::InputInvalid,
                       "device: " + std::string(key) + ": " + quoted(text) + " is not a number from "
                           + std::to_string(least) + " to " + std::to_string(most));
    return value;
}

Result<int64_t> parseSize(std::string_view key, std::string_view text)
{
    const auto bytes = parseByteSize(text);
    if (!bytes)
        return failure(ErrorCode::InputInvalid, "device: " + std::string(key) + ": " + bytes.error().message);
    return *bytes;
}

Result<int64_t> parseRate(std::string_view key, std::string_view text)
{
    constexpr std::string_view perSecond = "/s";
    if (!text.ends_with(perSecond))
        return failure(ErrorCode::InputInvalid,
                       "device: " + std::string(key) + ": " + quoted(text) + " is not a rate; write 12GB/s");
    const auto bytes = parseSize(key, text.substr(0, text.size() - perSecond.size()));
    if (bytes && *bytes == 0)
        return failure(ErrorCode::InputInvalid, "device: " + std::string(key) + ": " + quoted(text) + " never ends");
    return bytes;
}

Result<void> readKey(DeviceSpec &spec, std::string_view key, std::string_view value)
{
    const auto store = [](auto &target, auto parsed) -> Result<void> {
        if (!parsed)
            return failure(parsed.error());
        target = *parsed;
        return {};
    };
    if (key == "context")
        return store(spec.contextBytes, parseSize(key, value));
    if (key == "slots")
        return store(spec.computeSlots, parseCount(key, value, 1, kMostSlots));
    if (key == "copy")
        return store(spec.copyBytesPerSecond, parseRate(key, value));
    return failure(ErrorCode::InputInvalid,
                   "device: " + quoted(key) + " with value " + quoted(value) + " is not one of context, slots, copy");
}

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        parts.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    parts.push_back(text);
    return parts;
}

Result<DeviceSpec> parseEmulated(std::string_view text)
{
    DeviceSpec spec;
    spec.kind = DeviceSpec::Kind::Emulated;
    const std::vector<std::string_view> parts = split(text);
    const auto size = parseSize("emulated", parts.front());
    if (!size)
        return failure(size.error());
    spec.sizeBytes = *size;
    std::vector<std::string_view> seen;
    for (size_t i = 1; i < parts.size(); ++i) {
        const size_t equals = parts[i].find('=');
        if (equals == std::string_view::npos)
            return failure(ErrorCode::InputInvalid, "device: " + quoted(parts[i]) + " is not of the form key=value");
        const std::string_view key = parts[i].substr(0, equals);
        for (const std::string_view other : seen) {
            if (other == key)
                return failure(ErrorCode::InputInvalid,
                               "device: " + quoted(parts[i]) + " gives " + std::string(key) + " again");
        }
        seen.push_back(key);
        if (const auto read = readKey(spec, key, parts[i].substr(equals + 1)); !read)
            return failure(read.error());
    }
    if (spec.contextBytes >= spec.sizeBytes)
        return failure(ErrorCode::InputInvalid,
                       "device: context: " + std::to_string(spec.contextBytes) + " bytes leave nothing of a card of "
                           + std::to_string(spec.sizeBytes) + " bytes");
    return spec;
}

/// In the largest unit that says it exactly.
std::string exactSize(int64_t bytes)
{
    constexpr std::array<std::pair<std::string_view, int64_t>, 8> units{{
        {"TiB", int64_t{1} << 40},
        {"TB", 1'000'000'000'000},
        {"GiB", int64_t{1} << 30},
        {"GB", 1'000'000'000},
        {"MiB", int64_t{1} << 20},
        {"MB", 1'000'000},
        {"KiB", int64_t{1} << 10},
        {"KB", 1'000},
    }};
    for (const auto &[name, factor] : units) {
        if (bytes > 0 && bytes % factor == 0)
            return std::to_string(bytes / factor) + std::string(name);
    }
    return std::to_string(bytes);
}

} // namespace

Result<DeviceSpec> parseDeviceSpec(std::string_view text)
{
    if (text == "cpu")
        return DeviceSpec{};
    if (text.starts_with(kEmulated))
        return parseEmulated(text.substr(kEmulated.size()));
    if (text.starts_with(kCuda)) {
        const auto index = parseCount("cuda", text.substr(kCuda.size()), 0, kMostCards - 1);
        if (!index)
            return failure(index.error());
        DeviceSpec spec;
        spec.kind = DeviceSpec::Kind::Cuda;
        spec.index = *index;
        return spec;
    }
    return failure(ErrorCode::InputInvalid, "device: " + quoted(text) + " is not cpu, emulated:SIZE or cuda:N");
}

std::string deviceSpecText(const DeviceSpec &spec)
{
    switch (spec.kind) {
    case DeviceSpec::Kind::Cpu:
        return "cpu";
    case DeviceSpec::Kind::Cuda:
        return std::string(kCuda) + std::to_string(spec.index);
    case DeviceSpec::Kind::Emulated:
        break;
    }
    std::string text = std::string(kEmulated) + exactSize(spec.sizeBytes);
    if (spec.contextBytes > 0)
        text += ",context=" + exactSize(spec.contextBytes);
    if (spec.computeSlots > 0)
        text += ",slots=" + std::to_string(spec.computeSlots);
    if (spec.copyBytesPerSecond > 0)
        text += ",copy=" + exactSize(spec.copyBytesPerSecond) + "/s";
    return text;
}

std::string deviceLabel(const DeviceSpec &spec)
{
    if (spec.kind != DeviceSpec::Kind::Emulated)
        return deviceSpecText(spec);
    std::string size = formatByteSize(spec.sizeBytes);
    if (const size_t zero = size.find(".0 "); zero != std::string::npos)
        size.erase(zero, 2);
    return "emulated " + size;
}

} // namespace limno
