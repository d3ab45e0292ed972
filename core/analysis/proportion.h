// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bootstrap.h"

#include <cstdint>

namespace limno {

/// Exact 95 % interval of a share of which `count` of `of` were seen (Clopper and Pearson 1934); 0 to 1 for none.
Interval clopperPearson(int64_t count, int64_t of);

} // namespace limno
