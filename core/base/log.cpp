// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>

namespace limno {

namespace {

constexpr size_t kKeptLines = 5000;
constexpr size_t kFileBytes = 5 * 1024 * 1024;
constexpr size_t kOldFiles = 2;

spdlog::level::level_enum toSpdlog(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        break;
    }
    return spdlog::level::err;
}

/// The program's one log: spdlog's sinks for console and file, a short memory for the window.
class Log
{
public:
    static Log &instance()
    {
        static Log log;
        return log;
    }

    void write(LogLevel level, std::string_view component, std::string_view text)
    {
        const std::string line = std::string(component) + ": " + std::string(text);
        m_console->log(toSpdlog(level), line);
        const std::lock_guard lock(m_mutex);
        if (m_file)
            m_file->log(toSpdlog(level), line);
        if (level == LogLevel::Debug)
            return;
        const auto wall = std::chrono::system_clock::now().time_since_epoch();
        m_lines.push_back({++m_count, std::chrono::duration_cast<std::chrono::milliseconds>(wall).count(), level,
                           std::string(component), std::string(text)});
        if (m_lines.size() > kKeptLines)
            m_lines.pop_front();
    }

    void setConsoleLevel(LogLevel level) { m_console->set_level(toSpdlog(level)); }

    bool openFile(const std::string &path)
    {
        try {
            auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(path, kFileBytes, kOldFiles);
            auto logger = std::make_shared<spdlog::logger>("file", std::move(sink));
            logger->flush_on(spdlog::level::info);
            const std::lock_guard lock(m_mutex);
            m_file = std::move(logger);
            return true;
        } catch (const spdlog::spdlog_ex &) {
            return false;
        }
    }

    void closeFile()
    {
        const std::lock_guard lock(m_mutex);
        m_file.reset();
    }

    std::vector<LogLine> since(int64_t after)
    {
        const std::lock_guard lock(m_mutex);
        std::vector<LogLine> lines;
        for (auto it = m_lines.rbegin(); it != m_lines.rend() && it->index > after; ++it)
            lines.push_back(*it);
        return {lines.rbegin(), lines.rend()};
    }

private:
    Log()
        : m_console(std::make_shared<spdlog::logger>("console", std::make_shared<spdlog::sinks::stderr_sink_mt>()))
    {
        m_console->set_level(spdlog::level::warn);
    }

    std::shared_ptr<spdlog::logger> m_console;
    std::mutex m_mutex; ///< guards everything below
    std::shared_ptr<spdlog::logger> m_file;
    std::deque<LogLine> m_lines;
    int64_t m_count = 0;
};

} // namespace

void logMessage(LogLevel level, std::string_view component, std::string_view text)
{
    Log::instance().write(level, component, text);
}

void setConsoleLogLevel(LogLevel level)
{
    Log::instance().setConsoleLevel(level);
}

bool openLogFile(const std::string &path)
{
    return Log::instance().openFile(path);
}

void closeLogFile()
{
    Log::instance().closeFile();
}

std::vector<LogLine> logSince(int64_t after)
{
    return Log::instance().since(after);
}

} // namespace limno
