// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zipdirectory.h"

#include "core/formats/parsing.h"

#include <algorithm>
#include <optional>
#include <set>

namespace limno {

using parsing::load;

namespace {

constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kCentralHeader = 0x02014b50;
constexpr uint32_t kEnd = 0x06054b50;
constexpr uint32_t kEnd64 = 0x06064b50;
constexpr uint32_t kLocator64 = 0x07064b50;
constexpr uint64_t kLocalHeaderBytes = 30;
constexpr uint64_t kCentralHeaderBytes = 46;
constexpr uint64_t kEndBytes = 22;
constexpr uint64_t kEnd64Bytes = 56;
constexpr uint64_t kLocator64Bytes = 20;
constexpr uint64_t kLongestComment = 65535;

tl::unexpected<Error> invalid(std::string reason, std::string message)
{
    return failure(ErrorCode::ModelInvalid, std::move(message), std::move(reason));
}

class DirectoryReader
{
public:
    explicit DirectoryReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    Result<std::vector<ZipEntry>> read()
    {
        const std::string_view start = parsing::asText(m_bytes.first(std::min<size_t>(m_bytes.size(), 2)));
        if (start != std::string_view("PK").substr(0, start.size()))
            return invalid("bad_magic", "is no zip archive" + parsing::foreignHint(m_bytes));
        const auto end = findEnd();
        if (!end)
            return invalid("truncated",
                           "the table of contents at the end of the archive is not there (incomplete download?)");
        if (!locate(*end))
            return invalid("truncated",
                           "the table of contents is not where the end of the archive says (incomplete download?)");
        if (m_count > m_directoryBytes / kCentralHeaderBytes)
            return invalid("count_too_large", std::to_string(m_count) + " entries in a table of "
                                                  + std::to_string(m_directoryBytes) + " bytes");
        std::vector<ZipEntry> entries;
        std::set<std::string> names;
        for (uint64_t i = 0; i < m_count; ++i) {
            auto entry = readEntry();
            if (!entry)
                return failure(std::move(entry.error()));
            if (!names.insert(entry->name).second)
                return invalid("duplicate_key", "entry " + parsing::inQuotes(entry->name) + " occurs twice");
            entries.push_back(std::move(*entry));
        }
        return entries;
    }

private:
    template<typename T>
    T at(uint64_t position) const
    {
        return load<T>(m_bytes.data() + position);
    }
    bool fits(uint64_t position, uint64_t length, uint64_t limit) const
    {
        return position <= limit && length <= limit - position;
    }

    /// The end record stands before a comment of unknown length, so it is searched for from behind.
    std::optional<uint64_t> findEnd() const
    {
        if (m_bytes.size() < kEndBytes)
            return std::nullopt;
        const uint64_t last = m_bytes.size() - kEndBytes;
        const uint64_t first = last > kLongestComment ? last - kLongestComment : 0;
        for (uint64_t position = last + 1; position-- > first;) {
            if (at<uint32_t>(position) == kEnd && position + kEndBytes + at<uint16_t>(position + 20) == m_bytes.size())
                return position;
        }
        return std::nullopt;
    }

    /// Fills m_count, m_position, m_directoryBytes and m_dataEnd; false when they do not lie before the end record.
    bool locate(uint64_t end)
    {
        m_count = at<uint16_t>(end + 10);
        m_directoryBytes = at<uint32_t>(end + 12);
        m_position = at<uint32_t>(end + 16);
        if (m_count == UINT16_MAX || m_directoryBytes == UINT32_MAX || m_position == UINT32_MAX) {
            if (end < kLocator64Bytes || at<uint32_t>(end - kLocator64Bytes) != kLocator64)
                return false;
            const auto end64 = at<uint64_t>(end - kLocator64Bytes + 8);
            if (!fits(end64, kEnd64Bytes, end) || at<uint32_t>(end64) != kEnd64)
                return false;
            m_count = at<uint64_t>(end64 + 32);
            m_directoryBytes = at<uint64_t>(end64 + 40);
            m_position = at<uint64_t>(end64 + 48);
        }
        m_dataEnd = m_position;
        m_directoryEnd = m_position + m_directoryBytes;
        return fits(m_position, m_directoryBytes, end);
    }

    Result<ZipEntry> readEntry()
    {
        if (!fits(m_position, kCentralHeaderBytes, m_directoryEnd) || at<uint32_t>(m_position) != kCentralHeader)
            return invalid("truncated", "the table of contents ends in the middle (incomplete download?)");
        const uint64_t header = m_position;
        const uint64_t nameBytes = at<uint16_t>(header + 28);
        const uint64_t extraBytes = at<uint16_t>(header + 30);
        m_position += kCentralHeaderBytes + nameBytes + extraBytes + at<uint16_t>(header + 32);
        if (m_position > m_directoryEnd)
            return invalid("truncated", "the table of contents ends in the middle (incomplete download?)");
        ZipEntry entry;
        entry.name = parsing::asText(m_bytes.subspan(header + kCentralHeaderBytes, nameBytes));
        entry.isCompressed = at<uint16_t>(header + 10) != 0;
        entry.storedBytes = at<uint32_t>(header + 20);
        uint64_t offset = at<uint32_t>(header + 42);
        const bool wide = at<uint32_t>(header + 24) == UINT32_MAX;
        widen(m_bytes.subspan(header + kCentralHeaderBytes + nameBytes, extraBytes), wide, entry.storedBytes, offset);
        if (!isInside(entry, offset))
            return invalid("bad_offset",
                           "entry " + parsing::inQuotes(entry.name) + ": its data lies outside the archive");
        return entry;
    }

    /// Replaces the numbers that did not fit 32 bits by those of the zip64 field (4.5.3).
    static void widen(std::span<const std::byte> extra, bool hasWideSize, uint64_t &storedBytes, uint64_t &offset)
    {
        while (extra.size() >= 4) {
            const auto id = load<uint16_t>(extra.data());
            const size_t length = load<uint16_t>(extra.data() + 2);
            extra = extra.subspan(4);
            if (length > extra.size())
                return;
            if (id == 1) {
                std::span<const std::byte> numbers = extra.first(length);
                const auto next = [&numbers](uint64_t &target) {
                    if (numbers.size() < sizeof(uint64_t))
                        return;
                    target = load<uint64_t>(numbers.data());
                    numbers = numbers.subspan(sizeof(uint64_t));
                };
                uint64_t unpackedBytes = 0;
                if (hasWideSize)
                    next(unpackedBytes);
                if (storedBytes == UINT32_MAX)
                    next(storedBytes);
                if (offset == UINT32_MAX)
                    next(offset);
                return;
            }
            extra = extra.subspan(length);
        }
    }

    bool isInside(const ZipEntry &entry, uint64_t offset) const
    {
        if (!fits(offset, kLocalHeaderBytes, m_dataEnd) || at<uint32_t>(offset) != kLocalHeader)
            return false;
        const uint64_t data = offset + kLocalHeaderBytes + at<uint16_t>(offset + 26) + at<uint16_t>(offset + 28);
        return fits(data, entry.storedBytes, m_dataEnd);
    }

    std::span<const std::byte> m_bytes;
    uint64_t m_count = 0;
    uint64_t m_position = 0;
    uint64_t m_directoryBytes = 0;
    uint64_t m_directoryEnd = 0;
    uint64_t m_dataEnd = 0;
};

} // namespace

Result<std::vector<ZipEntry>> readZipDirectory(std::span<const std::byte> bytes)
{
    return DirectoryReader(bytes).read();
}

} // namespace limno
