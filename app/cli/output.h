// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/memory/metric.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <string>

namespace limno::cli {

using Json = nlohmann::ordered_json;

/// Exit codes of the public contract.
inline constexpr int kExitDone = 0;
inline constexpr int kExitSomeFailed = 10;
int exitCodeFor(ErrorCode code);

enum class OutputMode { People, Script };

/// {"schema":1,"version":…}: what every document begins with.
Json newDocument();
/// Keeps files that are opened later off the numbers of standard streams that the caller closed, and lets a write beyond
/// a file size limit fail instead of ending the process. At the very start, once.
void secureStreams();
/// `code`, or 1 with a sentence on standard error when something that was printed did not get out.
int finishOutput(int code);
/// Invalid UTF-8 is written as U+FFFD.
void printDocument(const Json &document);
/// One JSON document on standard output, or a sentence on standard error; the exit code, which for Cancelled is that of
/// the signal.
int reportError(OutputMode mode, const Error &error);
Json errorJson(const Error &error);

/// Present metrics by name.
Json sampleJson(const Sample &sample);

inline constexpr size_t kLargestPrompt = size_t{32} << 20; ///< bytes; far more than any context holds
/// A whole file, or standard input for "-". InputInvalid names it and why it can't be read, or how large it may be.
Result<std::string> readTextInput(const std::string &path, size_t mostBytes = std::numeric_limits<size_t>::max());

} // namespace limno::cli
