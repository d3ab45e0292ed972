// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace limno::kernels {

/// The instruction sets the kernels are written for. Scalar is the reference; Avx2 means AVX2, FMA and F16C; Avx512Vnni
/// means AVX-512 F, BW, DQ, VL and VNNI.
enum class CpuLevel { Scalar, Avx2, Avx512Vnni };

/// What the kernels use now: the best this CPU has unless setCpuLevel() (tests) chose another.
CpuLevel cpuLevel();
/// False when the CPU lacks it; the level stays as it was. Not while kernels run.
bool setCpuLevel(CpuLevel level);
std::string_view cpuLevelName(CpuLevel level);

} // namespace limno::kernels
