// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/torchscript.h"

#include "core/formats/mappedfile.h"
#include "core/formats/zipdirectory.h"

#include <algorithm>

namespace limno {

Result<void> checkTorchScript(const std::string &path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return failure(file.error());
    const auto entries = readZipDirectory((*file)->bytes());
    if (!entries)
        return failure(entries.error().code, path + ": " + entries.error().message, entries.error().reason);
    const auto noCode = [&path](const char *message) {
        return failure(ErrorCode::ModelUnsupported, path + ": " + message, "no_code");
    };
    if (entries->empty())
        return noCode("is an empty archive, not TorchScript");

    // Everything lies in one folder whose name the writer chose.
    const std::string &first = entries->front().name;
    const std::string folder = first.substr(0, first.find('/') + 1);
    const auto has = [&entries, &folder](std::string_view name) {
        return std::any_of(entries->begin(), entries->end(), [&](const ZipEntry &entry) {
            return entry.name.starts_with(folder)
                   && std::string_view(entry.name).substr(folder.size()).starts_with(name);
        });
    };
    if (has("code/") && has("constants.pkl") && has("data.pkl"))
        return {};
    if (has("constants.pkl"))
        return noCode("has constants but no code: the code of a TorchScript file was removed");
    if (has("data.pkl"))
        return noCode("holds data but no code: a state dict (weights alone), not TorchScript");
    return noCode("is an archive without model code, not TorchScript");
}

} // namespace limno
