// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bytealphabet.h"

#include "core/text/utf8.h"

#include <array>

namespace limno {

namespace {

constexpr bool isPrintableLatin1(int byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xFF && byte != 0xAD);
}

/// Character to byte, -1 where the alphabet has no such character.
constexpr auto kByteOfCharacter = [] {
    std::array<int, 0x100 + 68> table{};
    size_t next = 0x100;
    for (int byte = 0; byte < 0x100; ++byte) {
        const bool isPrintable = isPrintableLatin1(byte);
        table[static_cast<size_t>(byte)] = isPrintable ? byte : -1;
        if (!isPrintable)
            table[next++] = byte;
    }
    return table;
}();

} // namespace

std::optional<std::string> bytesOfPiece(std::string_view piece)
{
    std::string bytes;
    while (!piece.empty()) {
        const Utf8Unit unit = firstUtf8Unit(piece);
        if (unit.kind != Utf8Kind::Valid || unit.character >= kByteOfCharacter.size()
            || kByteOfCharacter[unit.character] < 0)
            return std::nullopt;
        bytes += static_cast<char>(kByteOfCharacter[unit.character]);
        piece.remove_prefix(unit.length);
    }
    return bytes;
}

} // namespace limno
