// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/vision/imageheader.h"

/// One reader a format. Each is given bytes that begin with its signature, and answers with InputInvalid, a `reason`,
/// and a message without the file's name.
namespace limno {

/// PNG specification (third edition), with the animation chunks acTL and fcTL.
Result<ImageHeader> readPngHeader(std::span<const std::byte> bytes);
/// ITU-T T.81, and EXIF in APP1.
Result<ImageHeader> readJpegHeader(std::span<const std::byte> bytes);
/// RFC 9649.
Result<ImageHeader> readWebpHeader(std::span<const std::byte> bytes);
/// GIF89a specification.
Result<ImageHeader> readGifHeader(std::span<const std::byte> bytes);
/// BITMAPCOREHEADER to BITMAPV5HEADER.
Result<ImageHeader> readBmpHeader(std::span<const std::byte> bytes);
/// TIFF 6.0: the first page; the other pages are counted.
Result<ImageHeader> readTiffHeader(std::span<const std::byte> bytes);

/// Orientation (tag 274) of an EXIF block, which is a small TIFF file, with or without "Exif\0\0" before it. 1 when it is
/// damaged or says nothing: a bad tag is no reason to refuse a picture.
int exifOrientation(std::span<const std::byte> exif);

} // namespace limno
