// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayplan.h"

#include "core/analysis/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>

namespace limno {

namespace {

using Json = nlohmann::json;

constexpr size_t kCounterDigits = 6;
constexpr int64_t kShapes = 16;
constexpr int64_t kShapeWords = 8;
constexpr int64_t kMostListBytes = int64_t{256} << 20;

/// The text that a person wrote: the last message from the user, else the prompt.
std::string &userText(Request &request)
{
    const auto last = std::find_if(request.messages.rbegin(), request.messages.rend(),
                                   [](const Message &message) { return message.role == "user"; });
    return last != request.messages.rend() ? last->content : request.prompt;
}

std::string counterText(int64_t number)
{
    std::string counter = std::to_string(number);
    if (counter.size() < kCounterDigits)
        counter.insert(0, kCounterDigits - counter.size(), '0');
    return "[" + counter + "] ";
}

/// A stream of its own for each of a plan's numbers.
Random randomFor(uint64_t seed, int64_t index)
{
    return Random(seed ^ Random(static_cast<uint64_t>(index)).next());
}

std::string randomText(Random random, int64_t characters)
{
    constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::string text;
    for (int64_t i = 0; i < characters; ++i)
        text += kAlphabet[random.index(kAlphabet.size())];
    return text;
}

std::string shapeText(int64_t shape)
{
    std::string text;
    for (int64_t word = 0; word < (shape + 1) * kShapeWords; ++word)
        text += " and more";
    return text;
}

int64_t listLength(const ReplayPlan &plan)
{
    const auto all = static_cast<int64_t>(plan.list.size());
    return plan.distinct > 0 ? std::min(plan.distinct, all) : all;
}

/// Which entry of the list comes at `index`: each pass takes every entry once.
size_t listEntry(const ReplayPlan &plan, int64_t index)
{
    const int64_t length = listLength(plan);
    if (plan.order == ListOrder::AsWritten)
        return static_cast<size_t>(index % length);
    std::vector<size_t> entries(static_cast<size_t>(length));
    std::iota(entries.begin(), entries.end(), 0);
    Random random = randomFor(plan.seed, index / length);
    for (size_t left = entries.size(); left > 1; --left)
        std::swap(entries[left - 1], entries[random.index(left)]);
    return entries[static_cast<size_t>(index % length)];
}

Result<Request> listRequest(const Json &json, const Request &base, const std::string &where)
{
    const auto refuse = [&](const std::string &what) { return failure(ErrorCode::InputInvalid, where + ": " + what); };
    Request request = base;
    request.inputIds.clear();
    if (json.is_string()) {
        userText(request) = json.get<std::string>();
        return request;
    }
    if (!json.is_object())
        return refuse("a string or an object is needed");
    for (const auto &[key, value] : json.items()) {
        if (key != "prompt" && key != "messages")
            return refuse("unknown key \"" + key + "\"");
    }
    if (json.contains("prompt") == json.contains("messages"))
        return refuse("one of \"prompt\" and \"messages\" is needed");
    if (json.contains("prompt")) {
        if (!json["prompt"].is_string())
            return refuse("\"prompt\" is no string");
        userText(request) = json["prompt"].get<std::string>();
        return request;
    }
    if (!json["messages"].is_array())
        return refuse("\"messages\" is no array");
    request.messages.clear();
    for (const Json &message : json["messages"]) {
        const auto text = [&](const char *key) { return message.is_object() && message.contains(key) && message[key].is_string(); };
        if (!text("role") || !text("content"))
            return refuse("each of \"messages\" needs the strings \"role\" and \"content\"");
        request.messages.push_back({message["role"], message["content"]});
    }
    return request;
}

} // namespace

Result<void> checkPlan(const ReplayPlan &plan)
{
    const auto refuse = [](const std::string &message) { return failure(ErrorCode::InputInvalid, message); };
    const auto number = [](auto value) { return std::to_string(value); };
    if (plan.concurrency < 1)
        return refuse("concurrency: " + number(plan.concurrency) + ", at least 1 is needed");
    if (plan.requests < 0 || plan.distinct < 0 || !(plan.seconds >= 0))
        return refuse("requests, distinct and seconds cannot be negative");
    if (plan.pacing == Pacing::Paced && !(plan.ratePerSecond > 0))
        return refuse("rate: planned moments need a rate above 0");
    if (plan.pacing == Pacing::Open && !(plan.ratePerSecond > 0) && plan.momentsNs.empty())
        return refuse("rate: an open loop needs a rate above 0 or planned moments");
    if (!std::is_sorted(plan.momentsNs.begin(), plan.momentsNs.end()))
        return refuse("planned moments are not in order");
    if ((plan.vary == Vary::Prompt || plan.vary == Vary::Shape) && !plan.request.inputIds.empty())
        return refuse("vary: an input of token ids has no prompt to vary");
    if (plan.vary == Vary::None && plan.distinct > 1)
        return refuse("distinct: " + number(plan.distinct) + " different inputs need something that varies");
    if (plan.vary == Vary::List && plan.list.empty())
        return refuse("vary: the list is empty");
    if (plan.vary == Vary::List && plan.distinct > static_cast<int64_t>(plan.list.size()))
        return refuse("distinct: " + number(plan.distinct) + " different inputs, the list has " + number(plan.list.size()));
    return {};
}

Request variedRequest(const ReplayPlan &plan, int64_t index)
{
    Request request = plan.request;
    const int64_t input = plan.distinct > 0 ? index % plan.distinct : index;
    switch (plan.vary) {
    case Vary::None:
        break;
    case Vary::Prompt:
        userText(request).insert(0, plan.randomCharacters > 0 ? randomText(randomFor(plan.seed, input), plan.randomCharacters) + " "
                                                              : counterText(input + 1));
        break;
    case Vary::Shape:
        userText(request) += shapeText(plan.distinct > 0 ? input : index % kShapes);
        break;
    case Vary::List:
        request = plan.list[listEntry(plan, index)];
        break;
    }
    request.loopIndex = index;
    return request;
}

int64_t distinctInputs(const ReplayPlan &plan, int64_t sent)
{
    switch (plan.vary) {
    case Vary::None:
        return std::min<int64_t>(sent, 1);
    case Vary::Prompt:
        return plan.distinct > 0 ? std::min(sent, plan.distinct) : sent;
    case Vary::Shape:
        return std::min(sent, plan.distinct > 0 ? plan.distinct : kShapes);
    case Vary::List:
        break;
    }
    return std::min(sent, listLength(plan));
}

Result<std::vector<Request>> readRequestList(const std::string &path, const Request &base)
{
    std::ifstream file(path);
    if (!file)
        return failure(ErrorCode::InputInvalid, path + ": cannot be read");
    std::vector<Request> list;
    std::string line;
    int64_t bytes = 0;
    for (int64_t number = 1; std::getline(file, line); ++number) {
        bytes += static_cast<int64_t>(line.size());
        if (bytes > kMostListBytes)
            return failure(ErrorCode::InputInvalid, path + ": longer than " + std::to_string(kMostListBytes) + " bytes");
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const std::string where = path + ": line " + std::to_string(number);
        const Json json = Json::parse(line, nullptr, false);
        if (json.is_discarded())
            return failure(ErrorCode::InputInvalid, where + ": no JSON value");
        auto request = listRequest(json, base, where);
        if (!request)
            return failure(request.error());
        list.push_back(*std::move(request));
    }
    if (file.bad())
        return failure(ErrorCode::Io, path + ": reading failed");
    if (list.empty())
        return failure(ErrorCode::InputInvalid, path + ": no inputs in it");
    return list;
}

} // namespace limno
