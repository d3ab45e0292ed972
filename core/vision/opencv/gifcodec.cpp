// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/codecs.h"

#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace limno {

namespace {

struct Source {
    std::span<const std::byte> left;
};

int readBytes(GifFileType *gif, GifByteType *to, int count)
{
    auto &source = *static_cast<Source *>(gif->UserData);
    const size_t given = std::min(static_cast<size_t>(count), source.left.size());
    std::memcpy(to, source.left.data(), given);
    source.left = source.left.subspan(given);
    return static_cast<int>(given);
}

[[noreturn]] void fail(int code)
{
    const char *words = GifErrorString(code);
    throw std::runtime_error(words ? std::string("the pixels are damaged (") + words + ')' : "the pixels are damaged");
}

struct Closer {
    void operator()(GifFileType *gif) const { DGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, Closer>;

void check(const Gif &gif, int answer)
{
    if (answer == GIF_ERROR)
        fail(gif->Error);
}

/// Goes to the first picture; the number of its transparent colour, or -1.
int findPicture(const Gif &gif)
{
    int transparent = NO_TRANSPARENT_COLOR;
    for (;;) {
        GifRecordType record = UNDEFINED_RECORD_TYPE;
        check(gif, DGifGetRecordType(gif.get(), &record));
        if (record == IMAGE_DESC_RECORD_TYPE) {
            check(gif, DGifGetImageDesc(gif.get()));
            return transparent;
        }
        if (record != EXTENSION_RECORD_TYPE)
            throw std::runtime_error("has no picture");
        int code = 0;
        GifByteType *block = nullptr; // its first byte is its length
        check(gif, DGifGetExtension(gif.get(), &code, &block));
        while (block) {
            GraphicsControlBlock control{};
            if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
                transparent = control.TransparentColor;
            check(gif, DGifGetExtensionNext(gif.get(), &block));
        }
    }
}

/// Rows of an interlaced picture in the order in which they are stored.
std::vector<int> rowOrder(int height, bool isInterlaced)
{
    struct Pass {
        int first;
        int step;
    };
    constexpr Pass kInterlaced[]{{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    constexpr Pass kPlain[]{{0, 1}};
    std::vector<int> order;
    for (const Pass &pass : isInterlaced ? std::span<const Pass>(kInterlaced) : std::span<const Pass>(kPlain)) {
        for (int row = pass.first; row < height; row += pass.step)
            order.push_back(row);
    }
    return order;
}

} // namespace

cv::Mat decodeGif(std::span<const std::byte> encoded, const ImageHeader &header)
{
    Source source{encoded};
    int error = 0;
    const Gif gif(DGifOpen(&source, &readBytes, &error));
    if (!gif)
        fail(error);
    const int transparent = findPicture(gif);
    const GifImageDesc &picture = gif->Image;
    const ColorMapObject *palette = picture.ColorMap ? picture.ColorMap : gif->SColorMap;
    if (picture.Left + picture.Width > header.width || picture.Top + picture.Height > header.height)
        throw std::runtime_error("its first picture reaches beyond its screen");
    if (!palette)
        throw std::runtime_error("has no colours");
    const auto colour = [palette](int index) {
        const GifColorType black{};
        const GifColorType &found = index >= 0 && index < palette->ColorCount ? palette->Colors[index] : black;
        return cv::Vec3b(found.Red, found.Green, found.Blue);
    };
    cv::Mat rgb(static_cast<int>(header.height), static_cast<int>(header.width), CV_8UC3, cv::Scalar(colour(std::max(transparent, 0))));
    std::vector<GifPixelType> line(static_cast<size_t>(picture.Width));
    for (const int row : rowOrder(picture.Height, picture.Interlace)) {
        check(gif, DGifGetLine(gif.get(), line.data(), picture.Width));
        std::transform(line.begin(), line.end(), rgb.ptr<cv::Vec3b>(picture.Top + row) + picture.Left, colour);
    }
    return rgb;
}

} // namespace limno
