// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <immintrin.h>

/// Eight lanes. Everything static, so that no copy of it can serve a source compiled for another level.
namespace limno::kernels::avx2 {

using Vec = __m256;
constexpr int64_t width = 8;

static inline __m256i partMask(int64_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

static inline Vec load(const float *p) { return _mm256_loadu_ps(p); }
static inline Vec loadPart(const float *p, int64_t count) { return _mm256_maskload_ps(p, partMask(count)); }
static inline void store(float *p, Vec v) { _mm256_storeu_ps(p, v); }
static inline void storePart(float *p, int64_t count, Vec v) { _mm256_maskstore_ps(p, partMask(count), v); }
static inline Vec broadcast(float x) { return _mm256_set1_ps(x); }
static inline Vec add(Vec a, Vec b) { return _mm256_add_ps(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm256_sub_ps(a, b); }
static inline Vec mul(Vec a, Vec b) { return _mm256_mul_ps(a, b); }
static inline Vec div(Vec a, Vec b) { return _mm256_div_ps(a, b); }
static inline Vec fma(Vec a, Vec b, Vec c) { return _mm256_fmadd_ps(a, b, c); }
static inline Vec max(Vec a, Vec b) { return _mm256_max_ps(a, b); }

static inline float sum(Vec v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

static inline float greatest(Vec v)
{
    __m128 s = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_max_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_max_ss(s, _mm_movehdup_ps(s)));
}

/// 2^n · Taylor series of e^r, r = x - n ln 2 in two parts, |r| ≤ ln 2 / 2: within 2 units in the last place for
/// −87 ≤ x ≤ 88, beyond which x counts as the bound. NaN stays.
static inline Vec exponential(Vec x)
{
    x = _mm256_min_ps(_mm256_set1_ps(88.0f), _mm256_max_ps(_mm256_set1_ps(-87.0f), x));
    const Vec n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(0x1.715476p+0f)),
                                  _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    Vec r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0x1.62ep-1f), x);
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0x1.0bfbe8p-15f), r);
    Vec p = _mm256_set1_ps(1.0f / 5040);
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 720));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 120));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 24));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 6));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(0.5f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1));
    const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), exponent));
}

static inline Vec loadHalf(const uint16_t *p)
{
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
}

static inline Vec loadHalfPart(const uint16_t *p, int64_t count)
{
    uint16_t padded[width] = {};
    for (int64_t i = 0; i < count; ++i)
        padded[i] = p[i];
    return loadHalf(padded);
}

static inline void storeHalf(uint16_t *p, Vec v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(p), _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
}

static inline void storeHalfPart(uint16_t *p, int64_t count, Vec v)
{
    uint16_t padded[width];
    storeHalf(padded, v);
    for (int64_t i = 0; i < count; ++i)
        p[i] = padded[i];
}

/// Weights as they lie in a file, at any address.
static inline Vec weightsF32(const uint8_t *p)
{
    return _mm256_loadu_ps(reinterpret_cast<const float *>(p));
}

static inline Vec weightsF16(const uint8_t *p)
{
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
}

static inline Vec weightsBf16(const uint8_t *p)
{
    const __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
    return _mm256_castsi256_ps(_mm256_slli_epi32(wide, 16));
}

} // namespace limno::kernels::avx2
