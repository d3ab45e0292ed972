// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/tiffdirectory.h"

#include "core/vision/headers/readers.h"

namespace limno {

namespace {

constexpr uint64_t kEntryBytes = 12;
constexpr uint64_t kInlineBytes = 4; ///< values this short stand in the entry itself
constexpr uint16_t kOrientation = 274;

} // namespace

ByteReader TiffDirectory::readerOf(std::span<const std::byte> tiff)
{
    const bool isBig = !tiff.empty() && tiff[0] == std::byte('M');
    return {tiff, isBig ? std::endian::big : std::endian::little};
}

std::optional<TiffDirectory> TiffDirectory::at(const ByteReader &reader, uint64_t offset)
{
    const TiffDirectory directory(reader, offset);
    if (!reader.has(offset, 2) || !reader.has(offset, 2 + directory.entries() * kEntryBytes + 4))
        return std::nullopt;
    return directory;
}

std::optional<uint64_t> TiffDirectory::entryOf(uint16_t tag) const
{
    for (uint64_t i = 0; i < entries(); ++i) {
        const uint64_t entry = m_offset + 2 + i * kEntryBytes;
        if (m_reader.u16(entry) == tag)
            return entry;
    }
    return std::nullopt;
}

std::optional<TiffDirectory::Values> TiffDirectory::values(uint16_t tag) const
{
    const auto entry = entryOf(tag);
    if (!entry)
        return std::nullopt;
    const uint16_t type = m_reader.u16(*entry + 2);
    const unsigned bytesEach = type == 1 ? 1 : type == 3 ? 2 : type == 4 ? 4 : 0;
    const uint64_t count = m_reader.u32(*entry + 4);
    if (bytesEach == 0 || count == 0)
        return std::nullopt;
    const uint64_t at = count * bytesEach <= kInlineBytes ? *entry + 8 : m_reader.u32(*entry + 8);
    if (!m_reader.has(at, count * bytesEach))
        return std::nullopt;
    return Values{at, count, bytesEach};
}

uint64_t TiffDirectory::value(const Values &values, uint64_t index) const
{
    const uint64_t at = values.at + index * values.bytesEach;
    return values.bytesEach == 1 ? m_reader.u8(at) : values.bytesEach == 2 ? m_reader.u16(at) : m_reader.u32(at);
}

std::optional<uint64_t> TiffDirectory::first(uint16_t tag) const
{
    const auto found = values(tag);
    return found ? std::optional(value(*found, 0)) : std::nullopt;
}

uint64_t TiffDirectory::next() const
{
    return m_reader.u32(m_offset + 2 + entries() * kEntryBytes);
}

int exifOrientation(std::span<const std::byte> exif)
{
    constexpr std::string_view kPrefix("Exif\0\0", 6);
    if (ByteReader(exif, std::endian::big).text(0, kPrefix.size()) == kPrefix)
        exif = exif.subspan(kPrefix.size());
    const ByteReader reader = TiffDirectory::readerOf(exif);
    if (reader.u16(2) != 42)
        return 1;
    const auto directory = TiffDirectory::at(reader, reader.u32(4));
    const uint64_t value = directory ? directory->first(kOrientation).value_or(1) : 1;
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

} // namespace limno
