// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/replay/recording.h"

#include <string>

namespace limno {

/// The level of a recording as a picture that stands alone: memory curves (anonymous, files, heap, tensors) with legend,
/// marks, and request lanes under them. `width` and `height` in pixels.
std::string levelSvg(const Recording &recording, int width, int height);

/// One HTML page without outside references: what ran, on what, the level as SVG, a table of the curves (first, last,
/// peak), requests by outcome with percentiles, marks. Light and dark by the reader's preference.
std::string htmlReport(const Recording &recording, const std::string &title);

/// Writes text atomically (temporary file beside it, then renamed). Io names the path; the old file stays.
Result<void> writeTextFile(const std::string &path, const std::string &text);

} // namespace limno
