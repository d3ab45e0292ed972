// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trend.h"

#include <optional>

namespace limno {

inline constexpr size_t kFewestBlocks = 8;
/// Share of a run that counts as start-up unless its curve says more.
inline constexpr double kStartUp = 0.4;
/// With fewer requests the steady rest has fewer than kFewestBlocks blocks of the smallest length.
inline constexpr size_t kFewestRequests = 67;

/// Memory that builds up and is given back again and again.
struct Cycle {
    size_t drops = 0;
    double period = 0; ///< rows
    double height = 0; ///< bytes, median drop
};

/// Three or more regular drops of more than 45 % of the curve's range (5 to 95 %, its trend taken out) and 5.5 times its
/// median step. Looked for in the steady part first, then in all of it.
std::optional<Cycle> findCycle(const Points &rows);

/// Whether the curve fell once or twice as the drops of a cycle do and has been rising since, fast enough to make up for it
/// within the length of the run: a collector or a clear that comes too seldom to tell what the floor does.
bool risesAgainAfterAFall(const Points &rows);

/// Rows a block for a window of so many rows: 5 to 10, or more than a cycle, or more where a window is so long that
/// comparing all pairs of blocks would take its time.
size_t blockLength(size_t window, const std::optional<Cycle> &cycle);

/// The lowest point of each block: what is in use between the ups and downs of requests. Fewer rows than a block: none.
Points blockFloors(const Points &rows, size_t block);

/// The floors with the largest rise from one block to the next taken out.
Points withoutLargestRise(const Points &floors);
/// The highest rise after which the curve never came back.
double largestKeptRise(const Points &floors);

} // namespace limno
