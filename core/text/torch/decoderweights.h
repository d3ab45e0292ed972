// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/memory/owner.h"
#include "core/runtime/model.h"
#include "core/text/torch/decoderconfig.h"
#include "core/text/torch/weights.h"

#include <functional>
#include <memory>
#include <vector>

namespace limno {

/// One transformer block.
struct DecoderLayer {
    VectorWeight attentionNorm; ///< [hidden]
    LinearWeight query, key, value, attentionOutput;
    VectorWeight queryBias; ///< [queryDim], or none
    VectorWeight keyBias; ///< [kvDim], or none
    VectorWeight valueBias; ///< [kvDim], or none
    VectorWeight feedForwardNorm; ///< [hidden]
    LinearWeight gate, up, down;

    /// In memory of its own, allocated as the calling thread's scopes say.
    DecoderLayer copied() const;
    int64_t bytes() const;
};

/// What comes before and after the blocks.
struct DecoderEnds {
    LinearWeight embedding; ///< [vocabulary, hidden]
    VectorWeight outputNorm; ///< [hidden]
    LinearWeight ownHead; ///< [vocabulary, hidden]; without rows where the head is the embedding
    /// The matrix that gives the logits.
    const LinearWeight &head() const { return ownHead.matrix().rows > 0 ? ownHead : embedding; }

    DecoderEnds copied() const;
    int64_t bytes() const;
};

/// All weights of a decoder. Mapped weights are pages of the file; nothing is copied but what ComputeType::Fp32 widens.
struct DecoderWeights {
    DecoderEnds ends;
    std::vector<DecoderLayer> layers;
    int64_t mappedBytes = 0;
    int64_t denseBytes = 0;
    std::string storage; ///< "Q4_1, Q8_0, F32"
    std::shared_ptr<const GgufFile> file;

    /// ModelInvalid names the tensor and both shapes; ModelUnsupported names the type; Cancelled between tensors.
    static Result<DecoderWeights> fromGguf(std::shared_ptr<const GgufFile> file, const DecoderConfig &config, ComputeType type,
                                           OwnerTag owner, const LoadContext &context);
};

} // namespace limno
