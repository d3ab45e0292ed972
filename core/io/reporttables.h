// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"
#include "core/io/reportfigures.h"
#include "core/replay/recording.h"

#include <string>

namespace limno {

/// The parts of the report's page as HTML; each is empty when there is nothing to show.
/// The verdict's sentence, the curve that decided, one row a judged series, causes and the next experiment.
std::string verdictPanel(const MemoryRun &run, const Verdict &verdict);
std::string memoryTable(const ReportFigures &figures);
std::string requestTable(const ReportFigures &figures);
std::string errorTable(const Recording &recording);
std::string clearTable(const ReportFigures &figures);
std::string markTable(const Recording &recording);
/// What ran: models, the request that was sent, machine and libraries.
std::string setupTable(const Recording &recording, const ReportFigures &figures);

/// "1:05.2", "2:01:05.2": hours, minutes and seconds from the start.
std::string moment(int64_t ns);

} // namespace limno
