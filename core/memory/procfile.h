// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/metric.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace limno {

/// The start of a small file of /proc or /sys, as far as it fits into `buffer`; allocates nothing. Empty when the file
/// cannot be read.
std::string_view readSmallFile(const char *path, std::span<char> buffer);

/// The number that `text` begins with after blanks; absent when it begins with something else, as "max" does.
std::optional<int64_t> leadingNumber(std::string_view text);

/// Takes RssAnon, RssFile, RssShmem, VmSwap (KiB there, bytes here) and Threads out of the text of /proc/PID/status
/// (man 5 proc). A line that is missing or is no number leaves its metric as it was.
void parseProcStatus(std::string_view text, Sample &sample);

/// Entries of a folder without "." and ".."; absent when it cannot be read.
std::optional<int64_t> countEntries(const char *folder);
/// Lines of a file of any size; absent when it cannot be read.
std::optional<int64_t> countLines(const char *path);

} // namespace limno
