// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/shardindex.h"

#include "core/base/log.h"
#include "core/formats/jsonfile.h"
#include "core/formats/parsing.h"
#include "core/formats/safetensors.h"

#include <set>

namespace limno {

using parsing::inQuotes;

namespace {

constexpr uint64_t kLongestIndex = 64 << 20;

Result<void> checkShard(const std::string &path, const std::set<std::string> &expected)
{
    const auto file = SafetensorsFile::open(path);
    if (!file)
        return failure(file.error());
    std::set<std::string> missing = expected;
    size_t unknown = 0;
    for (const SafetensorsTensor &tensor : (*file)->tensors())
        unknown += missing.erase(tensor.name) == 0;
    if (!missing.empty())
        return failure(ErrorCode::ModelInvalid,
                       path + ": " + std::to_string(missing.size()) + " tensors of the index are not in it, "
                           + inQuotes(*missing.begin()) + " among them",
                       "missing_tensor");
    if (unknown > 0)
        logWarning("formats",
                   path + ": holds " + std::to_string(unknown) + " tensors that the index does not place there");
    return {};
}

} // namespace

Result<ShardIndex> readShardIndex(const std::string &path)
{
    const auto file = JsonFile::open(path, kLongestIndex);
    if (!file)
        return failure(file.error());
    const auto *map = file->find({"weight_map"});
    if (!map)
        return file->invalid("weight_map", "missing_key", "is missing");
    if (!map->is_object())
        return file->invalid("weight_map", "bad_type", "is no object");
    if (map->empty())
        return file->invalid("weight_map", "bad_value", "is empty");
    ShardIndex index;
    index.folder = path.substr(0, path.rfind('/') + 1); // npos + 1 is 0
    for (const auto &[tensor, value] : map->items()) {
        if (!value.is_string())
            return file->invalid("weight_map", "bad_type", "the file of " + inQuotes(tensor) + " is not a text");
        const auto name = value.get<std::string>();
        if (name.empty() || name.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos || name == "."
            || name == "..")
            return file->invalid("weight_map", "bad_value",
                                 inQuotes(name) + " is not the name of a file in the same folder");
        index.fileOfTensor.emplace(tensor, name);
    }
    return index;
}

Result<void> checkShards(const ShardIndex &index)
{
    std::map<std::string, std::set<std::string>> tensorsOfFile;
    for (const auto &[tensor, file] : index.fileOfTensor)
        tensorsOfFile[file].insert(tensor);
    for (const auto &[file, tensors] : tensorsOfFile) {
        if (const auto checked = checkShard(index.folder + file, tensors); !checked)
            return checked;
    }
    return {};
}

} // namespace limno
