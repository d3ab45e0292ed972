// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/parsing.h"
#include "core/formats/safetensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace limno {

namespace {

struct PlainTypeInfo {
    PlainType type;
    std::string_view name;
    int64_t bytes;
};

// The widest first: in this order every tensor of a written file is aligned to its own element.
constexpr PlainTypeInfo kPlainTypes[] = {
    {PlainType::I64, "I64", 8}, {PlainType::F32, "F32", 4}, {PlainType::U8, "U8", 1}};

std::vector<std::byte> widenToI64(std::span<const std::byte> narrow)
{
    std::vector<std::byte> wide(narrow.size() * 2);
    for (size_t i = 0; i < narrow.size() / sizeof(int32_t); ++i) {
        const int64_t number = parsing::load<int32_t>(narrow.data() + i * sizeof(int32_t));
        std::memcpy(wide.data() + i * sizeof(int64_t), &number, sizeof(number));
    }
    return wide;
}

Result<std::string> layoutHeader(const std::map<std::string, PlainTensor> &tensors,
                                 std::vector<const PlainTensor *> &order)
{
    nlohmann::json header = nlohmann::json::object();
    int64_t offset = 0;
    for (const PlainTypeInfo &info : kPlainTypes) {
        for (const auto &[name, tensor] : tensors) {
            if (tensor.type != info.type)
                continue;
            const auto elements = parsing::product(tensor.shape);
            const auto size = static_cast<int64_t>(tensor.bytes.size());
            if (!elements || size % info.bytes != 0 || *elements != size / info.bytes || name == "__metadata__")
                return failure(ErrorCode::InputInvalid, "tensor " + parsing::inQuotes(name) + ": "
                                                            + std::to_string(size) + " bytes for the shape "
                                                            + parsing::shapeText(tensor.shape));
            header[name] = {{"dtype", info.name}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + size}}};
            offset += size;
            order.push_back(&tensor);
        }
    }
    std::string text;
    try {
        text = header.dump();
    } catch (const nlohmann::json::exception &) {
        return failure(ErrorCode::InputInvalid, "the name of a tensor is not UTF-8");
    }
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

bool writeAll(int file, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return true;
}

/// Renaming would put a plain file in the place of a device or a pipe.
bool isReplaceable(const std::string &path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

bool writeFile(const std::string &path, const std::string &header, const std::vector<const PlainTensor *> &order)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    const uint64_t length = header.size();
    bool good =
        writeAll(file, std::as_bytes(std::span(&length, 1))) && writeAll(file, std::as_bytes(std::span(header)));
    for (size_t i = 0; good && i < order.size(); ++i)
        good = writeAll(file, order[i]->bytes);
    good = good && (::fsync(file) == 0 || errno == EINVAL); // EINVAL: a pipe or a device, which has nothing to sync
    const int error = good ? 0 : errno; // close() may set its own
    good = ::close(file) == 0 && good;
    if (error != 0)
        errno = error;
    return good;
}

} // namespace

Result<std::map<std::string, PlainTensor>> readPlainTensors(const std::string &path)
{
    const auto file = SafetensorsFile::open(path);
    if (!file) {
        const Error &error = file.error();
        return failure(error.code == ErrorCode::Io ? ErrorCode::Io : ErrorCode::InputInvalid, error.message,
                       error.reason);
    }
    std::map<std::string, PlainTensor> tensors;
    for (const SafetensorsTensor &tensor : (*file)->tensors()) {
        PlainTensor plain{PlainType::I64, tensor.shape, {}};
        const auto *const info =
            std::find_if(std::begin(kPlainTypes), std::end(kPlainTypes),
                         [&tensor](const PlainTypeInfo &known) { return known.name == tensor.dtype; });
        if (info != std::end(kPlainTypes)) {
            plain.type = info->type;
            plain.bytes.assign(tensor.bytes.begin(), tensor.bytes.end());
        } else if (tensor.dtype == "I32") {
            plain.bytes = widenToI64(tensor.bytes);
        } else {
            return failure(ErrorCode::InputInvalid, path + ": tensor " + parsing::inQuotes(tensor.name) + ": type "
                                                        + tensor.dtype + "; F32, I64, I32 and U8 are read");
        }
        tensors.emplace(tensor.name, std::move(plain));
    }
    return tensors;
}

Result<void> writePlainTensors(const std::string &path, const std::map<std::string, PlainTensor> &tensors)
{
    std::vector<const PlainTensor *> order;
    const auto header = layoutHeader(tensors, order);
    if (!header)
        return failure(header.error().code, path + ": " + header.error().message);
    if (!isReplaceable(path)) {
        if (!writeFile(path, *header, order))
            return failure(ErrorCode::Io, path + ": " + std::system_category().message(errno));
        return {};
    }
    const std::string temporary = path + ".part-" + std::to_string(::getpid());
    if (!writeFile(temporary, *header, order) || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string reason = std::system_category().message(errno);
        std::remove(temporary.c_str());
        return failure(ErrorCode::Io, path + ": " + reason);
    }
    return {};
}

} // namespace limno
