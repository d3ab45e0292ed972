// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/vecavx2.h"

#define LIMNO_LEVEL avx2
#include "core/kernels/dotkernels.inc"
