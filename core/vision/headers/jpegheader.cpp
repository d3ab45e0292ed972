// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/bytereader.h"
#include "core/vision/headers/readers.h"

#include <cstring>

namespace limno {

namespace {

constexpr uint8_t kStartOfImage = 0xd8;
constexpr uint8_t kEndOfImage = 0xd9;
constexpr uint8_t kStartOfScan = 0xda;
constexpr uint8_t kApplication1 = 0xe1;
constexpr uint8_t kTemporary = 0x01;

bool isRestart(uint8_t marker)
{
    return marker >= 0xd0 && marker <= 0xd7;
}

/// Start-of-frame markers; DHT, JPG and DAC lie in the same range.
bool isFrame(uint8_t marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// Baseline, extended, progressive; with Huffman or arithmetic coding.
bool isUsualFrame(uint8_t marker)
{
    return marker == 0xc0 || marker == 0xc1 || marker == 0xc2 || marker == 0xc9 || marker == 0xca;
}

/// Where the next marker's code is (the byte after 0xff and its fill bytes), past entropy-coded data; size() when none.
uint64_t nextMarker(const ByteReader &reader, std::span<const std::byte> bytes, uint64_t at)
{
    while (at < reader.size()) {
        const void *found = std::memchr(bytes.data() + at, 0xff, bytes.size() - at);
        if (!found)
            break;
        at = static_cast<uint64_t>(static_cast<const std::byte *>(found) - bytes.data());
        while (reader.u8(at) == 0xff)
            ++at;
        if (at < reader.size() && reader.u8(at) != 0 && !isRestart(reader.u8(at)))
            return at;
    }
    return reader.size();
}

Result<ImageHeader> readFrame(const ByteReader &reader, uint8_t marker, uint64_t at)
{
    if (!isUsualFrame(marker))
        return unsupported("lossless and hierarchical coding can't be read");
    const int precision = reader.u8(at);
    if (precision != 8)
        return unsupported(std::to_string(precision) + " bits a sample can't be read");
    ImageHeader header;
    header.height = reader.u16(at + 1);
    header.width = reader.u16(at + 3);
    header.channels = reader.u8(at + 5);
    if (header.channels != 1 && header.channels != 3 && header.channels != 4)
        return unsupported(std::to_string(header.channels) + " components can't be read");
    return header;
}

} // namespace

Result<ImageHeader> readJpegHeader(std::span<const std::byte> bytes)
{
    const ByteReader reader(bytes, std::endian::big);
    ImageHeader header;
    int orientation = 1;
    bool hasScan = false;
    for (uint64_t at = nextMarker(reader, bytes, 2);; at = nextMarker(reader, bytes, at)) {
        if (at == reader.size())
            return cutShort(reader, "has no end marker");
        const uint8_t marker = reader.u8(at);
        ++at;
        if (marker == kEndOfImage)
            break;
        if (marker == kTemporary || marker == kStartOfImage)
            continue;
        const uint64_t length = reader.u16(at); // counts its own two bytes
        if (!reader.has(at, std::max<uint64_t>(length, 2)))
            return cutShort(reader, "ends in the segment at byte " + std::to_string(at));
        if (length < 2)
            return corrupt("the segment at byte " + std::to_string(at) + " has a length of " + std::to_string(length));
        const uint64_t data = at + 2;
        if (isFrame(marker)) {
            if (header.channels != 0)
                return corrupt("has two frame headers");
            if (length < 8)
                return corrupt("its frame header has " + std::to_string(length) + " bytes");
            auto frame = readFrame(reader, marker, data);
            if (!frame)
                return frame;
            header = *frame;
        } else if (marker == kStartOfScan) {
            if (header.channels == 0)
                return corrupt("has a scan before its frame header");
            hasScan = true;
        } else if (marker == kApplication1 && orientation == 1 && reader.text(data, 6) == std::string_view("Exif\0\0", 6)) {
            orientation = exifOrientation(reader.part(data, length - 2));
        }
        at += length;
    }
    if (!hasScan)
        return corrupt("has no picture");
    header.orientation = orientation;
    return header;
}

} // namespace limno
