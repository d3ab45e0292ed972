// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/smapsreport.h"

#include "core/memory/procfile.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace limno {

namespace {

constexpr int64_t kKiB = 1024;
using Key = std::pair<MappingClass, std::string>;

Key classify(std::string_view path)
{
    constexpr std::string_view kDeleted = " (deleted)";
    if (path.ends_with(kDeleted))
        path.remove_suffix(kDeleted.size());
    if (path == "[heap]")
        return {MappingClass::Heap, ""};
    if (path.starts_with("[stack"))
        return {MappingClass::Stack, ""};
    if (path.empty() || path.starts_with("[anon:"))
        return {MappingClass::Anonymous, ""};
    if (path.starts_with("[anon_shmem"))
        return {MappingClass::Shared, ""};
    if (path.starts_with('[')) // [vdso], [vvar], [vsyscall]
        return {MappingClass::Kernel, ""};
    for (const std::string_view shared : {"/memfd:", "/dev/shm/", "/dev/zero", "/SYSV"}) {
        if (path.starts_with(shared))
            return {MappingClass::Shared, std::string(path)};
    }
    return {MappingClass::File, std::string(path)};
}

std::optional<int64_t> hexadecimal(std::string_view text, char end)
{
    uint64_t value = 0;
    const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (status != std::errc() || stop == text.data() + text.size() || *stop != end)
        return std::nullopt;
    return static_cast<int64_t>(value);
}

struct Header {
    int64_t sizeBytes = 0;
    std::string_view path;
};

/// "7f1a00000000-7f1a00021000 rw-p 00000000 00:00 0      /usr/lib/libc.so.6"; nothing for any other line.
std::optional<Header> header(std::string_view line)
{
    const auto first = hexadecimal(line, '-');
    if (!first)
        return std::nullopt;
    const auto last = hexadecimal(line.substr(line.find('-') + 1), ' ');
    if (!last || *last < *first)
        return std::nullopt;
    size_t at = 0;
    for (int field = 0; field < 5; ++field) {
        at = line.find(' ', at);
        if (at == std::string_view::npos)
            return field == 4 ? std::optional(Header{*last - *first, {}}) : std::nullopt;
        at = std::min(line.find_first_not_of(' ', at), line.size());
    }
    return Header{*last - *first, line.substr(at)};
}

int64_t SmapsReport::Row::*memberOf(std::string_view key)
{
    if (key == "Rss")
        return &SmapsReport::Row::rssBytes;
    if (key == "Pss")
        return &SmapsReport::Row::pssBytes;
    if (key == "Private_Dirty")
        return &SmapsReport::Row::privateDirtyBytes;
    return key == "Swap" ? &SmapsReport::Row::swapBytes : nullptr;
}

} // namespace

std::string_view mappingClassName(MappingClass mappingClass)
{
    switch (mappingClass) {
    case MappingClass::Heap:
        return "heap";
    case MappingClass::Stack:
        return "stack";
    case MappingClass::Anonymous:
        return "anonymous";
    case MappingClass::File:
        return "file";
    case MappingClass::Shared:
        return "shmem";
    case MappingClass::Kernel:
        break;
    }
    return "kernel";
}

SmapsReport::Row SmapsReport::total() const
{
    Row sum;
    for (const Row &row : rows) {
        sum.count += row.count;
        for (const auto member : {&Row::sizeBytes, &Row::rssBytes, &Row::pssBytes, &Row::privateDirtyBytes, &Row::swapBytes})
            sum.*member += row.*member;
    }
    return sum;
}

Result<SmapsReport> parseSmaps(std::string_view text)
{
    std::map<Key, SmapsReport::Row> rows;
    SmapsReport::Row *row = nullptr;
    int number = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (const auto mapping = header(line)) {
            const Key key = classify(mapping->path);
            row = &rows[key];
            row->mappingClass = key.first;
            row->name = key.second;
            row->sizeBytes += mapping->sizeBytes;
            ++row->count;
            continue;
        }
        const size_t colon = line.find(':');
        if (!row || colon == std::string_view::npos)
            return failure(ErrorCode::InputInvalid, "smaps: line " + std::to_string(number) + " is neither a mapping nor a number of one");
        if (const auto member = memberOf(line.substr(0, colon)))
            row->*member += leadingNumber(line.substr(colon + 1)).value_or(0) * kKiB;
    }
    SmapsReport report;
    for (auto &[key, sum] : rows)
        report.rows.push_back(std::move(sum));
    std::ranges::stable_sort(report.rows, std::ranges::greater(), &SmapsReport::Row::rssBytes);
    return report;
}

Result<SmapsReport> readSmaps(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad() || text.empty())
        return failure(ErrorCode::Io, path + ": can't be read");
    return parseSmaps(text);
}

} // namespace limno
