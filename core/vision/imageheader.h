// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace limno {

enum class ImageFormat { Png, Jpeg, WebP, Gif, Bmp, Tiff };
/// "PNG" and its like.
std::string_view imageFormatName(ImageFormat format);

/// What an image may need. The defaults let through what cameras and scanners make: as many pixels as Pillow takes
/// without a warning (256 MiB decoded), sides as long as libpng takes.
struct ImageLimits {
    int64_t pixels = 89'478'485;
    int64_t side = 1'000'000;
    int64_t fileBytes = 256 * 1024 * 1024;
};

/// What an image file says about itself.
struct ImageHeader {
    ImageFormat format = ImageFormat::Png;
    int64_t width = 0; ///< as stored, before the orientation is applied
    int64_t height = 0;
    int channels = 0; ///< as in Image; a palette with transparency counts 4
    int64_t frames = 1; ///< pictures of an animation, pages of a TIFF file
    int orientation = 1; ///< EXIF 1 to 8; 1 where the file names none or one that does not exist
};

/// Reads headers and the chain of blocks up to the end of the file, no pixels, and allocates nothing that depends on the
/// file: so a picture that is too large or cut short is refused before a decoder sees it. `name` begins the messages;
/// errors as ImageDecoder::decode() has them.
Result<ImageHeader> readImageHeader(std::span<const std::byte> bytes, const std::string &name,
                                    const ImageLimits &limits = {});

} // namespace limno
