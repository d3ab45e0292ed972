// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// What a decoder needs between its matrix products: fp32, row-major, plain pointers. Chosen at run time by CPU level.
/// Thread-safe; large inputs are spread over LibTorch's intra-op threads, a single token's are not worth it.
namespace limno::kernels {

/// out[i, :] = weight · x[i, :] / sqrt(mean(x[i, :]²) + eps). x, out: [n, columns]; weight: [columns]. out may be x.
/// Root mean square layer normalization (Zhang and Sennrich 2019).
void rmsNorm(const float *x, const float *weight, float eps, int64_t n, int64_t columns, float *out);

/// out = silu(gate) · up, silu(g) = g / (1 + exp(-g)). All [count]; out may be gate or up.
void siluMultiply(const float *gate, const float *up, int64_t count, float *out);

/// y += x. Both [count].
void add(const float *x, float *y, int64_t count);

enum class RopePairing {
    Halves, ///< element i turns with i + headDim / 2 ("neox": Hugging Face weights, Qwen2 GGUF files)
    Interleaved, ///< element 2i turns with 2i + 1 (Llama GGUF files as stored)
};

/// Rotary position embedding (Su et al. 2021) in place. x: [n, heads, headDim]; cos, sin: [n, headDim / 2], the rows of
/// the positions of x. headDim is even.
void rope(RopePairing pairing, float *x, const float *cos, const float *sin, int64_t n, int64_t heads, int64_t headDim);

enum class CacheType { F32, F16 };

/// Appends rows to a KV cache: cache[0, count) = x converted, round to nearest even.
void storeCache(const float *x, int64_t count, CacheType type, void *cache);

/// Causal attention of n new queries over a KV cache: query i sees positions 0 … past + i, whose keys and values
/// (the new ones too) are already in the cache. q, out: [n, heads, headDim]; k, v: [past + n, kvHeads, headDim] in
/// `type`; query head h reads kv head h / (heads / kvHeads); heads is a multiple of kvHeads. scale multiplies q·k
/// (usually 1 / sqrt(headDim)). out may not overlap the inputs. Softmax in one pass (Milakov and Gimelshein 2018).
void attend(const float *q, const void *k, const void *v, CacheType type, int64_t n, int64_t past, int64_t heads,
            int64_t kvHeads, int64_t headDim, float scale, float *out);

} // namespace limno::kernels
