// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"

namespace limno {

/// Likely causes for the signature of a verdict, and the one experiment that best separates what remains. `verdict` is
/// complete but for advice and text.
std::vector<Advice> adviceFor(const Verdict &verdict);

/// One or two English sentences: the class, how much, what it follows, until when.
std::string verdictText(const Verdict &verdict);

} // namespace limno
