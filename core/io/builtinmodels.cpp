// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/builtinmodels.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <dlfcn.h>

namespace limno {

namespace {

namespace fs = std::filesystem;

struct Known {
    const char *name;
    const char *title;
    std::array<const char *, 2> files; ///< the first that is there
};
constexpr Known kKnown[] = {
    {"smollm2", "SmolLM2 135M Instruct", {"SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2.gguf"}},
};

std::vector<fs::path> modelFolders()
{
    std::vector<fs::path> folders;
    if (const char *chosen = std::getenv("LIMNOGRAPH_MODELS"); chosen && *chosen)
        folders.emplace_back(chosen);
    Dl_info self{};
    if (dladdr(reinterpret_cast<const void *>(&modelFolders), &self) && self.dli_fname) {
        std::error_code ignored;
        const fs::path library = fs::absolute(self.dli_fname, ignored);
        folders.push_back((library.parent_path().parent_path() / "share/limnograph/models").lexically_normal());
    }
    return folders;
}

std::optional<fs::path> find(const Known &known)
{
    for (const fs::path &folder : modelFolders()) {
        for (const char *file : known.files) {
            std::error_code ignored;
            if (fs::exists(folder / file, ignored))
                return folder / file;
        }
    }
    return std::nullopt;
}

} // namespace

std::vector<BuiltinModel> builtinModels()
{
    std::vector<BuiltinModel> models;
    for (const Known &known : kKnown) {
        if (const auto path = find(known))
            models.push_back({known.name, path->string(), known.title});
    }
    return models;
}

Result<std::string> resolveModel(const std::string &nameOrPath)
{
    if (nameOrPath == kNullModel)
        return nameOrPath;
    std::string looked;
    for (const Known &known : kKnown) {
        if (nameOrPath != known.name)
            continue;
        if (const auto path = find(known))
            return path->string();
        for (const fs::path &folder : modelFolders())
            looked +=
                (looked.empty() ? "looked for " + std::string(known.files.front()) + " in " : ", ") + folder.string();
    }
    std::error_code ignored;
    if (!nameOrPath.empty() && fs::exists(nameOrPath, ignored))
        return nameOrPath;
    return failure(ErrorCode::ModelMissing,
                   "\"" + nameOrPath + "\": "
                       + (looked.empty() ? "no such file or folder, and not the name of a built-in model" : looked));
}

} // namespace limno
