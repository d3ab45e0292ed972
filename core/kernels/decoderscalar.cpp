// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/vecscalar.h"

#define LIMNO_LEVEL scalar
#include "core/kernels/decoderkernels.inc"
