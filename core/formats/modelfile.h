// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

struct TensorSummary {
    std::string name;
    std::string dtype;
    std::vector<int64_t> shape;
    int64_t bytes = 0;
};

/// What a model file says about itself, read without its weights.
struct ModelDescription {
    std::string format; ///< "gguf"
    std::string architecture; ///< "llama"
    std::string task; ///< "chat", "complete"; empty for what generates nothing by itself (encoder, adapter)
    int64_t parameters = 0;
    int64_t fileBytes = 0;
    int64_t contextLength = 0;
    int64_t weightBytes = 0;
    int64_t kvBytesPerToken = 0; ///< with 16-bit keys and values
    /// Estimate of the highest need of one request at full context: weights, keys and values, the fp32 activations of a
    /// prefill step of 512 tokens and one row of logits.
    int64_t peakBytes = 0;
    std::vector<TensorSummary> tensors;
};

/// Describes also architectures that we cannot run; safetensors and TorchScript files know neither architecture nor
/// task. ModelMissing, Io, ModelInvalid, or ModelUnsupported (`unknown_format`, `no_code`).
Result<ModelDescription> describeModel(const std::string &path);

/// Structure and headers of one file of any kind that we read, and for an index its shards; no weights. The Error's
/// `reason` is the word for scripts.
Result<void> checkModelFile(const std::string &path);

} // namespace limno
