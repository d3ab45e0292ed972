// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/benchmark.h"

namespace limno {

/// "gate": what the runtime itself costs, a thousand requests a round in each of five settings.
Benchmark gateBenchmark();

} // namespace limno
