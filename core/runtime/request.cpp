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

Result<void> checkPrompt(const Request &request)
{
    if (!request.inputIds.empty())
        return {};
    if (request.task == Task::Chat) {
        if (request.messages.empty())
            return failure(ErrorCode::InputInvalid, "messages: a chat needs at least one message");
        if (request.messages.back().content.find_first_not_of(" \t\r\n") == std::string::npos)
            return failure(ErrorCode::InputInvalid, "the prompt is empty: nothing to answer");
        return {};
    }
    if (request.task == Task::Complete && request.prompt.empty())
        return failure(ErrorCode::InputInvalid, "the prompt is empty: nothing to go on from");
    return {};
}

} // namespace limno
