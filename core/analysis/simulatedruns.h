// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryrun.h"

#include <functional>
#include <span>
#include <string_view>

namespace limno {

class Random;

/// How long and how noisy a simulated run is.
struct SimulatedShape {
    size_t mainRows = 400;
    size_t confirmRows = 240;
    double noise = 400'000; ///< bytes, standard deviation of a row
    double leakOfNoise = 25; ///< leaking families: slope in units of noise / mainRows
};

/// One kind of curve whose truth is known.
struct SimulatedFamily {
    std::string_view name;
    bool isLeak = false;
    /// Bytes of each row without its constant part.
    std::vector<double> (*draw)(const SimulatedShape &shape, Random &random) = nullptr;
};

/// The families of docs/verdict.md: leak-free ones first.
std::span<const SimulatedFamily> simulatedFamilies();

struct SimulatedRun {
    MemoryRun run; ///< heapInUse and tokens
    double slope = 0; ///< true bytes per request, 0 where nothing leaks
};
/// The same on every machine for the same seed.
SimulatedRun simulate(const SimulatedFamily &family, const SimulatedShape &shape, uint64_t seed);

} // namespace limno
