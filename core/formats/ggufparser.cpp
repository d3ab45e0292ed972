// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ggufparser.h"

#include "core/formats/parsing.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace limno {

using parsing::inQuotes;

namespace {

// A count above this is nonsense, whatever the size of the file; below it, too few bytes mean a cut file.
constexpr uint64_t kMostThings = 1 << 24;
constexpr uint32_t kMostDimensions = 4;

} // namespace

GgufParser::GgufParser(std::shared_ptr<const MappedFile> file)
    : m_result(new GgufFile)
    , m_bytes(file->bytes())
{
    m_result->m_file = std::move(file);
}

Result<std::shared_ptr<const GgufFile>> GgufParser::parse()
{
    if (!readHeader() || !readMetadata() || !readTensorInfos() || !placeTensors())
        return failure(std::move(m_error));
    return std::shared_ptr<const GgufFile>(std::move(m_result));
}

bool GgufParser::readHeader()
{
    m_place = "header";
    constexpr std::string_view magic = "GGUF";
    const std::string_view start = parsing::asText(m_bytes.first(std::min<size_t>(m_bytes.size(), magic.size())));
    if (start != magic.substr(0, start.size()))
        return fail("bad_magic",
                    "starts with " + inQuotes(start) + " where a GGUF file has 'GGUF'" + parsing::foreignHint(m_bytes));
    m_position = start.size();
    uint32_t version = 0;
    if (start.size() < magic.size())
        return failCut(magic.size());
    if (!read(version))
        return false;
    if ((version & 0xffff) == 0 && version != 0)
        return fail("big_endian", "is a big-endian GGUF file; only little-endian ones are read");
    if (version < 2 || version > 3)
        return fail("bad_version", "GGUF version " + std::to_string(version) + "; versions 2 and 3 are read");
    // A tensor: name (length, one byte), dimension count, one dimension, type, offset. A key says more itself about what
    // is wrong with it, so that only its length counts.
    return readCount(m_tensorCount, 8 + 1 + 4 + 8 + 4 + 8, "tensors") && readCount(m_keyCount, 8, "keys");
}

bool GgufParser::readTensorInfos()
{
    m_result->m_tensors.resize(m_tensorCount);
    m_extents.resize(m_tensorCount);
    for (size_t i = 0; i < m_tensorCount; ++i) {
        m_place = "tensor " + std::to_string(i);
        GgufTensor &tensor = m_result->m_tensors[i];
        if (!readTensorInfo(tensor, m_extents[i]))
            return false;
        if (!m_result->m_tensorIndex.emplace(tensor.name, i).second)
            return fail("duplicate_key", "the name occurs twice");
    }
    return true;
}

bool GgufParser::readTensorInfo(GgufTensor &tensor, Extent &extent)
{
    if (!readText(tensor.name, kLongestName) || !checkPrintable(tensor.name))
        return false;
    m_place += ' ' + inQuotes(tensor.name);
    uint32_t type = 0;
    if (!readShape(tensor) || !read(type) || !read(extent.offset))
        return false;
    if (!ggmlTypeInfo(type))
        return fail("unknown_dtype", "tensor type " + std::to_string(type) + " is not known");
    tensor.type = static_cast<GgmlType>(type);
    if (extent.offset % m_alignment != 0)
        return fail("bad_offset", "offset " + std::to_string(extent.offset) + " is no multiple of the alignment "
                                      + std::to_string(m_alignment));
    return measure(tensor, extent.bytes);
}

bool GgufParser::readShape(GgufTensor &tensor)
{
    uint32_t dimensions = 0;
    if (!read(dimensions))
        return false;
    if (dimensions < 1 || dimensions > kMostDimensions)
        return fail("bad_value", std::to_string(dimensions) + " dimensions; 1 to 4 are possible");
    tensor.shape.resize(dimensions);
    for (uint32_t i = dimensions; i-- > 0;) {
        uint64_t dimension = 0;
        if (!read(dimension))
            return false;
        if (dimension == 0)
            return fail("bad_value", "dimension " + std::to_string(dimensions - 1 - i) + " is 0");
        if (dimension > INT64_MAX)
            return fail("size_overflow", "dimension of " + std::to_string(dimension) + " elements");
        tensor.shape[i] = static_cast<int64_t>(dimension);
    }
    return true;
}

