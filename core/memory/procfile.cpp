// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/procfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>

namespace limno {

namespace {

class File
{
public:
    explicit File(const char *path)
        : m_descriptor(::open(path, O_RDONLY | O_CLOEXEC))
    {
    }
    ~File()
    {
        if (isOpen())
            ::close(m_descriptor);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    bool isOpen() const { return m_descriptor >= 0; }

    /// Bytes read, 0 at the end, -1 on failure.
    ssize_t read(std::span<char> buffer) const
    {
        ssize_t got = 0;
        do {
            got = ::read(m_descriptor, buffer.data(), buffer.size());
        } while (got < 0 && errno == EINTR);
        return got;
    }

private:
    int m_descriptor;
};

} // namespace

std::string_view readSmallFile(const char *path, std::span<char> buffer)
{
    const File file(path);
    size_t size = 0;
    while (file.isOpen() && size < buffer.size()) {
        const ssize_t got = file.read(buffer.subspan(size));
        if (got <= 0)
            break;
        size += static_cast<size_t>(got);
    }
    return {buffer.data(), size};
}

std::optional<int64_t> leadingNumber(std::string_view text)
{
    const size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos)
        return std::nullopt;
    int64_t number = 0;
    const auto [end, status] = std::from_chars(text.data() + start, text.data() + text.size(), number);
    return status == std::errc() ? std::optional(number) : std::nullopt;
}

void parseProcStatus(std::string_view text, Sample &sample)
{
    struct Line {
        std::string_view key;
        Metric metric;
        int64_t unit;
    };
    constexpr std::array<Line, 5> wanted{{
        {"RssAnon", Metric::RssAnon, 1024},
        {"RssFile", Metric::RssFile, 1024},
        {"RssShmem", Metric::RssShmem, 1024},
        {"VmSwap", Metric::Swap, 1024},
        {"Threads", Metric::Threads, 1},
    }};
    while (!text.empty()) {
        const size_t lineEnd = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, lineEnd);
        text.remove_prefix(std::min(lineEnd + 1, text.size()));
        const size_t colon = line.find(':');
        if (colon == std::string_view::npos)
            continue;
        for (const Line &entry : wanted) {
            if (line.substr(0, colon) != entry.key)
                continue;
            if (const auto number = leadingNumber(line.substr(colon + 1)))
                sample.set(entry.metric, *number * entry.unit);
        }
    }
}

std::optional<int64_t> countEntries(const char *folder)
{
    std::error_code error;
    std::filesystem::directory_iterator entry(folder, error);
    int64_t count = 0;
    while (!error && entry != std::filesystem::directory_iterator()) {
        ++count;
        entry.increment(error);
    }
    return error ? std::nullopt : std::optional(count);
}

std::optional<int64_t> countLines(const char *path)
{
    const File file(path);
    if (!file.isOpen())
        return std::nullopt;
    std::array<char, 16384> buffer{};
    int64_t lines = 0;
    for (;;) {
        const ssize_t got = file.read(buffer);
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            return lines;
        lines += std::count(buffer.begin(), buffer.begin() + got, '\n');
    }
}

} // namespace limno
