// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/kernels/decoderops.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// The shape of a decoder-only transformer with RMS norm, rotary positions, grouped heads and a gated MLP.
struct DecoderConfig {
    std::string architecture;
    int64_t layers = 0;
    int64_t hidden = 0;
    int64_t heads = 0;
    int64_t kvHeads = 0;
    int64_t headDim = 0;
    int64_t feedForward = 0;
    int64_t vocabulary = 0;
    int64_t context = 0; ///< positions the model was made for
    double normEpsilon = 1e-5;
    /// Interleaved: GGUF files of arch llama, whose Q and K rows were reordered for it. Halves: qwen2.
    kernels::RopePairing pairing = kernels::RopePairing::Halves;
    std::vector<float> inverseFrequencies; ///< [headDim / 2], scaling included

    int64_t kvDim() const { return kvHeads * headDim; }
    int64_t queryDim() const { return heads * headDim; }
};

/// ModelUnsupported names an architecture or a scaling that we lack; ModelInvalid names the key and the number.
Result<DecoderConfig> decoderConfigFromGguf(const GgufFile &file);

} // namespace limno
