// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/readers.h"
#include "core/vision/headers/tiffdirectory.h"

namespace limno {

namespace {

enum Tag : uint16_t {
    Width = 256,
    Height = 257,
    BitsPerSample = 258,
    Photometric = 262,
    StripOffsets = 273,
    SamplesPerPixel = 277,
    StripBytes = 279,
    TileOffsets = 324,
    TileBytes = 325,
    ExtraSamples = 338,
    SampleFormat = 339,
};

constexpr uint64_t kUnsignedSamples = 1;
constexpr uint64_t kPalette = 3;
constexpr uint64_t kAssociatedAlpha = 1;

/// Do the pixels of a page lie in the file? `budget` counts strips and tiles down: each takes two bytes of the file or
/// more, so a file that has more of them uses the same bytes again and again, to keep its reader busy.
Result<void> checkPixels(const ByteReader &reader, const TiffDirectory &page, uint64_t &budget)
{
    const bool isTiled = page.has(TileOffsets);
    const auto offsets = page.values(isTiled ? TileOffsets : StripOffsets);
    const auto bytes = page.values(isTiled ? TileBytes : StripBytes);
    if (!offsets || !bytes || offsets->count != bytes->count)
        return corrupt("a page does not say where its pixels are");
    if (offsets->count > budget)
        return corrupt("its pages share their strips");
    budget -= offsets->count;
    for (uint64_t i = 0; i < offsets->count; ++i) {
        const uint64_t at = page.value(*offsets, i);
        const uint64_t count = page.value(*bytes, i);
        if (!reader.has(at, count))
            return cutShort(reader, "its pixels need " + std::to_string(count) + " bytes from byte " + std::to_string(at));
    }
    return {};
}

Result<ImageHeader> readPage(const TiffDirectory &page)
{
    ImageHeader header;
    const auto width = page.first(Width);
    const auto height = page.first(Height);
    if (!width || !height)
        return corrupt("its first page has no size");
    header.width = static_cast<int64_t>(*width);
    header.height = static_cast<int64_t>(*height);
    const uint64_t samples = page.first(SamplesPerPixel).value_or(1);
    const uint64_t bits = page.first(BitsPerSample).value_or(1);
    const uint64_t format = page.first(SampleFormat).value_or(kUnsignedSamples);
    if (samples < 1 || samples > 4)
        return unsupported(std::to_string(samples) + " samples a pixel can't be read");
    if (format != kUnsignedSamples || (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16))
        return unsupported(std::to_string(bits) + " bits a sample of format " + std::to_string(format) + " can't be read");
    if (page.first(ExtraSamples) == kAssociatedAlpha)
        return unsupported("colours multiplied with their alpha can't be read");
    header.channels = page.first(Photometric) == kPalette ? 3 : static_cast<int>(samples);
    return header;
}

} // namespace

Result<ImageHeader> readTiffHeader(std::span<const std::byte> bytes)
{
    const ByteReader reader = TiffDirectory::readerOf(bytes);
    if (!reader.has(0, TiffDirectory::kHeaderBytes))
        return cutShort(reader, "ends in its header");
    uint64_t offset = reader.u32(4);
    const auto firstPage = TiffDirectory::at(reader, offset);
    if (!firstPage)
        return cutShort(reader, "its first directory is at byte " + std::to_string(offset));
    auto header = readPage(*firstPage);
    if (!header)
        return header;
    header->orientation = exifOrientation(bytes);
    header->frames = 0;
    // Each directory takes six bytes: a longer chain runs in a circle.
    uint64_t pagesLeft = reader.size() / 6;
    uint64_t stripsLeft = reader.size() / 2;
    for (; offset != 0; ++header->frames) {
        const auto page = TiffDirectory::at(reader, offset);
        if (!page)
            return cutShort(reader, "page " + std::to_string(header->frames + 1) + " is at byte " + std::to_string(offset));
        if (pagesLeft-- == 0)
            return corrupt("its pages run in a circle");
        if (const auto checked = checkPixels(reader, *page, stripsLeft); !checked)
            return failure(checked.error());
        offset = page->next();
    }
    return header;
}

} // namespace limno
