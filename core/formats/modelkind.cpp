// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/modelkind.h"

#include "core/formats/mappedfile.h"
#include "core/formats/parsing.h"

#include <algorithm>
#include <optional>

namespace limno {

namespace {

std::optional<ModelKind> kindByName(const std::string &path)
{
    std::string name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 'a' - 'A') : letter;
    });
    if (name == "config.json")
        return ModelKind::HfConfig;
    if (name == "tokenizer.json")
        return ModelKind::TokenizerJson;
    struct Ending {
        std::string_view text;
        ModelKind kind;
    };
    constexpr Ending endings[] = {
        {".gguf", ModelKind::Gguf},
        {".safetensors", ModelKind::Safetensors},
        {".index.json", ModelKind::ShardIndex},
        {".pt", ModelKind::TorchScript},
        {".pth", ModelKind::TorchScript},
        {".ptl", ModelKind::TorchScript},
        {".ts", ModelKind::TorchScript},
        {".torchscript", ModelKind::TorchScript},
    };
    for (const Ending &ending : endings) {
        if (name.ends_with(ending.text))
            return ending.kind;
    }
    return std::nullopt;
}

std::optional<ModelKind> kindByContent(std::string_view bytes)
{
    if (bytes.starts_with("GGUF"))
        return ModelKind::Gguf;
    if (bytes.starts_with("PK\x03\x04"))
        return ModelKind::TorchScript;
    if (bytes.size() > 8 && bytes[8] == '{' && bytes.substr(4, 4) == std::string_view("\0\0\0\0", 4))
        return ModelKind::Safetensors;
    return std::nullopt;
}

} // namespace

Result<ModelKind> modelKind(const std::string &path)
{
    if (const auto kind = kindByName(path))
        return *kind;
    const auto file = MappedFile::open(path);
    if (!file)
        return failure(file.error());
    const auto bytes = (*file)->bytes();
    if (const auto kind = kindByContent(parsing::asText(bytes.first(std::min<size_t>(bytes.size(), 16)))))
        return *kind;
    return failure(ErrorCode::ModelUnsupported,
                   path + ": is none of GGUF, safetensors, index.json, config.json, tokenizer.json and TorchScript"
                       + parsing::foreignHint(bytes),
                   "unknown_format");
}

} // namespace limno
