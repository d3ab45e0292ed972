// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/bpevocabulary.h"

#include <span>

namespace limno {

/// `declared` ids that a file names as ends, without -1, and the special tokens whose name says that they end a turn or
/// a text: files often declare only one of the two.
std::vector<int64_t> endOfGenerationIds(std::vector<int64_t> declared, std::span<const AddedToken> addedTokens);

} // namespace limno
