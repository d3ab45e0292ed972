// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/benchmark.h"

namespace limno {

/// "allocator": what a pair of allocate and free costs in our host allocator beside LibTorch's own, turn by turn, and
/// on an emulated card; medians over the rounds. The host allocator has to be installed.
Benchmark allocatorBenchmark();

} // namespace limno
