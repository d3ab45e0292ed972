// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/opencvdecoder.h"

#include "core/vision/opencv/codecs.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <climits>
#include <new>
#include <stdexcept>

namespace limno {

namespace {

cv::Mat decodePixels(std::span<const std::byte> encoded, const ImageHeader &header)
{
    switch (header.format) {
    case ImageFormat::WebP:
        return decodeWebp(encoded, header);
    case ImageFormat::Gif:
        return decodeGif(encoded, header);
    case ImageFormat::Tiff:
        return decodeTiff(encoded, header);
    case ImageFormat::Png:
    case ImageFormat::Jpeg:
    case ImageFormat::Bmp:
        break;
    }
    return decodeWithOpenCv(encoded);
}

/// Orientation values of EXIF 2.32, tag 0x0112: 5 to 8 swap rows and columns first.
cv::Mat upright(const cv::Mat &stored, int orientation)
{
    constexpr int kUpsideDown = 0;
    constexpr int kMirrored = 1;
    constexpr int kBoth = -1;
    cv::Mat turned;
    if (orientation >= 5)
        cv::transpose(stored, turned);
    const cv::Mat &source = orientation >= 5 ? turned : stored;
    switch (orientation) {
    case 2:
    case 6:
        cv::flip(source, turned, kMirrored);
        return turned;
    case 3:
    case 7:
        cv::flip(source, turned, kBoth);
        return turned;
    case 4:
    case 8:
        cv::flip(source, turned, kUpsideDown);
        return turned;
    default:
        return source;
    }
}

Image toImage(const cv::Mat &rgb, const ImageHeader &header)
{
    Image image;
    image.width = rgb.cols;
    image.height = rgb.rows;
    image.channels = header.channels;
    image.frames = static_cast<int>(std::min<int64_t>(header.frames, INT_MAX));
    image.orientation = header.orientation;
    image.rgb.resize(rgb.total() * 3);
    rgb.copyTo(cv::Mat(rgb.rows, rgb.cols, CV_8UC3, image.rgb.data()));
    return image;
}

} // namespace

cv::Mat decodeWithOpenCv(std::span<const std::byte> encoded)
{
    // imdecode() only reads, but takes no const pointer.
    const cv::Mat bytes(1, static_cast<int>(encoded.size()), CV_8UC1, const_cast<std::byte *>(encoded.data()));
    cv::Mat pixels = cv::imdecode(bytes, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    if (pixels.empty())
        throw std::runtime_error("the pixels are damaged");
    cv::cvtColor(pixels, pixels, cv::COLOR_BGR2RGB);
    return pixels;
}

OpenCvDecoder::OpenCvDecoder(ImageLimits limits)
    : m_limits(limits)
{
}

Result<Image> OpenCvDecoder::decode(std::span<const std::byte> encoded, const std::string &name) const
{
    const auto header = readImageHeader(encoded, name, m_limits);
    if (!header)
        return failure(header.error());
    const std::string prefix = name + ": " + std::string(imageFormatName(header->format)) + ": ";
    const auto noMemory = [&prefix, &header] {
        return failure(ErrorCode::OutOfMemory, prefix + "no memory for " + std::to_string(header->width) + " × "
                           + std::to_string(header->height) + " pixels");
    };
    try {
        const cv::Mat stored = decodePixels(encoded, *header);
        if (stored.cols != header->width || stored.rows != header->height || stored.type() != CV_8UC3)
            return failure(ErrorCode::InputInvalid, prefix + "the pixels are not those of the header", "corrupt");
        return toImage(upright(stored, header->orientation), *header);
    } catch (const cv::Exception &exception) {
        if (exception.code == cv::Error::StsNoMem)
            return noMemory();
        return failure(ErrorCode::InputInvalid, prefix + exception.err, "corrupt");
    } catch (const std::bad_alloc &) {
        return noMemory();
    } catch (const std::exception &exception) {
        return failure(ErrorCode::InputInvalid, prefix + exception.what(), "corrupt");
    }
}

} // namespace limno
