// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/safetensors.h"

#include "core/formats/parsing.h"
#include "core/formats/safetensorsheader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace limno {

namespace {

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kLongestHeader = 100'000'000; // the format's own limit

/// Bits of one element; nothing for a type that the format does not define.
std::optional<int64_t> elementBits(std::string_view dtype)
{
    struct Type {
        std::string_view name;
        int64_t bits;
    };
    static constexpr Type types[] = {
        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6},     {"BOOL", 8},        {"U8", 8},      {"I8", 8},
        {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E5M2FNUZ", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E8M0", 8}, {"I16", 16},
        {"U16", 16},    {"F16", 16},    {"BF16", 16},       {"I32", 32},        {"U32", 32},    {"F32", 32},
        {"C64", 64},    {"F64", 64},    {"I64", 64},        {"U64", 64},
    };
    for (const Type &type : types) {
        if (type.name == dtype)
            return type.bits;
    }
    return std::nullopt;
}

using Entry = SafetensorsHeader::Entry;

tl::unexpected<Error> invalid(const Entry &entry, std::string reason, const std::string &message)
{
    return failure(ErrorCode::ModelInvalid, "tensor " + parsing::inQuotes(entry.name) + ": " + message,
                   std::move(reason));
}

/// Type and shape against the bytes that the entry claims.
Result<void> checkEntry(const Entry &entry)
{
    const auto bits = elementBits(entry.dtype);
    if (!bits)
        return invalid(entry, "unknown_dtype", "type " + parsing::inQuotes(entry.dtype) + " is not known");
    const auto elements = parsing::product(entry.shape);
    const auto allBits = elements ? parsing::product(std::array{*elements, *bits}) : std::nullopt;
    if (!allBits)
        return invalid(entry, "size_overflow", "more bits than 63 bits can count: " + parsing::shapeText(entry.shape));
    const uint64_t claimed = entry.end - entry.begin;
    if (*allBits % 8 != 0 || static_cast<uint64_t>(*allBits / 8) != claimed)
        return invalid(entry, "bad_offsets",
                       entry.dtype + ' ' + parsing::shapeText(entry.shape) + " takes "
                           + std::to_string((*allBits + 7) / 8) + " bytes, its offsets give "
                           + std::to_string(claimed));
    return {};
}

/// The format wants the tensors to fill the data part without holes and overlaps.
Result<void> checkLayout(const std::vector<Entry> &entries, uint64_t dataBytes)
{
    std::vector<size_t> order(entries.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(), [&entries](size_t a, size_t b) {
        return std::pair(entries[a].begin, entries[a].end) < std::pair(entries[b].begin, entries[b].end);
    });
    uint64_t filled = 0;
    for (const size_t index : order) {
        const Entry &entry = entries[index];
        if (entry.begin != filled)
            return invalid(entry, "bad_offsets",
                           "its data begins at byte " + std::to_string(entry.begin)
                               + (entry.begin < filled ? ", inside that of another tensor, which ends at "
                                                       : ", behind a hole that begins at ")
                               + std::to_string(filled));
        filled = entry.end;
    }
    if (filled > dataBytes)
        return failure(ErrorCode::ModelInvalid,
                       "the tensors need " + std::to_string(filled) + " bytes behind the header, the file has "
                           + std::to_string(dataBytes) + " (incomplete download?)",
                       "truncated");
    if (filled < dataBytes)
        return failure(ErrorCode::ModelInvalid,
                       std::to_string(dataBytes - filled) + " bytes behind the last tensor belong to nobody",
                       "trailing_bytes");
    return {};
}

Result<std::string_view> headerText(std::span<const std::byte> bytes)
{
    if (bytes.size() < kLengthBytes)
        return failure(ErrorCode::ModelInvalid,
                       "has " + std::to_string(bytes.size()) + " bytes, too few for a header (incomplete download?)",
                       "truncated");
    const auto length = parsing::load<uint64_t>(bytes.data());
    const uint64_t left = bytes.size() - kLengthBytes;
    if (length > kLongestHeader)
        return failure(ErrorCode::ModelInvalid,
                       "a header of " + std::to_string(length) + " bytes; the format allows "
                           + std::to_string(kLongestHeader) + parsing::foreignHint(bytes),
                       "header_too_long");
    if (length > left)
        return failure(ErrorCode::ModelInvalid,
                       "the header claims " + std::to_string(length) + " bytes, the file has " + std::to_string(left)
                           + " left (incomplete download?)",
                       "header_too_long");
    return parsing::asText(bytes.subspan(kLengthBytes, length));
}

} // namespace

Result<std::shared_ptr<const SafetensorsFile>> SafetensorsFile::open(const std::string &path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return failure(std::move(file.error()));
    auto result = std::shared_ptr<SafetensorsFile>(new SafetensorsFile);
    result->m_file = std::move(*file);
    if (const auto read = result->read(); !read) {
        const Error &error = read.error();
        return failure(error.code, path + ": " + error.message, error.reason);
    }
    return std::shared_ptr<const SafetensorsFile>(std::move(result));
}

Result<void> SafetensorsFile::read()
{
    const std::span<const std::byte> bytes = m_file->bytes();
    const auto text = headerText(bytes);
    if (!text)
        return failure(text.error());
    auto header = parseSafetensorsHeader(*text);
    if (!header)
        return failure(std::move(header.error()));
    for (const Entry &entry : header->entries) {
        if (const auto checked = checkEntry(entry); !checked)
            return checked;
    }
    const std::span<const std::byte> data = bytes.subspan(kLengthBytes + text->size());
    if (const auto checked = checkLayout(header->entries, data.size()); !checked)
        return checked;
    m_metadata = std::move(header->metadata);
    m_tensors.reserve(header->entries.size());
    for (Entry &entry : header->entries) {
        m_tensors.push_back({std::move(entry.name), std::move(entry.dtype), std::move(entry.shape),
                             data.subspan(entry.begin, entry.end - entry.begin)});
    }
    return {};
}

} // namespace limno
