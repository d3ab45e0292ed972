// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace limno {

/// GPT-2's alphabet: each byte is written as one printable character, the printable Latin-1 ones as themselves and the
/// other 68 as U+0100 and up in order (Radford et al. 2019, published encoder). Nothing if `piece` holds a character
/// outside of it.
std::optional<std::string> bytesOfPiece(std::string_view piece);

} // namespace limno
