// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/memory/metric.h"

#include <nlohmann/json.hpp>

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
/// Invalid UTF-8 is written as U+FFFD.
void printDocument(const Json &document);
/// One JSON document on standard output, or a sentence on standard error; the exit code, which for Cancelled is that of
/// the signal.
int reportError(OutputMode mode, const Error &error);
Json errorJson(const Error &error);

/// Present metrics by name.
Json sampleJson(const Sample &sample);

/// A whole file, or standard input for "-". InputInvalid names it.
Result<std::string> readTextInput(const std::string &path);

} // namespace limno::cli
