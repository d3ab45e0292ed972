// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/bytereader.h"
#include "core/vision/headers/readers.h"

namespace limno {

namespace {

constexpr uint64_t kScreenEnd = 13;
constexpr uint8_t kExtension = 0x21;
constexpr uint8_t kPicture = 0x2c;
constexpr uint8_t kTrailer = 0x3b;
constexpr uint8_t kGraphicControl = 0xf9;

/// Bytes of the colour table that these flags announce.
uint64_t paletteBytes(uint8_t flags)
{
    return (flags & 0x80) != 0 ? uint64_t(3) << ((flags & 7) + 1) : 0;
}

/// The byte after a row of sub-blocks, which ends with an empty one; past the end when it is cut.
uint64_t afterSubBlocks(const ByteReader &reader, uint64_t at)
{
    while (at < reader.size()) {
        const uint8_t length = reader.u8(at);
        at += 1 + uint64_t(length);
        if (length == 0)
            return at;
    }
    return reader.size() + 1;
}

} // namespace

Result<ImageHeader> readGifHeader(std::span<const std::byte> bytes)
{
    const ByteReader reader(bytes, std::endian::little);
    if (!reader.has(0, kScreenEnd))
        return cutShort(reader, "ends in its header");
    ImageHeader header;
    header.width = reader.u16(6);
    header.height = reader.u16(8);
    header.channels = 3;
    header.frames = 0;
    uint64_t at = kScreenEnd + paletteBytes(reader.u8(10));
    for (;;) {
        if (!reader.has(at, 1))
            return cutShort(reader, "has no trailer");
        const uint8_t kind = reader.u8(at);
        if (kind == kTrailer)
            break;
        if (kind == kExtension) {
            const bool isTransparent = reader.u8(at + 1) == kGraphicControl && (reader.u8(at + 3) & 1) != 0;
            if (isTransparent && header.frames == 0)
                header.channels = 4;
            at = afterSubBlocks(reader, at + 2);
        } else if (kind == kPicture) {
            if (!reader.has(at, 10))
                return cutShort(reader, "ends in a picture's header");
            const int64_t right = int64_t(reader.u16(at + 1)) + reader.u16(at + 5);
            const int64_t bottom = int64_t(reader.u16(at + 3)) + reader.u16(at + 7);
            if (header.frames == 0 && (right > header.width || bottom > header.height))
                return corrupt("its first picture reaches to " + std::to_string(right) + ", " + std::to_string(bottom)
                               + " in a screen of " + std::to_string(header.width) + " × " + std::to_string(header.height));
            ++header.frames;
            at = afterSubBlocks(reader, at + 10 + paletteBytes(reader.u8(at + 9)) + 1);
        } else {
            return corrupt("byte " + std::to_string(at) + " begins no block");
        }
    }
    if (header.frames == 0)
        return corrupt("has no picture");
    return header;
}

} // namespace limno
