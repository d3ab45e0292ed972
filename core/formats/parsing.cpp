// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/parsing.h"

namespace limno::parsing {

std::string inQuotes(std::string_view text)
{
    constexpr size_t longest = 64;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "'";
    for (const char letter : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x20 && byte < 0x7f) {
            result += letter;
        } else {
            result += "\\x";
            result += digits[byte >> 4];
            result += digits[byte & 15];
        }
    }
    result += text.size() > longest ? "…'" : "'";
    return result;
}

std::string shapeText(std::span<const int64_t> shape)
{
    std::string result = "[";
    for (const int64_t dimension : shape)
        result += (result.size() > 1 ? ", " : "") + std::to_string(dimension);
    return result + "]";
}

std::string foreignHint(std::span<const std::byte> bytes)
{
    const std::string_view text = asText(bytes.first(std::min<size_t>(bytes.size(), 64)));
    if (text.starts_with("version https://git-lfs"))
        return "; this is a Git LFS pointer, the file itself was not downloaded";
    if (text.starts_with("<!DOCTYPE") || text.starts_with("<!doctype") || text.starts_with("<html")
        || text.starts_with("<?xml"))
        return "; this is a web page, not the file that was to be downloaded";
    if (text.starts_with("GGUF"))
        return "; this looks like a GGUF file";
    if (text.starts_with("PK\x03\x04"))
        return "; this looks like a zip archive (PyTorch?)";
    if (text.starts_with("GGML") || text.starts_with("lmgg") || text.starts_with("tjgg") || text.starts_with("fmgg"))
        return "; this looks like an old GGML file, which came before GGUF";
    if (text.size() >= 2 && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5)
        return "; this looks like a Python pickle, which is never opened because opening one runs its code";
    return {};
}

} // namespace limno::parsing
