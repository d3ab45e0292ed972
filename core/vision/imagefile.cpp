// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/imagefile.h"

#include "core/vision/imageheader.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace limno {

namespace {

tl::unexpected<Error> unreadable(const std::string &path, const std::string &words)
{
    return failure(ErrorCode::InputInvalid, path + ": " + words);
}

Result<std::vector<std::byte>> readBytes(const std::string &path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        return unreadable(path, "no such file");
    // A pipe would be waited for without end.
    if (!error && !std::filesystem::is_regular_file(status))
        return unreadable(path, "is no ordinary file");
    const uintmax_t size = error ? 0 : std::filesystem::file_size(path, error);
    if (error)
        return unreadable(path, error.message());
    if (std::cmp_greater(size, ImageLimits().fileBytes))
        return failure(ErrorCode::InputInvalid,
                       path + ": " + std::to_string(size) + " bytes are more than the limit of "
                           + std::to_string(ImageLimits().fileBytes), "too_large");
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> bytes(size);
    if (!file || (size > 0 && !file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(size))))
        return unreadable(path, errno != 0 ? std::strerror(errno) : "can't be read");
    return bytes;
}

} // namespace

Result<Image> readImageFile(const ImageDecoder &decoder, const std::string &path)
{
    const auto bytes = readBytes(path);
    if (!bytes)
        return failure(bytes.error());
    return decoder.decode(*bytes, path);
}

} // namespace limno
