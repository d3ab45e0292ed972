// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/image.h"

#include <array>

namespace limno {

/// Means of R, G and B (0 to 255) top left, top right, bottom left and bottom right: enough to see whether a picture was
/// turned, mirrored or has its colours swapped. A middle row or column belongs to the lower or right half; one that is
/// alone to both.
std::array<std::array<double, 3>, 4> quadrantMeans(const Image &image);

} // namespace limno
