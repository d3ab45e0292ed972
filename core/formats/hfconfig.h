// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// What a `config.json` of the transformers library says about the shape of a model. Numbers that a model of its kind
/// need not have are 0 when absent; those that are there have been checked.
struct HfConfig {
    std::string modelType; ///< "qwen2"; the class name for a part of a diffusers pipeline
    std::string architecture; ///< "Qwen2ForCausalLM"; the first of the list
    std::string activation; ///< "silu"
    std::string dtype; ///< "bfloat16"
    int64_t hiddenSize = 0;
    int64_t intermediateSize = 0;
    int64_t layers = 0;
    int64_t attentionHeads = 0;
    int64_t keyValueHeads = 0; ///< equal to attentionHeads when the file says nothing
    int64_t headDimension = 0; ///< hiddenSize / attentionHeads when the file says nothing
    int64_t vocabularySize = 0;
    int64_t contextLength = 0;
    double normEpsilon = 0;
    double ropeTheta = 0;
    bool tiedEmbeddings = false;
    std::vector<int64_t> endOfSequenceIds;
    /// A decoder for text: its size, layers, heads and vocabulary are certain to be there.
    bool isTextDecoder() const;
};

/// Reads both layouts of transformers (before 5: torch_dtype, rope_theta; since: dtype, rope_parameters) and GPT-2's
/// own names (n_embd, n_layer, …). ModelMissing, Io, or ModelInvalid with `reason` bad_json, missing_key, bad_type or
/// bad_value. Thread-safe.
Result<HfConfig> readHfConfig(const std::string &path);

} // namespace limno
