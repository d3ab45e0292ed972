// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/vision/headers/bytereader.h"

#include <optional>

namespace limno {

/// An image file directory of TIFF 6.0, read in place.
class TiffDirectory
{
public:
    /// Bytes of the file header: byte order, 42, offset of the first directory.
    static constexpr uint64_t kHeaderBytes = 8;

    /// A row of unsigned integers (BYTE, SHORT or LONG); others have none.
    struct Values {
        uint64_t at = 0;
        uint64_t count = 0;
        unsigned bytesEach = 0;
    };

    /// Byte order by the first two bytes.
    static ByteReader readerOf(std::span<const std::byte> tiff);
    /// Nothing when the directory does not lie in the file.
    static std::optional<TiffDirectory> at(const ByteReader &reader, uint64_t offset);

    /// Nothing when the tag is missing, of another type, or its values do not lie in the file.
    std::optional<Values> values(uint16_t tag) const;
    uint64_t value(const Values &values, uint64_t index) const;
    /// The first value of a tag.
    std::optional<uint64_t> first(uint16_t tag) const;
    bool has(uint16_t tag) const { return entryOf(tag).has_value(); }
    /// Where the next directory is; 0 after the last one.
    uint64_t next() const;

private:
    TiffDirectory(const ByteReader &reader, uint64_t offset)
        : m_reader(reader)
        , m_offset(offset)
    {
    }
    uint64_t entries() const { return m_reader.u16(m_offset); }
    std::optional<uint64_t> entryOf(uint16_t tag) const;

    ByteReader m_reader;
    uint64_t m_offset;
};

} // namespace limno
