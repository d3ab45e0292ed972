// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

enum class LogLevel { Debug, Info, Warning, Error };

struct LogLine {
    int64_t index = 0; ///< counts from 1 for the whole run of the program
    int64_t wallMs = 0; ///< milliseconds since 1970
    LogLevel level = LogLevel::Info;
    std::string component;
    std::string text;
};

/// Writes one line to standard error (from the level set) and, when openLogFile() was called, to the file, and keeps
/// the latest 5 000 for logSince(). Thread-safe. Prompts and replies are never logged at Info or above.
void logMessage(LogLevel level, std::string_view component, std::string_view text);

inline void logInfo(std::string_view component, std::string_view text) { logMessage(LogLevel::Info, component, text); }
inline void logWarning(std::string_view component, std::string_view text) { logMessage(LogLevel::Warning, component, text); }
inline void logError(std::string_view component, std::string_view text) { logMessage(LogLevel::Error, component, text); }
inline void logDebug(std::string_view component, std::string_view text) { logMessage(LogLevel::Debug, component, text); }

/// Lines below `level` do not reach standard error; file and memory keep everything from Info. Default: Warning.
void setConsoleLogLevel(LogLevel level);

/// Appends to `path` (rotated at 5 MiB, two old files kept). False when the file cannot be opened; logging goes on.
bool openLogFile(const std::string &path);
void closeLogFile();

/// The kept lines with an index above `after`, oldest first.
std::vector<LogLine> logSince(int64_t after);

} // namespace limno
