// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// One lane: the reference.
namespace limno::kernels::scalar {

using Vec = float;
constexpr int64_t width = 1;

static inline Vec load(const float *p) { return *p; }
static inline Vec loadPart(const float *, int64_t) { return 0; }
static inline void store(float *p, Vec v) { *p = v; }
static inline void storePart(float *, int64_t, Vec) {}
static inline Vec broadcast(float x) { return x; }
static inline Vec add(Vec a, Vec b) { return a + b; }
static inline Vec sub(Vec a, Vec b) { return a - b; }
static inline Vec mul(Vec a, Vec b) { return a * b; }
static inline Vec div(Vec a, Vec b) { return a / b; }
static inline Vec fma(Vec a, Vec b, Vec c) { return a * b + c; }
static inline Vec max(Vec a, Vec b) { return a > b ? a : b; }
static inline float sum(Vec v) { return v; }
static inline float greatest(Vec v) { return v; }
static inline Vec exponential(Vec x) { return __builtin_expf(x); }

/// IEEE 754 binary16, subnormals included.
static inline float halfToFloat(uint16_t half)
{
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
    const uint32_t exponent = (half >> 10) & 0x1f;
    const uint32_t mantissa = half & 0x3ffu;
    uint32_t bits = 0;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    if (exponent == 31)
        bits = sign | 0x7f800000u | (mantissa << 13) | (mantissa ? 0x400000u : 0);
    else
        bits = sign | ((exponent + 112) << 23) | (mantissa << 13);
    float value = 0;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/// Round to nearest even; too large becomes infinity.
static inline uint16_t floatToHalf(float value)
{
    uint32_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
    bits &= 0x7fffffffu;
    if (bits > 0x7f800000u)
        return static_cast<uint16_t>(sign | 0x7e00u | ((bits >> 13) & 0x3ffu));
    if (bits >= 0x477ff000u)
        return static_cast<uint16_t>(sign | 0x7c00u);
    if (bits < 0x38800000u) {
        // Adding 0.5 leaves the subnormal half, rounded by the adder, in the low mantissa bits.
        float magnitude = 0;
        __builtin_memcpy(&magnitude, &bits, sizeof magnitude);
        magnitude += 0.5f;
        __builtin_memcpy(&bits, &magnitude, sizeof bits);
        return static_cast<uint16_t>(sign | (bits - 0x3f000000u));
    }
    const uint32_t odd = (bits >> 13) & 1;
    return static_cast<uint16_t>(sign | ((bits - 0x38000000u + 0xfffu + odd) >> 13));
}

static inline Vec loadHalf(const uint16_t *p) { return halfToFloat(*p); }
static inline Vec loadHalfPart(const uint16_t *, int64_t) { return 0; }
static inline void storeHalf(uint16_t *p, Vec v) { *p = floatToHalf(v); }
static inline void storeHalfPart(uint16_t *, int64_t, Vec) {}

/// Weights as they lie in a file, at any address.
static inline Vec weightsF32(const uint8_t *p)
{
    float value = 0;
    __builtin_memcpy(&value, p, sizeof value);
    return value;
}

static inline Vec weightsF16(const uint8_t *p)
{
    return halfToFloat(static_cast<uint16_t>(p[0] | p[1] << 8));
}

static inline Vec weightsBf16(const uint8_t *p)
{
    const uint32_t bits = static_cast<uint32_t>(p[0]) << 16 | static_cast<uint32_t>(p[1]) << 24;
    float value = 0;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace limno::kernels::scalar
