// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

namespace limno::cli {

/// This process's heap by arena and its mappings by class, as `doctor --memory` shows them: {"heap":…,"mappings":…}.
/// Where one can't be read its error is in its place.
Json memoryReportsJson();
void printMemoryReports(const Json &reports);

} // namespace limno::cli
