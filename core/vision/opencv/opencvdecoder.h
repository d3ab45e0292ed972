// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/imagedecoder.h"
#include "core/vision/imageheader.h"

namespace limno {

/// PNG, JPEG and BMP with OpenCV, whose version 4.6 reads neither animations nor GIF, and TIFF without telling damage:
/// these with libwebp, giflib and libtiff. Our own readers see each file first, so that what is too large, cut or of
/// another format never reaches a library. Samples of 16 bits give their high byte in PNG, as with Pillow, and are
/// rounded in TIFF.
class OpenCvDecoder final : public ImageDecoder
{
public:
    explicit OpenCvDecoder(ImageLimits limits = {});
    Result<Image> decode(std::span<const std::byte> encoded, const std::string &name) const override;

private:
    ImageLimits m_limits;
};

} // namespace limno
