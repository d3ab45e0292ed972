// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>

namespace limno {

/// Which file of a sharded model holds which tensor (`model.safetensors.index.json`).
struct ShardIndex {
    std::string folder; ///< with a slash at its end; empty for the current one
    std::map<std::string, std::string> fileOfTensor; ///< names without folders
};

/// ModelMissing, Io, or ModelInvalid with `reason` bad_json, missing_key, bad_type or bad_value (a file name that
/// leads out of the folder). The shards are not looked at. Thread-safe.
Result<ShardIndex> readShardIndex(const std::string &path);

/// Opens every shard and looks for every tensor in the shard that should hold it. ModelMissing (`missing_file`), the
/// failures of SafetensorsFile::open(), or ModelInvalid (`missing_tensor`). Tensors in the shards that the index does
/// not know are logged as a warning: they would not be loaded.
Result<void> checkShards(const ShardIndex &index);

} // namespace limno
