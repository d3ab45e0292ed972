// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ggmltype.h"
#include "core/kernels/cpulevel.h"

#include <cstddef>
#include <cstdint>

/// Kernels that work on the mapped blocks of a model file. Chosen at run time by CPU feature; the scalar ones are the
/// reference. Thread-safe; they use LibTorch's intra-op threads and allocate nothing inside parallel regions.
namespace limno::kernels {

/// A weight matrix in GGUF storage, not owned.
struct QuantMatrix {
    GgmlType type = GgmlType::F32;
    const std::byte *data = nullptr; ///< rows × (columns / blockElements × blockBytes)
    int64_t rows = 0; ///< output features
    int64_t columns = 0; ///< input features
};

/// Whether the functions below accept the type.
bool isSupported(GgmlType type);

/// out[columns] in fp32; exactly what the GGUF reference dequantization gives.
void dequantizeRow(GgmlType type, const std::byte *row, int64_t columns, float *out);

/// y[n, rows] = x[n, columns] · Wᵀ in fp32 with activations quantized to 16 bits in blocks of 32 where W is quantized
/// (F32, F16, BF16 weights: plain fp32 products). columns is a multiple of the type's block; every type in
/// isSupported() has blocks of 32 or none. Neither the rows of W nor x need be aligned. A row of y has the same bits for
/// every n and number of threads; quantized products have the same bits on every CPU level. With vectors the products
/// of a long x run faster than a GEMM on dequantized weights, so this is for prompts of every length as well.
void matmul(const QuantMatrix &weights, const float *x, int64_t n, float *y);

/// The same for several matrices that share their input (Q, K, V; gate, up): x is quantized once and one parallel
/// region serves all. y[i]: [n, weights[i].rows].
void matmulMany(const QuantMatrix *weights, float *const *y, int count, const float *x, int64_t n);

} // namespace limno::kernels
