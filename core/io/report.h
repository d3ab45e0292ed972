// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"
#include "core/base/result.h"
#include "core/replay/recording.h"

#include <string>

namespace limno {

/// The level of a recording as a picture that stands alone: memory curves (anonymous, files, heap, tensors) with legend,
/// marks, and request lanes under them. `width` and `height` in pixels.
std::string levelSvg(const Recording &recording, int width, int height);

/// One judged curve by request: rows, floors, the slope with its interval, what was left out, where the confirmation
/// begins. Empty for a series that the verdict has nothing on.
std::string growthSvg(const MemoryRun &run, const Verdict &verdict, const std::string &series, int width, int height);

/// One HTML page without outside references: the verdict with its evidence, what ran, on what, the level as SVG, a table of the curves (first, last,
/// peak), requests by outcome with percentiles, marks. Light and dark by the reader's preference.
std::string htmlReport(const Recording &recording, const std::string &title);

/// The same for an issue tracker, without pictures: verdict, figures, setup; a few KB.
std::string markdownReport(const Recording &recording, const std::string &title);

/// The same for programs: {"schema":1, "meta", "models", "requests", "latency", "memory", "marks", "series", "verdict",
/// "text"}.
std::string jsonReport(const Recording &recording, const std::string &title);

/// Writes text atomically (temporary file beside it, then renamed). Io names the path; the old file stays.
Result<void> writeTextFile(const std::string &path, const std::string &text);

} // namespace limno
