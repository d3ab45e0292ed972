// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trend.h"

namespace limno {

/// By how much a straight line explains a curve better than growth that bends for ever: n ln(bent / straight) of the
/// mean squares that the best fits leave, n counting what is independent (the log-likelihood ratio of Vuong 1989, twice).
/// Bent is a logarithm, a power of at most 0.6, or an exponential approach to a ceiling, of the requests since the start
/// of the run. With `WarmUp::Allowed` the line may approach exponentially. Below 0: it bends.
enum class WarmUp { None, Allowed };
double straightOverBent(const Points &floors, WarmUp warmUp);

} // namespace limno