bool GgufParser::measure(const GgufTensor &tensor, uint64_t &bytes)
{
    const GgmlTypeInfo info = *ggmlTypeInfo(tensor.type);
    const std::string shape = parsing::shapeText(tensor.shape);
    const auto elements = parsing::product(tensor.shape);
    if (!elements)
        return fail("size_overflow", "more elements than 63 bits can count: " + shape);
    if (tensor.shape.back() % info.blockElements != 0)
        return fail("bad_value", "rows of " + std::to_string(tensor.shape.back()) + " elements are not whole blocks of "
                                     + std::to_string(info.blockElements) + " (" + std::string(info.name) + ")");
    const auto size = parsing::product(std::array{*elements / info.blockElements, info.blockBytes});
    if (!size)
        return fail("size_overflow", "more bytes than 63 bits can count: " + shape);
    bytes = static_cast<uint64_t>(*size);
    return true;
}

// The specification wants the data of all tensors one after the other, each padded to the alignment, so the file is
// complete at the sum of these sizes. Whatever lies behind the end of the file but below that sum was cut off;
// whatever lies above it never existed. Holes and bytes behind the last tensor do no harm and are let through;
// tensors that share bytes are refused: no layout that the specification describes gives them.
bool GgufParser::placeTensors()
{
    const uint64_t dataStart = (m_position + m_alignment - 1) / m_alignment * m_alignment;
    const uint64_t dataBytes = m_bytes.size() > dataStart ? m_bytes.size() - dataStart : 0;
    uint64_t completeBytes = 0;
    for (const Extent &extent : m_extents) {
        const uint64_t padded = (extent.bytes + m_alignment - 1) / m_alignment * m_alignment;
        if (__builtin_add_overflow(completeBytes, padded, &completeBytes))
            completeBytes = UINT64_MAX;
    }
    for (size_t i = 0; i < m_extents.size(); ++i) {
        GgufTensor &tensor = m_result->m_tensors[i];
        const Extent &extent = m_extents[i];
        m_place = "tensor " + std::to_string(i) + ' ' + inQuotes(tensor.name);
        uint64_t end = 0;
        const bool overflow = __builtin_add_overflow(extent.offset, extent.bytes, &end);
        if (overflow || end > std::max(completeBytes, dataBytes))
            return fail("bad_offset", "its data (" + std::to_string(extent.bytes) + " bytes at offset "
                                          + std::to_string(extent.offset) + ") lies behind the end of the file");
        if (end > dataBytes)
            return fail("truncated", "its data ends at byte " + std::to_string(dataStart + end) + " of a file of "
                                         + std::to_string(m_bytes.size()) + " bytes (incomplete download?)");
        tensor.bytes = m_bytes.subspan(dataStart + extent.offset, extent.bytes);
    }
    return checkOverlaps();
}

bool GgufParser::checkOverlaps()
{
    std::vector<size_t> order(m_extents.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(),
              [this](size_t a, size_t b) { return m_extents[a].offset < m_extents[b].offset; });
    for (size_t i = 1; i < order.size(); ++i) {
        const Extent &before = m_extents[order[i - 1]];
        if (before.offset + before.bytes > m_extents[order[i]].offset) {
            m_place = "tensor " + std::to_string(order[i]) + ' ' + inQuotes(m_result->m_tensors[order[i]].name);
            return fail("bad_offset",
                        "its data begins inside that of " + inQuotes(m_result->m_tensors[order[i - 1]].name));
        }
    }
    return true;
}

bool GgufParser::readText(std::string &text, uint64_t longest)
{
    uint64_t length = 0;
    if (!read(length))
        return false;
    if (length > longest)
        return fail("string_too_long", "a text of " + std::to_string(length) + " bytes; at most "
                                           + std::to_string(longest) + " make sense here");
    if (length > left())
        return failCut(length);
    text = parsing::asText(m_bytes.subspan(m_position, length));
    m_position += length;
    return true;
}

bool GgufParser::readCount(uint64_t &count, uint64_t leastBytesEach, std::string_view what)
{
    if (!read(count))
        return false;
    if (count > kMostThings)
        return fail("count_too_large", std::to_string(count) + ' ' + std::string(what) + "; at most "
                                           + std::to_string(kMostThings) + " make sense");
    return count <= left() / leastBytesEach || failCut(count * leastBytesEach);
}

bool GgufParser::checkPrintable(const std::string &name)
{
    if (name.empty() || !parsing::isPrintable(name))
        return fail("bad_value", name.empty() ? "an empty name" : "a name that is not plain ASCII: " + inQuotes(name));
    return true;
}

bool GgufParser::fail(std::string reason, const std::string &message)
{
    m_error = {ErrorCode::ModelInvalid, m_result->path() + ": " + m_place + ": " + message, std::move(reason)};
    return false;
}

bool GgufParser::failCut(uint64_t neededBytes)
{
    return fail("truncated", "needs " + std::to_string(neededBytes) + " bytes at byte " + std::to_string(m_position)
                                 + ", but the file has only " + std::to_string(m_bytes.size())
                                 + " (incomplete download?)");
}

} // namespace limno
