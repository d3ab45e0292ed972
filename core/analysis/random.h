// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace limno {

/// Random numbers that are the same on every machine, unlike the standard library's distributions: SplitMix64 (Steele,
/// Lea, Flood 2014), which passes BigCrush and needs no warm-up.
class Random
{
public:
    explicit Random(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t next()
    {
        uint64_t bits = m_state += 0x9E3779B97F4A7C15;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
        return bits ^ (bits >> 31);
    }

    /// In [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// In [0, count).
    size_t index(size_t count) { return static_cast<size_t>(uniform() * static_cast<double>(count)); }
    double exponential() { return -std::log1p(-uniform()); }
    /// Mean 0, variance 1 (Box and Muller 1958).
    double normal() { return std::sqrt(2 * exponential()) * std::cos(2 * std::numbers::pi * uniform()); }

private:
    uint64_t m_state;
};

} // namespace limno
