// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/modelfile.h"

#include "core/formats/gguf.h"
#include "core/formats/hfconfig.h"
#include "core/formats/modelkind.h"
#include "core/formats/safetensors.h"
#include "core/formats/shardindex.h"
#include "core/formats/tokenizerjson.h"
#include "core/formats/torchscript.h"

namespace limno {

namespace {

template<typename T>
Result<void> outcome(const Result<T> &read)
{
    if (!read)
        return failure(read.error());
    return {};
}

Result<void> checkIndex(const std::string &path)
{
    const auto index = readShardIndex(path);
    if (!index)
        return failure(index.error());
    return checkShards(*index);
}

} // namespace

Result<void> checkModelFile(const std::string &path)
{
    const auto kind = modelKind(path);
    if (!kind)
        return failure(kind.error());
    switch (*kind) {
    case ModelKind::Gguf:
        return outcome(GgufFile::open(path));
    case ModelKind::Safetensors:
        return outcome(SafetensorsFile::open(path));
    case ModelKind::ShardIndex:
        return checkIndex(path);
    case ModelKind::HfConfig:
        return outcome(readHfConfig(path));
    case ModelKind::TokenizerJson:
        return outcome(readTokenizerVocabulary(path));
    case ModelKind::TorchScript:
        break;
    }
    return checkTorchScript(path);
}

} // namespace limno
