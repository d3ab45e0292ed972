// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/bytereader.h"
#include "core/vision/headers/readers.h"

namespace limno {

namespace {

constexpr uint64_t kRiffHeaderBytes = 12;
constexpr uint64_t kChunkHeaderBytes = 8;

struct Canvas {
    int64_t width = 0;
    int64_t height = 0;
    bool hasAlpha = false;
};

/// The size of a lossy or lossless bitstream, or of the extended header; nothing is wrong with other chunks.
Result<Canvas> readCanvas(const ByteReader &reader, std::string_view type, uint64_t at)
{
    if (type == "VP8X")
        return Canvas{reader.u24(at + 4) + 1, reader.u24(at + 7) + 1, (reader.u8(at) & 0x10) != 0};
    if (type == "VP8L") {
        if (reader.u8(at) != 0x2f)
            return corrupt("its lossless data has no signature");
        const uint32_t bits = reader.u32(at + 1);
        return Canvas{(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1, (bits >> 28 & 1) != 0};
    }
    if (reader.u24(at + 3) != 0x2a019d)
        return corrupt("its lossy data has no start code");
    return Canvas{reader.u16(at + 6) & 0x3fff, reader.u16(at + 8) & 0x3fff, false};
}

} // namespace

Result<ImageHeader> readWebpHeader(std::span<const std::byte> bytes)
{
    const ByteReader whole(bytes, std::endian::little);
    if (whole.text(0, 4) != "RIFF")
        return corrupt("has no RIFF header");
    const uint64_t end = kChunkHeaderBytes + whole.u32(4);
    if (end > whole.size())
        return cutShort(whole, "has " + std::to_string(end) + " bytes by its header");
    const ByteReader reader(bytes.first(end), std::endian::little);

    ImageHeader header;
    bool hasCanvas = false;
    bool hasPicture = false;
    int64_t animated = 0;
    for (uint64_t at = kRiffHeaderBytes; reader.has(at, kChunkHeaderBytes);) {
        const std::string_view type = reader.text(at, 4);
        const uint64_t length = reader.u32(at + 4);
        const uint64_t data = at + kChunkHeaderBytes;
        if (!reader.has(data, length))
            return cutShort(reader, "the chunk at byte " + std::to_string(at) + " has " + std::to_string(length) + " bytes");
        const bool isBitstream = type == "VP8 " || type == "VP8L";
        if (!hasCanvas && (isBitstream || type == "VP8X")) {
            if (length < (type == "VP8L" ? 5 : 10))
                return corrupt("the chunk at byte " + std::to_string(at) + " has only " + std::to_string(length) + " bytes");
            const auto canvas = readCanvas(reader, type, data);
            if (!canvas)
                return failure(canvas.error());
            header.width = canvas->width;
            header.height = canvas->height;
            header.channels = canvas->hasAlpha ? 4 : 3;
            hasCanvas = true;
        }
        hasPicture = hasPicture || isBitstream || type == "ANMF";
        if (type == "ANMF")
            ++animated;
        else if (type == "EXIF")
            header.orientation = exifOrientation(reader.part(data, length));
        at = data + length + length % 2;
    }
    if (!hasCanvas || !hasPicture)
        return corrupt("has no picture");
    header.frames = std::max<int64_t>(animated, 1);
    return header;
}

} // namespace limno
