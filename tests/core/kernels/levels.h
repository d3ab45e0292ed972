// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/cpulevel.h"

#include <cstdint>
#include <random>
#include <vector>

/// What the kernel tests share.
namespace limno::kernels::test {

/// The levels of this machine, the reference first.
inline std::vector<CpuLevel> levels()
{
    const CpuLevel best = cpuLevel();
    std::vector<CpuLevel> all;
    for (const CpuLevel level : {CpuLevel::Scalar, CpuLevel::Avx2, CpuLevel::Avx512Vnni}) {
        if (setCpuLevel(level))
            all.push_back(level);
    }
    setCpuLevel(best);
    return all;
}

/// Normally distributed; the same for the same seed on every machine (only the generator is portable, so no
/// distribution of the standard library).
inline std::vector<float> randomFloats(int64_t count, uint32_t seed, float spread = 1.0f)
{
    std::mt19937 generator(seed);
    std::vector<float> values(static_cast<size_t>(count));
    for (float &value : values) {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += static_cast<double>(generator()) / 4294967296.0;
        value = spread * static_cast<float>(sum);
    }
    return values;
}

} // namespace limno::kernels::test
