// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/utf8.h"

#include <cstdint>
#include <cstring>

namespace limno {

namespace {

struct Lead {
    size_t length; ///< of the whole character; 0: not a lead byte
    unsigned char low; ///< bounds of the second byte (table 3-7 of the standard)
    unsigned char high;
};

Lead lead(unsigned char byte)
{
    if (byte < 0x80)
        return {1, 0, 0};
    if (byte < 0xC2)
        return {0, 0, 0};
    if (byte < 0xE0)
        return {2, 0x80, 0xBF};
    if (byte < 0xF0)
        return {3, static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
                static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)};
    if (byte < 0xF5)
        return {4, static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
                static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)};
    return {0, 0, 0};
}

} // namespace

Utf8Unit firstUtf8Unit(std::string_view text)
{
    const auto byteAt = [&](size_t index) { return static_cast<unsigned char>(text[index]); };
    const Lead first = lead(byteAt(0));
    if (first.length == 0)
        return {Utf8Kind::Invalid, 1, 0};
    if (first.length == 1)
        return {Utf8Kind::Valid, 1, byteAt(0)};
    char32_t character = byteAt(0) & (0xFFu >> (first.length + 1));
    for (size_t index = 1; index < first.length; ++index) {
        if (index == text.size())
            return {Utf8Kind::Unfinished, index, 0};
        const unsigned char byte = byteAt(index);
        const unsigned char low = index == 1 ? first.low : 0x80;
        const unsigned char high = index == 1 ? first.high : 0xBF;
        if (byte < low || byte > high)
            return {Utf8Kind::Invalid, index, 0};
        character = character << 6 | (byte & 0x3Fu);
    }
    return {Utf8Kind::Valid, first.length, character};
}

size_t validUtf8Prefix(std::string_view text)
{
    size_t position = 0;
    while (position < text.size()) {
        uint64_t eight = 0;
        if (text.size() - position >= sizeof eight) {
            std::memcpy(&eight, text.data() + position, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) {
                position += sizeof eight;
                continue;
            }
        }
        const Utf8Unit unit = firstUtf8Unit(text.substr(position));
        if (unit.kind != Utf8Kind::Valid)
            break;
        position += unit.length;
    }
    return position;
}

void appendUtf8(std::string &text, char32_t character)
{
    const auto continuation = [&](unsigned shift) { text += static_cast<char>(0x80u | (character >> shift & 0x3Fu)); };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xC0u | character >> 6);
        continuation(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xE0u | character >> 12);
        continuation(6);
        continuation(0);
    } else {
        text += static_cast<char>(0xF0u | character >> 18);
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

std::string replaceInvalidUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const size_t valid = validUtf8Prefix(text);
        result.append(text.substr(0, valid));
        text.remove_prefix(valid);
        if (text.empty())
            break;
        result.append(kReplacementCharacter);
        text.remove_prefix(firstUtf8Unit(text).length);
    }
    return result;
}

bool isUnicodeSpace(char32_t character)
{
    return (character >= 0x09 && character <= 0x0D) || (character >= 0x1C && character <= 0x20) || character == 0x85
        || character == 0xA0 || character == 0x1680 || (character >= 0x2000 && character <= 0x200A)
        || character == 0x2028 || character == 0x2029 || character == 0x202F || character == 0x205F
        || character == 0x3000;
}

} // namespace limno
