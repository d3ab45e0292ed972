// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ggufparser.h"

#include <bit>

namespace limno {

using parsing::inQuotes;

namespace {

/// Value types of the metadata (specification: gguf_metadata_value_type).
enum ValueType : uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64 };

constexpr uint64_t kLargestAlignment = 1 << 21; // a huge page; a mapping gains nothing beyond it
constexpr int kDeepestNesting = 4; // deeper ones would only serve to exhaust the stack

/// Bytes that an element takes at least; 0 for a type that the format does not define.
uint64_t leastBytes(uint32_t type)
{
    switch (type) {
    case U8:
    case I8:
    case Bool:
        return 1;
    case U16:
    case I16:
        return 2;
    case U32:
    case I32:
    case F32:
        return 4;
    case U64:
    case I64:
    case F64:
    case String: // its length
        return 8;
    case Array: // type and count
        return 12;
    default:
        return 0;
    }
}

} // namespace

bool GgufParser::readMetadata()
{
    for (uint64_t i = 0; i < m_keyCount; ++i) {
        m_place = "key " + std::to_string(i);
        std::string key;
        if (!readKey(key) || !readValue(key))
            return false;
    }
    return readAlignment();
}

bool GgufParser::readKey(std::string &key)
{
    if (!readText(key, kLongestName) || !checkPrintable(key))
        return false;
    m_place += ' ' + inQuotes(key);
    return !m_result->has(key) || fail("duplicate_key", "the key occurs twice");
}

bool GgufParser::readValue(const std::string &key)
{
    uint32_t type = 0;
    if (!read(type))
        return false;
    GgufValue value;
    if (type != Array) {
        if (!readScalar(type, value))
            return false;
    } else {
        uint64_t count = 0;
        if (!readElementHeader(type, count))
            return false;
        if (type == Array) {
            m_result->m_nestedArrays.insert(key);
            return skipElements(type, count, 1);
        }
        if (!readArray(type, count, value))
            return false;
    }
    m_result->m_metadata.emplace(key, std::move(value));
    return true;
}

bool GgufParser::readScalar(uint32_t type, GgufValue &value)
{
    switch (type) {
    case U8:
        return readOne<uint8_t, uint64_t>(value);
    case I8:
        return readOne<int8_t, int64_t>(value);
    case U16:
        return readOne<uint16_t, uint64_t>(value);
    case I16:
        return readOne<int16_t, int64_t>(value);
    case U32:
        return readOne<uint32_t, uint64_t>(value);
    case I32:
        return readOne<int32_t, int64_t>(value);
    case F32:
        return readOne<float, double>(value);
    case Bool:
        return readOne<bool, bool>(value);
    case String:
        return readOne<std::string, std::string>(value);
    case U64:
        return readOne<uint64_t, uint64_t>(value);
    case I64:
        return readOne<int64_t, int64_t>(value);
    case F64:
        return readOne<double, double>(value);
    default:
        return fail("unknown_dtype", "value type " + std::to_string(type) + " is not known");
    }
}

bool GgufParser::readArray(uint32_t type, uint64_t count, GgufValue &value)
{
    switch (type) {
    case U8:
        return readMany<uint8_t, int64_t>(count, value);
    case I8:
        return readMany<int8_t, int64_t>(count, value);
    case U16:
        return readMany<uint16_t, int64_t>(count, value);
    case I16:
        return readMany<int16_t, int64_t>(count, value);
    case U32:
        return readMany<uint32_t, int64_t>(count, value);
    case I32:
        return readMany<int32_t, int64_t>(count, value);
    case F32:
        return readMany<float, double>(count, value);
    case Bool:
        return readMany<bool, bool>(count, value);
    case String:
        return readMany<std::string, std::string>(count, value);
    case U64:
        return readMany<uint64_t, int64_t>(count, value);
    case I64:
        return readMany<int64_t, int64_t>(count, value);
    default:
        return readMany<double, double>(count, value);
    }
}

template<typename Stored, typename Wide>
bool GgufParser::readNumber(Wide &number)
{
    if constexpr (std::is_same_v<Stored, std::string>) {
        return readText(number, kLongestText);
    } else if constexpr (std::is_same_v<Stored, bool>) {
        uint8_t byte = 0;
        if (!read(byte))
            return false;
        number = byte == 1;
        return byte <= 1 || fail("bad_value", "a truth value of " + std::to_string(byte));
    } else {
        Stored stored = {};
        if (!read(stored))
            return false;
        if constexpr (std::is_same_v<Stored, uint64_t> && std::is_same_v<Wide, int64_t>) {
            if (stored > INT64_MAX)
                return fail("bad_value", "an array holds " + std::to_string(stored) + ", more than 63 bits");
        }
        number = static_cast<Wide>(stored);
        return true;
    }
}

template<typename Stored, typename Wide>
bool GgufParser::readOne(GgufValue &value)
{
    return readNumber<Stored>(value.emplace<Wide>());
}

template<typename Stored, typename Wide>
bool GgufParser::readMany(uint64_t count, GgufValue &value)
{
    auto &elements = value.emplace<std::vector<Wide>>();
    elements.reserve(count); // readElementHeader() compared it with the bytes that are left
    for (uint64_t i = 0; i < count; ++i) {
        Wide element = {};
        if (!readNumber<Stored>(element))
            return false;
        elements.push_back(std::move(element));
    }
    return true;
}

bool GgufParser::readElementHeader(uint32_t &type, uint64_t &count)
{
    if (!read(type))
        return false;
    const uint64_t each = leastBytes(type);
    if (each == 0)
        return fail("unknown_dtype", "value type " + std::to_string(type) + " in an array is not known");
    return readCount(count, each, "elements");
}

bool GgufParser::skipElements(uint32_t type, uint64_t count, int depth)
{
    if (type != Array && type != String) {
        m_position += count * leastBytes(type); // readElementHeader() has made sure that they exist
        return true;
    }
    if (type == Array && depth >= kDeepestNesting)
        return fail("nested_too_deep", "arrays nested more than " + std::to_string(kDeepestNesting) + " deep");
    for (uint64_t i = 0; i < count; ++i) {
        uint32_t innerType = 0;
        uint64_t innerCount = 0;
        std::string text;
        const bool good =
            type == String ? readText(text, kLongestText)
                           : readElementHeader(innerType, innerCount) && skipElements(innerType, innerCount, depth + 1);
        if (!good)
            return false;
    }
    return true;
}

bool GgufParser::readAlignment()
{
    constexpr std::string_view key = "general.alignment";
    if (!m_result->has(key))
        return true;
    m_place = "key " + inQuotes(key);
    const auto alignment = m_result->integer(key);
    // The specification asks for a multiple of 8; other readers insist on a power of two.
    if (!alignment || *alignment < 8 || *alignment > int64_t(kLargestAlignment)
        || !std::has_single_bit(uint64_t(*alignment)))
        return fail("bad_value", (alignment ? std::to_string(*alignment) : "no integer")
                                     + " where a power of two from 8 to " + std::to_string(kLargestAlignment)
                                     + " is possible");
    m_alignment = static_cast<uint64_t>(*alignment);
    return true;
}

} // namespace limno
