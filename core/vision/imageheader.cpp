// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/imageheader.h"

#include "core/vision/headers/readers.h"

#include <algorithm>
#include <array>

namespace limno {

namespace {

struct Signature {
    size_t at;
    std::string_view bytes;
    std::string_view name;
};

using namespace std::string_view_literals;

/// Formats that people do have, so that a refusal can name them.
constexpr std::array kForeign{
    Signature{4, "ftypavif"sv, "AVIF"},       Signature{4, "ftypheic"sv, "HEIF"},
    Signature{4, "ftypheix"sv, "HEIF"},       Signature{4, "ftypmif1"sv, "HEIF"},
    Signature{4, "jP  \r\n"sv, "JPEG 2000"},  Signature{0, "\xff\x4f\xff\x51"sv, "JPEG 2000"},
    Signature{4, "JXL \r\n"sv, "JPEG XL"},    Signature{0, "\xff\x0a"sv, "JPEG XL"},
    Signature{0, "\0\0\1\0"sv, "ICO"},        Signature{0, "8BPS"sv, "Photoshop"},
    Signature{0, "\x76\x2f\x31\x01"sv, "OpenEXR"}, Signature{0, "%PDF-"sv, "PDF"},
    Signature{0, "<svg"sv, "SVG"},            Signature{0, "II+\0"sv, "BigTIFF"},
    Signature{0, "MM\0+"sv, "BigTIFF"},
};

struct Reader {
    Signature signature;
    ImageFormat format;
    Result<ImageHeader> (*read)(std::span<const std::byte>);
};

constexpr std::array kReaders{
    Reader{{0, "\x89PNG\r\n\x1a\n"sv, "PNG"}, ImageFormat::Png, readPngHeader},
    Reader{{0, "\xff\xd8\xff"sv, "JPEG"}, ImageFormat::Jpeg, readJpegHeader},
    Reader{{8, "WEBP"sv, "WebP"}, ImageFormat::WebP, readWebpHeader},
    Reader{{0, "GIF87a"sv, "GIF"}, ImageFormat::Gif, readGifHeader},
    Reader{{0, "GIF89a"sv, "GIF"}, ImageFormat::Gif, readGifHeader},
    Reader{{0, "BM"sv, "BMP"}, ImageFormat::Bmp, readBmpHeader},
    Reader{{0, "II*\0"sv, "TIFF"}, ImageFormat::Tiff, readTiffHeader},
    Reader{{0, "MM\0*"sv, "TIFF"}, ImageFormat::Tiff, readTiffHeader},
};

bool matches(std::string_view text, const Signature &signature)
{
    return text.size() >= signature.at && text.substr(signature.at).starts_with(signature.bytes);
}

/// Whether a file this short could still become an image: then it is cut, and not something else.
bool beginsAnImage(std::string_view text)
{
    constexpr Signature kRiff{0, "RIFF"sv, "WebP"};
    const auto begins = [text](const Signature &signature) {
        return signature.at == 0 && signature.bytes.starts_with(text);
    };
    return (text.size() < 12 && matches(text, kRiff)) || begins(kRiff)
        || std::any_of(kReaders.begin(), kReaders.end(), [&](const Reader &reader) { return begins(reader.signature); });
}

tl::unexpected<Error> refused(const std::string &name, std::string words, std::string reason)
{
    return failure(ErrorCode::InputInvalid, name + ": " + std::move(words), std::move(reason));
}

Result<ImageHeader> withinLimits(const ImageHeader &header, const std::string &name, const ImageLimits &limits)
{
    const std::string size = std::to_string(header.width) + " × " + std::to_string(header.height);
    if (header.width < 1 || header.height < 1)
        return refused(name, "is " + size + " pixels large", "corrupt");
    if (header.width > limits.side || header.height > limits.side)
        return refused(name, size + " pixels; a side may have " + std::to_string(limits.side), "too_large");
    if (header.width > limits.pixels / header.height)
        return refused(name, size + " pixels are more than the limit of " + std::to_string(limits.pixels), "too_large");
    return header;
}

} // namespace

std::string_view imageFormatName(ImageFormat format)
{
    const auto reader = std::find_if(kReaders.begin(), kReaders.end(),
                                     [format](const Reader &each) { return each.format == format; });
    return reader->signature.name;
}

Result<ImageHeader> readImageHeader(std::span<const std::byte> bytes, const std::string &name, const ImageLimits &limits)
{
    if (bytes.empty())
        return refused(name, "the file is empty", "empty_file");
    if (std::cmp_greater(bytes.size(), limits.fileBytes))
        return refused(name, std::to_string(bytes.size()) + " bytes are more than the limit of "
                           + std::to_string(limits.fileBytes), "too_large");
    const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    for (const Reader &reader : kReaders) {
        if (!matches(text, reader.signature))
            continue;
        const std::string format(reader.signature.name);
        auto header = reader.read(bytes);
        if (!header)
            return refused(name, format + ": " + header.error().message, header.error().reason);
        header->format = reader.format;
        return withinLimits(*header, name, limits);
    }
    for (const Signature &foreign : kForeign) {
        if (matches(text, foreign))
            return refused(name, std::string(foreign.name) + " can't be read; PNG, JPEG, WebP, GIF, BMP and TIFF can",
                           "unsupported");
    }
    if (beginsAnImage(text))
        return refused(name, "ends after " + std::to_string(bytes.size()) + " bytes", "truncated");
    return refused(name, "is no PNG, JPEG, WebP, GIF, BMP or TIFF image", "not_an_image");
}

} // namespace limno
