// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/headers/bytereader.h"
#include "core/vision/headers/readers.h"

#include <cstdlib>

namespace limno {

namespace {

constexpr uint64_t kFileHeaderBytes = 14;
constexpr uint32_t kCoreHeaderBytes = 12;
constexpr uint32_t kInfoHeaderBytes = 40;
constexpr uint32_t kWithAlphaMaskBytes = 56;
constexpr uint32_t kPlain = 0;
constexpr uint32_t kRunLength8 = 1;
constexpr uint32_t kRunLength4 = 2;
constexpr uint32_t kBitFields = 3;

bool isUsualDepth(int bits, uint32_t compression)
{
    switch (compression) {
    case kPlain:
        return bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
    case kRunLength8:
        return bits == 8;
    case kRunLength4:
        return bits == 4;
    case kBitFields:
        return bits == 16 || bits == 32;
    default:
        return false;
    }
}

} // namespace

Result<ImageHeader> readBmpHeader(std::span<const std::byte> bytes)
{
    const ByteReader reader(bytes, std::endian::little);
    const uint32_t infoBytes = reader.u32(kFileHeaderBytes);
    if (!reader.has(kFileHeaderBytes, std::max(infoBytes, kCoreHeaderBytes)))
        return cutShort(reader, "ends in its header");
    const bool isCore = infoBytes == kCoreHeaderBytes;
    if (!isCore && infoBytes < kInfoHeaderBytes)
        return unsupported("a header of " + std::to_string(infoBytes) + " bytes can't be read");

    ImageHeader header;
    header.width = isCore ? reader.u16(18) : static_cast<int32_t>(reader.u32(18));
    const int64_t rows = isCore ? reader.u16(20) : static_cast<int32_t>(reader.u32(22));
    header.height = std::abs(rows); // negative: stored from the top
    const int bits = reader.u16(isCore ? 24 : 28);
    const uint32_t compression = isCore ? kPlain : reader.u32(30);
    if (!isUsualDepth(bits, compression))
        return unsupported(std::to_string(bits) + " bits a pixel with compression " + std::to_string(compression)
                           + " can't be read");
    if (header.width < 1)
        return corrupt("is " + std::to_string(header.width) + " pixels wide");
    const bool hasAlpha = compression == kBitFields && infoBytes >= kWithAlphaMaskBytes && reader.u32(66) != 0;
    header.channels = hasAlpha ? 4 : 3;

    const uint64_t pixels = reader.u32(10);
    const uint64_t rowBytes = (static_cast<uint64_t>(header.width) * static_cast<uint64_t>(bits) + 31) / 32 * 4;
    const bool isRunLength = compression == kRunLength8 || compression == kRunLength4;
    const uint64_t needed = isRunLength ? 1 : rowBytes * static_cast<uint64_t>(header.height);
    if (!reader.has(pixels, needed))
        return cutShort(reader, "its pixels need " + std::to_string(needed) + " bytes from byte " + std::to_string(pixels));
    return header;
}

} // namespace limno
