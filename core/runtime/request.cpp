// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/request.h"

#include <array>
#include <utility>

namespace limno {

namespace {

constexpr std::array<std::pair<Task, std::string_view>, 8> kTasks{{
    {Task::Chat, "chat"},
    {Task::Complete, "complete"},
    {Task::Sentiment, "sentiment"},
    {Task::Caption, "caption"},
    {Task::Classify, "classify"},
    {Task::Detect, "detect"},
    {Task::Summarize, "summarize"},
    {Task::Imagine, "imagine"},
}};

} // namespace

std::string_view taskName(Task task)
{
    for (const auto &[value, name] : kTasks) {
        if (value == task)
            return name;
    }
    return {};
}

std::optional<Task> taskByName(std::string_view name)
{
    for (const auto &[value, known] : kTasks) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

} // namespace limno
