// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/vision/imageheader.h"

#include <opencv2/core.hpp>

/// The codecs of the decoder. Each gives the first picture as 8-bit RGB of the header's size, not yet upright, and throws
/// std::runtime_error or cv::Exception when the pixels are damaged.
namespace limno {

/// Whatever imgcodecs reads: PNG, JPEG, BMP.
cv::Mat decodeWithOpenCv(std::span<const std::byte> encoded);
/// libwebp's animation decoder, which takes still pictures too.
cv::Mat decodeWebp(std::span<const std::byte> encoded, const ImageHeader &header);
/// libtiff: OpenCV keeps its complaints about damaged pixels to itself and multiplies colours with their alpha.
cv::Mat decodeTiff(std::span<const std::byte> encoded, const ImageHeader &header);
/// giflib. What the first picture leaves free has its transparent colour, or else colour 0, as with Pillow.
cv::Mat decodeGif(std::span<const std::byte> encoded, const ImageHeader &header);

} // namespace limno
