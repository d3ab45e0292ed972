// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"
#include "core/runtime/outcome.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace limno {

/// The parts of requests and outcomes that a recording keeps as JSON text or as a hash.

/// SHA-256 in hex over prompt, messages and ids, each with its length, so that no two inputs share a text.
std::string inputHash(const Request &request);
/// SHA-256 in hex over text and new token ids. Dumped tensors do not count: they say how the output came about.
std::string outputHash(const Outcome &outcome);

/// Bytes of prompt, messages and ids.
int64_t inputBytes(const Request &request);
/// {"prompt":…,"messages":[…],"ids":[…]}; nothing when a text is not UTF-8.
std::optional<std::string> inputToJson(const Request &request);
/// Puts an input back into a request. False when the text is not what inputToJson() writes.
bool inputFromJson(std::string_view json, Request &request);

std::string generationToJson(const GenerationOptions &options);
/// Unknown fields are skipped.
GenerationOptions generationFromJson(std::string_view json);

/// {"timeNs":…,"rssAnon":…}: the metrics that are there, the time from `startNs`.
std::string sampleToJson(const Sample &sample, int64_t startNs);
Sample sampleFromJson(std::string_view json);

} // namespace limno
