// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/codecs.h"

#include <opencv2/imgproc.hpp>
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace limno {

namespace {

struct Source {
    std::span<const std::byte> bytes;
    uint64_t at = 0;
    std::string error; ///< libtiff's first complaint
};

Source &sourceOf(thandle_t handle)
{
    return *static_cast<Source *>(handle);
}

tmsize_t readBytes(thandle_t handle, void *to, tmsize_t count)
{
    Source &source = sourceOf(handle);
    const uint64_t left = source.bytes.size() - std::min<uint64_t>(source.at, source.bytes.size());
    const size_t given = static_cast<size_t>(std::min(left, static_cast<uint64_t>(count)));
    if (given > 0)
        std::memcpy(to, source.bytes.data() + source.at, given);
    source.at += given;
    return static_cast<tmsize_t>(given);
}

tmsize_t writeNothing(thandle_t, void *, tmsize_t)
{
    return 0;
}

toff_t seek(thandle_t handle, toff_t offset, int from)
{
    Source &source = sourceOf(handle);
    const uint64_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? source.at : source.bytes.size();
    source.at = base + offset;
    return source.at;
}

int closeNothing(thandle_t)
{
    return 0;
}

toff_t sizeOf(thandle_t handle)
{
    return sourceOf(handle).bytes.size();
}

int keepError(TIFF *, void *user, const char *, const char *format, va_list arguments)
{
    auto &source = *static_cast<Source *>(user);
    char text[256];
    if (source.error.empty() && std::vsnprintf(text, sizeof text, format, arguments) > 0)
        source.error = text;
    return 1; // not printed as well
}

int dropWarning(TIFF *, void *, const char *, const char *, va_list)
{
    return 1;
}

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

Tiff open(Source &source)
{
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(), &TIFFOpenOptionsFree);
    if (!options)
        throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepError, &source);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), dropWarning, nullptr);
    // m: not mapped, the bytes are in memory already.
    return {TIFFClientOpenExt("", "rm", &source, readBytes, writeNothing, seek, closeNothing, sizeOf, nullptr, nullptr, options.get()),
            &TIFFClose};
}

[[noreturn]] void fail(const Source &source)
{
    throw std::runtime_error(source.error.empty() ? "the pixels are damaged" : "the pixels are damaged (" + source.error + ')');
}

/// In memory only. libtiff would turn the picture, which is the decoder's business, and multiply the colours with their
/// alpha, which is to be dropped.
void leavePixelsAsTheyAre(TIFF *tiff)
{
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    uint16_t count = 0;
    uint16_t *kinds = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0) {
        const std::vector<uint16_t> unspecified(count, EXTRASAMPLE_UNSPECIFIED);
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, count, unspecified.data());
    }
}

} // namespace

cv::Mat decodeTiff(std::span<const std::byte> encoded, const ImageHeader &header)
{
    Source source{encoded, 0, {}};
    const Tiff tiff = open(source);
    if (!tiff)
        fail(source);
    leavePixelsAsTheyAre(tiff.get());
    char words[1024] = "";
    TIFFRGBAImage image{};
    constexpr int kStopOnError = 1;
    if (!TIFFRGBAImageOK(tiff.get(), words) || !TIFFRGBAImageBegin(&image, tiff.get(), kStopOnError, words))
        throw std::runtime_error(words);
    const std::unique_ptr<TIFFRGBAImage, decltype(&TIFFRGBAImageEnd)> end(&image, &TIFFRGBAImageEnd);
    image.req_orientation = ORIENTATION_TOPLEFT;
    if (image.width != header.width || image.height != header.height)
        throw std::runtime_error("libtiff finds another size than the header");
    cv::Mat rgba(static_cast<int>(header.height), static_cast<int>(header.width), CV_8UC4);
    if (!TIFFRGBAImageGet(&image, rgba.ptr<uint32_t>(), image.width, image.height) || !source.error.empty())
        fail(source);
    cv::Mat rgb;
    cv::cvtColor(rgba, rgb, cv::COLOR_RGBA2RGB);
    return rgb;
}

} // namespace limno
