// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryrun.h"
#include "core/base/result.h"

#include <string>

namespace limno {

/// Reads a run from CSV. The header names the columns: `request`, `phase` (main, confirm, rest), `tokens`, `pixels`,
/// `payloadBytes`, `distinctInputs`, `threads`, `shape`, `ok` (1, 0, true, false), `timeNs` or `timeMs`; every other
/// column is a series of bytes. Without `request` rows are counted. An empty cell is an absent value. LF or CRLF, an
/// optional byte order mark; fields may be quoted. InputInvalid names file, line and column; Io where it can't be read.
Result<MemoryRun> readSeriesCsv(const std::string &path);
/// The same from text; `name` stands for the file in messages.
Result<MemoryRun> parseSeriesCsv(std::string_view text, const std::string &name);

} // namespace limno
