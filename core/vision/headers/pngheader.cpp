// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/bytereader.h"
#include "core/vision/headers/readers.h"

#include <optional>

namespace limno {

namespace {

constexpr uint64_t kSignatureBytes = 8;
constexpr uint64_t kChunkFrameBytes = 12; ///< length, type, checksum
constexpr uint64_t kHeaderBytes = 13;

/// Channels of a colour type without transparency, if it and the depth go together.
std::optional<int> channelsOf(uint8_t colourType, uint8_t depth)
{
    const bool isPowerOfTwo = depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    switch (colourType) {
    case 0:
        return isPowerOfTwo ? std::optional(1) : std::nullopt;
    case 3:
        return isPowerOfTwo && depth <= 8 ? std::optional(3) : std::nullopt;
    case 2:
    case 4:
    case 6:
        return depth == 8 || depth == 16 ? std::optional(colourType == 2 ? 3 : colourType == 4 ? 2 : 4) : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// What the chunks after the first one tell.
struct Chunks {
    bool hasData = false;
    bool hasTransparency = false;
    bool isDataAnimated = false; ///< the picture of IDAT is the animation's first one
    int64_t animated = 0;
    int orientation = 1;
};

} // namespace

Result<ImageHeader> readPngHeader(std::span<const std::byte> bytes)
{
    const ByteReader reader(bytes, std::endian::big);
    if (!reader.has(kSignatureBytes, kChunkFrameBytes + kHeaderBytes))
        return cutShort(reader, "ends in its first chunk");
    if (reader.u32(kSignatureBytes) != kHeaderBytes || reader.text(kSignatureBytes + 4, 4) != "IHDR")
        return corrupt("does not begin with an IHDR chunk");
    ImageHeader header;
    header.width = reader.u32(16);
    header.height = reader.u32(20);
    const auto channels = channelsOf(reader.u8(25), reader.u8(24));
    if (!channels)
        return corrupt("colour type " + std::to_string(reader.u8(25)) + " with " + std::to_string(reader.u8(24)) + " bits");

    Chunks chunks;
    uint64_t at = kSignatureBytes + kChunkFrameBytes + kHeaderBytes;
    for (std::string_view type; type != "IEND";) {
        if (!reader.has(at, kChunkFrameBytes))
            return cutShort(reader, "has no IEND chunk");
        const uint64_t length = reader.u32(at);
        type = reader.text(at + 4, 4);
        const uint64_t data = at + 8;
        if (!reader.has(data, length + 4))
            return cutShort(reader, "the chunk at byte " + std::to_string(at) + " has " + std::to_string(length) + " bytes");
        if (type == "IDAT")
            chunks.hasData = true;
        else if (type == "tRNS")
            chunks.hasTransparency = true;
        else if (type == "acTL" && length >= 8 && !chunks.hasData)
            chunks.animated = reader.u32(data);
        else if (type == "fcTL" && !chunks.hasData)
            chunks.isDataAnimated = true;
        else if (type == "eXIf")
            chunks.orientation = exifOrientation(reader.part(data, length));
        at = data + length + 4;
    }
    if (!chunks.hasData)
        return corrupt("has no IDAT chunk");
    header.channels = *channels + (chunks.hasTransparency && *channels % 2 == 1 ? 1 : 0);
    header.frames = chunks.animated > 0 ? chunks.animated + (chunks.isDataAnimated ? 0 : 1) : 1;
    header.orientation = chunks.orientation;
    return header;
}

} // namespace limno
