// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/cpulevel.h"

#include <atomic>

namespace limno::kernels {

namespace {

bool has(CpuLevel level)
{
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    switch (level) {
    case CpuLevel::Scalar:
        return true;
    case CpuLevel::Avx2:
        return avx2;
    case CpuLevel::Avx512Vnni:
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512vnni");
    }
    return false;
}

std::atomic<CpuLevel> &current()
{
    static std::atomic<CpuLevel> level{has(CpuLevel::Avx512Vnni) ? CpuLevel::Avx512Vnni
                                           : has(CpuLevel::Avx2) ? CpuLevel::Avx2
                                                                 : CpuLevel::Scalar};
    return level;
}

} // namespace

CpuLevel cpuLevel()
{
    return current().load(std::memory_order_relaxed);
}

bool setCpuLevel(CpuLevel level)
{
    if (!has(level))
        return false;
    current().store(level, std::memory_order_relaxed);
    return true;
}

std::string_view cpuLevelName(CpuLevel level)
{
    switch (level) {
    case CpuLevel::Scalar:
        return "scalar";
    case CpuLevel::Avx2:
        return "avx2";
    case CpuLevel::Avx512Vnni:
        return "avx512vnni";
    }
    return {};
}

} // namespace limno::kernels
