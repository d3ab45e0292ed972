// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <immintrin.h>

/// Sixteen lanes. Everything static, so that no copy of it can serve a source compiled for another level.
namespace limno::kernels::avx512 {

using Vec = __m512;
constexpr int64_t width = 16;

static inline __mmask16 partMask(int64_t count) { return static_cast<__mmask16>((1u << count) - 1); }

static inline Vec load(const float *p) { return _mm512_loadu_ps(p); }
static inline Vec loadPart(const float *p, int64_t count) { return _mm512_maskz_loadu_ps(partMask(count), p); }
static inline void store(float *p, Vec v) { _mm512_storeu_ps(p, v); }
static inline void storePart(float *p, int64_t count, Vec v) { _mm512_mask_storeu_ps(p, partMask(count), v); }
static inline Vec broadcast(float x) { return _mm512_set1_ps(x); }
static inline Vec add(Vec a, Vec b) { return _mm512_add_ps(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm512_sub_ps(a, b); }
static inline Vec mul(Vec a, Vec b) { return _mm512_mul_ps(a, b); }
static inline Vec div(Vec a, Vec b) { return _mm512_div_ps(a, b); }
static inline Vec fma(Vec a, Vec b, Vec c) { return _mm512_fmadd_ps(a, b, c); }
static inline Vec max(Vec a, Vec b) { return _mm512_max_ps(a, b); }
static inline float sum(Vec v) { return _mm512_reduce_add_ps(v); }
static inline float greatest(Vec v) { return _mm512_reduce_max_ps(v); }

/// 2^n · Taylor series of e^r, r = x - n ln 2 in two parts, |r| ≤ ln 2 / 2: within 2 units in the last place for
/// −87 ≤ x ≤ 88, beyond which x counts as the bound. NaN stays.
static inline Vec exponential(Vec x)
{
    x = _mm512_min_ps(_mm512_set1_ps(88.0f), _mm512_max_ps(_mm512_set1_ps(-87.0f), x));
    const Vec n = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(0x1.715476p+0f)),
                                       _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    Vec r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.62ep-1f), x);
    r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.0bfbe8p-15f), r);
    Vec p = _mm512_set1_ps(1.0f / 5040);
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 720));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 120));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 24));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 6));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(0.5f));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1));
    return _mm512_scalef_ps(p, n);
}

static inline Vec loadHalf(const uint16_t *p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
}

static inline Vec loadHalfPart(const uint16_t *p, int64_t count)
{
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(partMask(count), p));
}

static inline void storeHalf(uint16_t *p, Vec v)
{
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
}

static inline void storeHalfPart(uint16_t *p, int64_t count, Vec v)
{
    _mm256_mask_storeu_epi16(p, partMask(count), _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
}

/// Weights as they lie in a file, at any address.
static inline Vec weightsF32(const uint8_t *p)
{
    return _mm512_loadu_ps(p);
}

static inline Vec weightsF16(const uint8_t *p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
}

static inline Vec weightsBf16(const uint8_t *p)
{
    const __m512i wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
    return _mm512_castsi512_ps(_mm512_slli_epi32(wide, 16));
}

} // namespace limno::kernels::avx512
